import { workspaceShell } from "./workspace-shell.js";
import { followWorkspace, showRoom } from "./workspace.js";

// Starts the workspace's page, after all rooms are registered.

workspaceShell.make();
showRoom();
followWorkspace();
