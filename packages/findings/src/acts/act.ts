import type { CheckKind } from '../check-kind.ts';
import type { FileKind, Guard } from '../file.ts';
import type { Severity } from '../finding.ts';
import type { Printed } from '../runs/cover/printed.ts';
import type { Targets } from '../runs/cover/targets.ts';
import type { CheckedCommand, Life, Report } from '../runs/evidence.ts';
import type { TreeMove } from '../state/tree-move.ts';
import type { Wish } from '../state/wish.ts';
import type { Base } from './base.ts';
import type { Loss } from './deeds/deed.ts';
import type { Instructed } from './instructed.ts';
import type { QuotedTest } from './quoted-tests.ts';
import type { ClaimDetail } from './said/detail.ts';
import type { Met, StateAct, Wished } from './state-act.ts';

export type { Base, CheckKind };

/** A run of tests, a build, a linter or a type checker. */
export interface Run extends Base {
  kind: 'run';
  of: CheckKind;
  command: string;
  scope: 'all' | 'part';
  /** What makes it a part: a filter, a file, a package. */
  suite?: string;
  /** The program that checked, where it is known. */
  tool?: string;
  /** A task of the project: which programs it calls is not in the record, or only of those that spoke. */
  isTask?: true;
  /** Of a linter or type checker that failed: the files that it found fault with. */
  faultFiles?: string[];
  /** `not run`: it could not start, or there was nothing to run. Neither red nor green. */
  result: 'passed' | 'failed' | 'unknown' | 'not run';
  /** How much of the output there is. Only a whole one proves a pass. */
  output: 'whole' | 'cut' | 'away' | 'file' | 'running' | 'killed';
  from: 'session' | 'hook' | 'subagent' | 'pasted' | 'ci';
  /** The call counts as successful although its output says that something failed. */
  isMasked: boolean;
  passed?: number;
  failed?: number;
  /** Names of parts that passed or failed, for claims about a part. */
  failedNames?: string[];
  /** Suites that its command or its output names, of those that many runs leave out. */
  suites?: string[];
  /** Not proven, and what is shown of it says that it passed. */
  looksPassed?: true;
  /** Of a run whose result is not known, where it is not 0. */
  exitCode?: number;
  /** A line of code with an assertion, written for this one time: no run of the project's tests. */
  isOneOff?: true;
  /** What the same call did to the session's edits before it. */
  state?: 'put away' | 'brought back';
  /** Where it ran, if not in the folder of the repository. */
  folder?: string;
  /** That folder is in no way the repository's. */
  isElsewhere?: true;
  /** It ran in a container of an image, into which its command lays nothing of the repository. */
  inImage?: 'image' | 'compose';
  /** How many commands of the call had laid another tree there before it, in a call that has any. */
  movesBefore?: number;
  /** The session's edits were not there: it shows the code as it was before. */
  isOfBase?: true;
  /** Of a linter or type checker: what it was told to look at, where that is not everything. */
  narrowed?: Targets;
  /** What it printed besides its verdict. */
  printed?: Printed;
  /** The words that it names, as numbers, where it passed. */
  names?: string;
}

export type EditSignal =
  | 'skip'
  /** Other tests are left out by a helper of theirs. */
  | 'leave-out'
  /** A helper of tests ends the run before any of them began. */
  | 'early-end'
  /** A test that was switched off runs again. */
  | 'unskip'
  /** A test was taken out, and none put in its place. */
  | 'test-gone'
  | 'suppress'
  | 'suppress-security'
  | 'loosen'
  /** The failure of a check no longer counts: `|| true`. */
  | 'mask'
  | 'stub'
  | 'permission'
  /** Nothing that was there is gone. */
  | 'only-adds'
  /** Assertions of a test were changed or taken away. */
  | 'assertion'
  /** Some of them hold for more than before: `toBeTruthy`, a larger tolerance, a caught assertion. */
  | 'assertion-looser'
  /** Code that asks whether it is being tested. */
  | 'test-switch'
  /** A migration that takes a column or a table away. */
  | 'drops'
  /** Code that gives a fixed answer to one input. */
  | 'special-case'
  /** Both of them look like those of a test: neither is empty, a flag or a small number. */
  | 'fixed-answer';

/** A file that was changed. */
export interface Edit extends Base {
  kind: 'edit';
  path: string;
  file: FileKind;
  guard?: Guard;
  change: 'add' | 'update' | 'delete' | 'move';
  added: number;
  removed: number;
  /** A command changed it, and what it wrote is not recorded. */
  isSoft: boolean;
  /** By a command that changes files which are there. */
  isInPlace?: true;
  /** Only comments and blank lines changed. */
  isCosmetic: boolean;
  isOutside: boolean;
  /** A throw-away file: no commit ever has it. */
  isTemporary?: true;
  signals: EditSignal[];
  /** Places where a checker is told to look away, more than there were. */
  suppressions?: number;
  /** Those of them that have a reason beside them. */
  reasoned?: number;
  /** Names that stand in the lines that show something: of a setting, a rule, a test. */
  words?: string[];
  /**
   * What it wrote, for checks of the team: one text for each hunk, a line for each line of the new side, `+` before what
   * is new and a space before the rest.
   */
  written?: string[];
  /** What its hunks were before and what they are after it, as numbers: one that turns them around takes it back. */
  sides?: [before: number, after: number];
}

/** Something a command did that a rule is about by itself. */
export interface Deed extends Base {
  kind: 'deed';
  rule: string;
  severity: Severity;
  /** What it was done to; repeats on one target are one finding. */
  target: string;
  command: string;
  /** The sentence, without the command. */
  what: string;
  /** What a person says who wants this done; then it is expected. */
  wish?: Wish;
  host?: string;
  branches?: string[];
  isLeased?: true;
  loss?: Loss;
  /** How to get it back, as a sentence. */
  back?: string;
  /** What it was done to, where the session may have made it itself. */
  paths?: string[];
}

/** A call that was given back before its end. What comes of it is told by later calls that name the process. */
export interface Begun extends Base {
  kind: 'begun';
  process: string;
  /** What the agent called it, by which a notice tells of its end. */
  title?: string;
  checks: CheckedCommand[];
  reports: Report[];
  /** It is in the record already as a run; its output went to a file that a later call may read. */
  isNoted?: true;
}

/** More of the output of a process, or its end. */
export interface More extends Base {
  kind: 'more';
  /** Empty where only the title is told. */
  process: string;
  title?: string;
  life: Life;
  exitCode?: number;
  isCut: boolean;
  reports: Report[];
}

/** A program of the team's own. It is a run of tests when the policy says so. */
export interface Script extends Base {
  kind: 'script';
  /** The program without its folder, and its words. */
  line: string;
  run: Omit<Run, 'kind' | 'sequence' | 'lane' | 'from'> & Pick<Partial<Run>, 'from'>;
}

export interface Commit extends Base {
  kind: 'commit';
  hash?: string;
  ranTests: boolean;
}

/** What the agent said of its checks. */
export interface Claim extends Base {
  kind: 'claim';
  /** Absent: it says that all is well, and not what. */
  of?: CheckKind;
  /** `dismissal`: a failure is called pre-existing, unrelated or flaky. `admission`: it says that something
   * fails. `mention`: it speaks of a failure in other words. */
  about: 'pass' | 'dismissal' | 'admission' | 'mention';
  scope: 'all' | 'some';
  text: string;
  passed?: number;
  total?: number;
  /** Suites that it names and that many runs leave out: `integration`, `e2e`. */
  suites?: string[];
  /** It speaks of what runs on the forge. */
  byCi?: true;
  /** Checkers that it names: each of them is said to be content. */
  tools?: string[];
  /** Commands that run tests, as it quotes them. */
  quoted?: QuotedTest[];
  detail?: ClaimDetail;
  /** Words of it that say more than that something passes. */
  open?: string[];
}

/** The agent spoke to the person. What it said of its checks are claims. */
export interface Said extends Base {
  kind: 'said';
  /** What it named, where it asked whether it should. */
  offered?: string[];
}

/** What a person did about it: the lens, not a risk. */
export interface InterventionAct extends Base {
  kind: 'intervention';
  what: 'denied' | 'interrupted' | 'corrected' | 'plan sent back' | 'mode changed';
  words?: string;
}

export interface Mode extends Base {
  kind: 'mode';
  mode: string;
  isBypass: boolean;
  /** The session began in it. */
  isFirst?: true;
}

/** Any other call, for what depends on order and repetition. */
export interface Step extends Base {
  kind: 'step';
  outcome: 'ok' | 'error' | 'denied' | 'interrupted' | 'unknown';
  /** The same for the same call. */
  mark: string;
  tool: string;
  /** What a refused call would have done, to tell when it is done another way. */
  wanted?: string[];
  /** What the hook or rule that forbade it said: often how it is done here. */
  advice?: string;
  /** It ran outside the agent's sandbox. */
  isUnconfined?: true;
}

export interface Plan extends Base {
  kind: 'plan';
  /** Items that are not done. */
  open: number;
}

export interface Prompt extends Base {
  kind: 'prompt';
  text: string;
}

export interface Compaction extends Base {
  kind: 'compaction';
}

/** Asked and not answered. */
export interface Question extends Base {
  kind: 'question';
}

/** A command as it was run, for the team's own rules. */
export interface Command extends Base {
  kind: 'command';
  /** The program and its words; git without its own options. */
  line: string;
  /** Absent where the record does not tell. */
  isOk?: boolean;
  /** Of git, where it changes what lies in the working tree. */
  move?: TreeMove;
}

/** A person said yes to it. */
export interface Approval extends Base {
  kind: 'approval';
  about: 'plan';
}

/** What the remote has is known from here on. */
export interface Fetch extends Base {
  kind: 'fetch';
}

/** A script was written that does something of note once it is run. */
export interface Written extends Base {
  kind: 'written';
  path: string;
  deeds: Deed[];
  /** The commands in it, as they are told apart when one of them was refused. */
  lines?: string[];
}

export type Act =
  | Run
  | Begun
  | More
  | Edit
  | Deed
  | Script
  | Commit
  | Claim
  | Said
  | InterventionAct
  | Mode
  | Step
  | Plan
  | Prompt
  | Compaction
  | Question
  | Fetch
  | Command
  | Approval
  | Wished
  | StateAct
  | Written
  | Instructed
  | Met;

export const clipped = (text: string, most = 200): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
};
