import { globSync } from 'node:fs';

/**
 * The groups of `npm test`. Two files run at a time, each in a process of its own; those that measure frames, waiting
 * times or memory run alone afterwards.
 */
interface Group {
  files: string[];
  without?: string[];
  /** Files that share one process: functions without state, whose tests take less time than a process to start. */
  together?: string[];
  alone?: string[];
}

/** Corpora, growth, random histories, operators' commands and whole first runs: what takes longer than some seconds. */
const long = [
  'scripts/regular-expressions.test.ts',
  'packages/transcript/src/changes/net-git.test.ts',
  'packages/transcript/src/reading/work-sessions.test.ts',
  'packages/transcript/src/{corpus,memory,read}.test.ts',
  'packages/transcript/src/agents/variations.test.ts',
  'packages/findings/src/fold.test.ts',
  'packages/redaction/corpus/*.test.ts',
  'packages/cli/src/{connect,commands/{claim,connect,find-session},recorder/read/growth}.test.ts',
  'packages/cli/src/recorder/run/{recorder,pause}.test.ts',
  'packages/server/src/data-directory.test.ts',
  'packages/server/src/http/routes/{model,fuzz}.test.ts',
  'packages/server/src/http/limit/body-bytes.test.ts',
  'packages/server/src/domain/sample/sample.test.ts',
  'packages/server/src/{idp,projection}/**/*.test.ts',
];

const recorderFaults = 'packages/cli/src/recorder/run/{kill,offline,reuse}.test.ts';

export const groups: Record<string, Group> = {
  fast: {
    files: ['{scripts,bench,packages}/**/*.test.ts'],
    without: [recorderFaults, ...long],
    together: [
      'packages/{contract,dashboard,findings,links,prices,redaction,review,shell,transcript}/**/*.test.ts',
    ],
  },
  long: { files: long },
  faults: { files: ['faults/*.test.ts', recorderFaults], alone: ['faults/waiting.test.ts'] },
  browser: {
    files: ['e2e/**/*.test.ts'],
    alone: [
      'e2e/arrival.test.ts',
      'e2e/reading/{long-session,live-tail}.test.ts',
      'e2e/review/speed.test.ts',
    ],
  },
};

export interface Batch {
  files: string[];
  /** How many files run at a time, each in a process of its own; or all in one process. */
  atOnce: number | 'one process';
}

/** What runs one after the other. */
export function batchesOf({ files, without = [], together = [], alone = [] }: Group): Batch[] {
  const apart = new Set(globSync(alone));
  const shared = new Set(globSync(together));
  const exclude = new Set(globSync(without));
  const all = globSync(files)
    .filter((file) => !exclude.has(file) && !file.includes('node_modules'))
    .sort();
  const batches: Batch[] = [
    { files: all.filter((file) => shared.has(file)), atOnce: 'one process' },
    { files: all.filter((file) => !shared.has(file) && !apart.has(file)), atOnce: 2 },
    { files: all.filter((file) => apart.has(file)), atOnce: 1 },
  ];
  return batches.filter((batch) => batch.files.length > 0);
}
