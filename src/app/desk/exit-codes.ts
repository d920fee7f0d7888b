// Plain numbers: the command line itself uses them, and starts without a module of the core.

/** A command can't be done as it was given: its arguments, a file that it names, the settings. As of `config_invalid`. */
export const badUse = 2;

/** What a command is about is not there, or did not come about: no task of that id, no run at work, nothing to take back. */
export const notThere = 1;
