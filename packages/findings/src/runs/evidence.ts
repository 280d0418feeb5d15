import type { CheckKind } from '../check-kind.ts';
import type { Targets } from './cover/targets.ts';

/** What is known of a run before it is judged. Plain JSON, so that it can be kept until the run ends. */

/** What a command checks, and how much of it. */
export interface Check {
  /** Absent: a task of the project, and its output says what it checks. */
  of?: CheckKind;
  /** What such a task usually is, when its output names no runner. */
  usual?: CheckKind;
  scope: 'all' | 'part';
  /** What makes it a part: `-run TestResume`, `packages/web`. */
  suite?: string;
  /** The program that checks, where the command names it. */
  tool?: string;
  /** Lists, prints help or compiles only: it runs no test. */
  runsNothing?: true;
  /** Prints the files that are not as they should be, and ends with 0 all the same. */
  listsFaults?: true;
  /** Says nothing when it passes: its exit code is the verdict. */
  isSilent?: true;
  /** A line of code with an assertion, written for this one time. */
  isOneOff?: true;
}

/** A command that checks something, with what decides how far its output and its exit code can be believed. Plain JSON. */
export interface CheckedCommand extends Check {
  command: string;
  /** Exit code 0 of the call is this command's. */
  isSuccessImplied: boolean;
  /** Any exit code of the call is this command's, if it ran. */
  decidesExit: boolean;
  /** Its own exit code decides whether the chain goes on. */
  guardsChain: boolean;
  isAfterSuccess: boolean;
  chain: number;
  isBackground: boolean;
  /** Where its output went; `lines` says that it was cut if there are as many. */
  output: 'shown' | 'lines' | 'filtered' | 'file' | 'away';
  lines?: number;
  /** What lets its output through could not show a failure: `grep ok`, `head`. */
  isBlind?: true;
  /** The file that its output went to. */
  file?: string;
  /** The output is what a hook of git printed, or what was fetched of CI. */
  from?: 'hook' | 'ci';
  /** `echo "exit: $?"` right after it: what is printed before the number. */
  exitLabel?: string;
  /** What the call did to the session's edits before it: they were put away, or brought back. */
  state?: 'put away' | 'brought back';
  /** Where it ran, if not in the folder of the repository. */
  folder?: string;
  /** That folder is in no way the repository's. */
  isElsewhere?: true;
  /** It ran in a container of an image, into which its command lays nothing of the repository. */
  inImage?: 'image' | 'compose';
  /** How many commands of the call had laid another tree there before it, in a call that has any. */
  movesBefore?: number;
  /** What a linter or a type checker was told to look at. */
  narrowed?: Targets;
  /** What the environment told it to leave out: `SKIP=mypy`. */
  leftOut?: string;
  /** A program that nobody knows: it is a run if a runner's own summary is in its output. */
  isByOutput?: true;
}

/** What one run of one runner says in an output. */
export interface Report {
  runner: string;
  of: CheckKind | undefined;
  /**
   * `sign`: a failure was told on the way, and no summary. `none`: nothing to run. `broken`: could not start.
   * `stopped`: somebody ended it. `unfinished`: it says nothing of its end.
   */
  verdict: 'passed' | 'failed' | 'none' | 'broken' | 'sign' | 'stopped' | 'unfinished';
  passed?: number;
  failed?: number;
  skipped?: number;
  /** Where it says only how many there were, and not how many passed. */
  total?: number;
  names?: string[];
  /** Where the last line of it stands. */
  line: number;
  /** Only words that many programs print; believed where the command says what it is. */
  isLoose?: true;
  /** A sign that other programs print as well; believed where the command names the runner. */
  isWeak?: true;
}

/** `running`: given back before its end. `killed`: by a time limit, a signal, or the agent. */
export type Life = 'ended' | 'running' | 'killed';

/** What is known of a call when its runs are judged. */
export interface CallEvidence {
  life: Life;
  /** The agent left out a part of the output. */
  isCut: boolean;
  /** Of the whole call; absent where the agent does not record it. */
  exitCode?: number;
  reports: Report[];
  /** The output; absent when it came in pieces. */
  text?: string;
  lines: number;
  /** The command of the call as it was written. */
  script?: string;
}
