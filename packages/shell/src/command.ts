/** One word of a command. */
export interface Argument {
  /** What the shell would pass on, as far as it can be known without running anything. */
  value: string;
  /** False when a variable or a substitution hides part of it; that part of `value` stays as it was written. */
  isKnown: boolean;
  /** True when `*`, `?` or `[…]` outside of quotes stands for file names. */
  hasGlob: boolean;
}

export interface Redirection {
  operator: string;
  /** 0, 1, 2 …; the operator's own default when absent. */
  descriptor?: number;
  target: Argument;
}

/** Where a command stands in `a | b | c`. */
export interface Pipe {
  index: number;
  length: number;
  /** Names of the commands its output goes through. */
  after: string[];
}

/** One program being run, with everything around it taken apart. */
export interface SimpleCommand {
  /** The program without its folder, such as `git`; empty when a command only assigns. */
  name: string;
  /** What follows the name. */
  args: Argument[];
  /** `NAME=value` before the command; the value is undefined when it is not known. */
  assignments: { name: string; value: string | undefined }[];
  redirections: Redirection[];
  /** Text given on standard input by a here-document or here-string. */
  input?: string;
  pipe: Pipe;
  /** Where it runs; undefined when a `cd` before it cannot be followed. */
  cwd: string | undefined;
  /** What runs it: `sudo`, `timeout`, `xargs`, `ssh`, `bash -c` … outermost first. */
  wrappers: string[];
  /** It stands in `$(…)` or the like: another command gets its output. */
  isSubstituted?: true;
  /** It stands in the body of a loop. */
  isRepeated?: true;
  /** It runs on another machine. */
  isRemote: boolean;
  /** Whether exit code 0 of the whole script means that this command exited with 0. */
  isSuccessImplied: boolean;
  isBackground: boolean;
  /** Whether the exit code of the whole script is this command's own, if it came to run. */
  decidesExit: boolean;
  /** Runs only if everything before it in `a && b && c` succeeded; those have the same chain. */
  isAfterSuccess: boolean;
  chain: number;
  /** Where it stands in the script that was parsed; a nested script counts from its own beginning. */
  position: number;
}
