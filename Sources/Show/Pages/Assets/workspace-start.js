"use strict";

// Starts the workspace's page, after all rooms are registered.

workspaceShell.make();
showRoom();
followWorkspace();
