// Labels of a ride, set by hand on its page in a workspace.
