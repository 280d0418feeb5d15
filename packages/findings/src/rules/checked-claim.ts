import type { CheckKind, Claim, Edit, Run } from '../acts/act.ts';
import { toolName } from '../acts/named-tool.ts';
import type { Evidence, Severity } from '../finding.ts';

/**
 * `contradicted`: the record says otherwise. `edited`: code was changed since the run. `partly`: the run is of a part.
 * `not-run`: the run could not start. `unreadable`: it cannot be told whether the run passed.
 */
export type Support = 'supported' | 'contradicted' | 'edited' | 'none' | 'partly' | 'not-run' | 'unreadable';

/** The run that a claim rests on, or that speaks against it. */
export interface RunEvidence
  extends Pick<
    Run,
    | 'sequence'
    | 'command'
    | 'result'
    | 'output'
    | 'suite'
    | 'from'
    | 'scope'
    | 'passed'
    | 'failed'
    | 'looksPassed'
    | 'exitCode'
  > {
  /** Edits since that may change what it says. */
  edits: number;
}

/** What is said, and the run that passed does not bear out. */
export interface Shortfall {
  /** Absent: it is told with the claim, and is no finding. */
  severity?: Severity;
  /** Goes behind “but run #3”. */
  because: string;
}

/** What the session shows about a claim. */
export interface CheckedClaim {
  sequence: number;
  of: CheckKind;
  about: 'pass' | 'dismissal';
  text: string;
  support: Support;
  run?: RunEvidence;
  evidence: Evidence[];
  /** Both sides give numbers, and they differ. */
  numbers?: { claimed: number; printed: number };
  /** Suites that it names and no run does. */
  unnamed?: string[];
  /** Checkers that it names and no run is of. */
  missing?: string[];
  /** What it says beyond what the run shows. */
  gap?: Shortfall;
  /** So many runs in a row showed the failure that it calls flaky. */
  times?: number;
}

/** What has happened up to a claim. */
export interface Course {
  runs: readonly Run[];
  edits: readonly Edit[];
  /** Runs of the code as it was before the session changed it. */
  base: readonly Run[];
  /** Git has laid another tree there since: what passed then says nothing of what is there now. */
  isMoved(run: Run): boolean;
  /** Branches that the session's commands named. */
  branches: ReadonlySet<string>;
  /** The branch that was checked out for it; empty where the session did not choose one. */
  branchOf(run: Run): string;
  /** Where other versions of what the program needs were put in place last. */
  upgradedAt: number;
  /** Where an image was built last. */
  imageAt: number;
  /** The containers of compose have what their images have. */
  isUnmounted: boolean;
  /** What a sub-agent says it changed last, without records of its own. */
  told: { sequence: number; path: string } | undefined;
  /** Where the person last spoke. */
  promptedAt: number;
  /** Somebody else, or a program that nobody knows, may have run tests; or nothing was changed that needs them. */
  mayHaveRun: boolean;
  /** Whatever checks had run would be in the record. */
  mayBeSeen: boolean;
  isContinued: boolean;
}

export type CertainClaim = Claim & {
  of: CheckKind;
  /** It says that all is well, and not what. */
  isVague?: true;
};

export const aboutOf = ({ sequence, of, about, text }: CertainClaim) => ({
  ...{ sequence, of, text },
  about: about === 'dismissal' ? ('dismissal' as const) : ('pass' as const),
});

export const runEvidence = (run: Run, edits: number): RunEvidence => ({
  ...{
    sequence: run.sequence,
    command: run.command,
    result: run.result,
    output: run.output,
    from: run.from,
    scope: run.scope,
    edits,
  },
  ...(run.suite !== undefined && { suite: run.suite }),
  ...(run.passed !== undefined && { passed: run.passed }),
  ...(run.failed !== undefined && { failed: run.failed }),
  ...(run.looksPassed && { looksPassed: run.looksPassed }),
  ...(run.exitCode !== undefined && { exitCode: run.exitCode }),
});

export const seen = ({ sequence, command }: Run): Evidence => ({ sequence, label: `run: ${command}` });

export const editEvidence = ({ sequence, path }: Edit): Evidence => ({
  sequence,
  label: `edit ${path.slice(path.lastIndexOf('/') + 1)}`,
});

/** They call whatever the project has. */
const carriers = new Set(['lint-staged', 'pre-commit']);

/**
 * Whether a run may be one of that checker. A task of the project calls programs that it need not name; where it
 * failed and one of them spoke, it was that one.
 */
export function isOfTool({ tool, isTask, result }: Run, name: string): boolean {
  if (tool === undefined || toolName(tool) === name) return true;
  return (isTask === true && result !== 'failed') || carriers.has(tool);
}
