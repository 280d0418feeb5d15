import { globSync, readFileSync } from 'node:fs';

/**
 * The groups of `npm test`. Three processes run at a time. Files share a process where they can: starting one and loading
 * the server takes longer than most files. Those that measure frames, waiting times or memory run alone afterwards.
 */
interface Group {
  files: string[];
  without?: string[];
  /** Files that run in a process of their own, beside others: they measure memory or change what a process has once. */
  apart?: string[];
  /** Files that run in a process of their own with nothing beside it. */
  alone?: string[];
  /** What takes longest: it begins, with the files of its process, so that all lanes end at about the same time. */
  first?: string[];
  /** Files that wait most of the time and measure how long: beside each other, and nothing else beside them. */
  waiting?: string[];
  /** Tests that are there for every engine run on this one only. */
  engine?: 'sqlite' | 'postgres';
  /** Enough to make the start of a process cheap, and few enough that all end at about the same time. */
  filesPerProcess?: number;
}

const defaultFilesPerProcess = 12;

/** Corpora, growth, random histories, operators' commands and whole first runs: what takes longer than some seconds. */
const longApart = [
  'scripts/regular-expressions.test.ts',
  'packages/transcript/src/changes/net-git.test.ts',
  'packages/transcript/src/reading/work-sessions.test.ts',
  'packages/transcript/src/{corpus,memory,read}.test.ts',
  'packages/transcript/src/agents/variations.test.ts',
  'packages/findings/src/fold.test.ts',
  'packages/redaction/corpus/*.test.ts',
  'packages/cli/src/{connect,commands/{claim,connect/connect,lessons/lessons,session/find-session},recorder/read/growth}.test.ts',
  'packages/cli/src/recorder/{run/{recorder,pause},memory/{real-files,repeats,returning},commits/commit-watch}.test.ts',
  'packages/server/src/{data-directory,operator/bad-start}.test.ts',
  'packages/server/src/http/routes/{model,fuzz}.test.ts',
  'packages/server/src/http/limit/body-bytes.test.ts',
  'packages/server/src/domain/sample/sample.test.ts',
  'packages/server/testing/lesson/work-sessions.test.ts',
  'packages/server/src/projection/reading/long.test.ts',
  // They look at what a password costs, which other tests make cheap.
  'packages/server/src/idp/{provider,password/password}.test.ts',
];
const long = [
  ...longApart,
  'packages/server/src/{idp,projection}/**/*.test.ts',
  'packages/server/src/http/routes/{access/{channels,matrix},review/{history,matrix}}.test.ts',
  // Each engine, and each behind the bus.
  'packages/server/src/http/routes/machine/machine-key.test.ts',
];

const recorderFaults = 'packages/cli/src/recorder/run/{kill,offline,reuse}.test.ts';

const fast: Group = {
  files: ['{scripts,bench,packages}/**/*.test.ts'],
  without: [recorderFaults, ...long],
  apart: ['packages/server/src/http/routes/stream.test.ts'],
};

/** Whether a file has tests that run on each engine (`engines` in `packages/server/testing/engine.ts`). */
export const isForEveryEngine = (file: string): boolean =>
  /\bonEveryEngine\(|\bfor \(const engine of engines\)/.test(readFileSync(file, 'utf8'));

export const groups: Record<string, Group> = {
  fast: {
    ...fast,
    engine: 'sqlite',
    filesPerProcess: 30,
    first: ['packages/server/src/{domain/lesson,http/routes/review,log/bus}/*.test.ts'],
  },
  postgres: {
    ...fast,
    files: filesOf(fast).filter(isForEveryEngine),
    engine: 'postgres',
    filesPerProcess: 5,
  },
  long: {
    files: long,
    apart: longApart,
    first: [
      'packages/server/src/projection/reading/long.test.ts',
      'packages/server/src/http/routes/{model,fuzz}.test.ts',
      'scripts/regular-expressions.test.ts',
    ],
  },
  faults: {
    files: ['faults/short/*.test.ts', recorderFaults],
    apart: ['faults/short/*.test.ts', recorderFaults],
    waiting: ['faults/short/{outage,restart}.test.ts'],
    // It compares a quiet time with a busy one, and asks for every thread that reads.
    alone: ['faults/short/readers.test.ts'],
  },
  browser: {
    files: ['e2e/**/*.test.ts'],
    apart: ['e2e/**/*.test.ts'],
    first: [
      'e2e/{pages,transcripts}.test.ts',
      'e2e/{,review/}hostile.test.ts',
      'e2e/review/{reviewing,walk}.test.ts',
      'e2e/{control/flows,lessons/journey,reading/live-tail}.test.ts',
    ],
    // They judge how soon something is on screen: beside one another each waits for the others' browsers.
    alone: ['e2e/reading/{live-speed,long-session,round-trips}.test.ts', 'e2e/review/speed.test.ts'],
  },
};

export interface Batch {
  /** The files of each process. */
  processes: string[][];
  /** How many processes run at a time. */
  atOnce: number;
  env: Record<string, string>;
}

/** On two cores: of the time of two processes a third went by with waiting. */
export const processesAtOnce = 3;

function filesOf({ files, without = [] }: Group): string[] {
  const exclude = new Set(globSync(without));
  return globSync(files)
    .filter((file) => !exclude.has(file) && !file.includes('node_modules'))
    .sort();
}

/** What runs one after the other. */
export function batchesOf(group: Group): Batch[] {
  const { apart = [], first = [], alone = [], waiting = [] } = group;
  const ownProcess = new Set(globSync(apart));
  const nothingBeside = new Set(globSync(alone));
  const littleBeside = new Set(globSync(waiting));
  const all = filesOf(group);
  const beside = all.filter((file) => !nothingBeside.has(file) && !littleBeside.has(file));
  const longest = new Set(globSync(first));
  const isLong = (files: string[]) => Number(files.some((file) => longest.has(file)));
  const single = beside.filter((file) => ownProcess.has(file)).map((file) => [file]);
  const shared = beside.filter((file) => !ownProcess.has(file));
  const env: Batch['env'] = group.engine ? { TEST_ENGINE: group.engine } : {};
  const batches: Batch[] = [
    {
      processes: [...inPieces(shared, group.filesPerProcess), ...single].sort(
        (a, b) => isLong(b) - isLong(a),
      ),
      atOnce: processesAtOnce,
      env,
    },
    {
      processes: all.filter((file) => littleBeside.has(file)).map((file) => [file]),
      atOnce: processesAtOnce,
      env,
    },
    { processes: all.filter((file) => nothingBeside.has(file)).map((file) => [file]), atOnce: 1, env },
  ];
  return batches.filter((batch) => batch.processes.length > 0);
}

/** Neighbours stay together, because they load the same modules. */
function inPieces(files: string[], size = defaultFilesPerProcess): string[][] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, at) => files.slice(at * size, (at + 1) * size));
}
