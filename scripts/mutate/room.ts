import { globSync } from 'node:fs';

/** A part of the code and the tests that answer for it. */
export interface Room {
  sources: string[];
  tests: string[];
  /** Needs PostgreSQL and NATS. */
  needsServers?: true;
  /** What it does is the same on both engines, so that its tests run on SQLite alone: that takes half the time. */
  engine?: 'sqlite';
}

const files = (...patterns: string[]): string[] => patterns.flatMap((pattern) => globSync(pattern).sort());
/** Without what only tests use, nor types and tables without a decision. */
const sourcesIn = (...patterns: string[]): string[] =>
  files(...patterns).filter(
    (file) => !/\.test\.ts$|\.d\.ts$|\/testing\/|\/planted\/|\/fixture\.ts$/.test(file),
  );

const server = 'packages/server/src';

export const rooms: Record<string, () => Room> = {
  transcript: () => ({
    sources: sourcesIn('packages/transcript/src/**/*.ts'),
    // The others measure memory, or take minutes.
    tests: files('packages/transcript/src/**/*.test.ts').filter(
      (file) => !/\/(?:memory|corpus|net-git|work-sessions)\.test\.ts$/.test(file),
    ),
  }),
  redaction: () => ({
    sources: sourcesIn('packages/redaction/src/**/*.ts'),
    // The other two measure time, which is another while a run is measured.
    tests: files('packages/redaction/src/**/*.test.ts', 'packages/redaction/corpus/*.test.ts').filter(
      (file) => !/\/(?:linear|transcripts)\.test\.ts$/.test(file),
    ),
  }),
  shell: () => ({
    sources: sourcesIn('packages/shell/src/*.ts'),
    tests: files('packages/shell/src/*.test.ts'),
  }),
  findings: () => ({
    sources: sourcesIn('packages/findings/src/**/*.ts'),
    tests: files('packages/findings/src/**/*.test.ts'),
  }),
  lessons: () => ({
    sources: sourcesIn('packages/lessons/src/**/*.ts'),
    tests: files('packages/lessons/src/**/*.test.ts'),
  }),
  links: () => ({
    sources: sourcesIn('packages/links/src/*.ts'),
    tests: files('packages/links/src/*.test.ts'),
  }),
  review: () => ({
    sources: sourcesIn('packages/review/src/*.ts'),
    tests: files('packages/review/src/*.test.ts'),
  }),
  contract: () => ({
    sources: sourcesIn('packages/contract/src/**/*.ts'),
    tests: files('packages/contract/src/**/*.test.ts'),
  }),
  // What is drawn is looked at by the browser's tests, which are no part of this.
  dashboard: () => ({
    sources: sourcesIn('packages/dashboard/src/**/*.ts'),
    tests: files('packages/dashboard/src/**/*.test.ts'),
  }),
  prices: () => ({
    sources: sourcesIn('packages/prices/src/*.ts'),
    tests: files('packages/prices/src/*.test.ts'),
  }),
  recorder: () => ({
    sources: sourcesIn('packages/cli/src/recorder/**/*.ts'),
    tests: files('packages/cli/src/recorder/**/*.test.ts', 'packages/cli/src/*.test.ts').filter(
      (file) => !/\/(?:kill|offline|reuse|growth)\.test\.ts$/.test(file),
    ),
  }),
  cli: () => ({
    sources: sourcesIn('packages/cli/src/**/*.ts').filter((file) => !file.includes('/src/recorder/')),
    tests: files('packages/cli/src/**/*.test.ts').filter((file) => !file.includes('/src/recorder/')),
  }),
  domain: () => ({
    sources: sourcesIn(`${server}/domain/**/*.ts`).filter((file) => !file.includes('/sample/')),
    tests: files(
      `${server}/domain/**/*.test.ts`,
      `${server}/http/routes/**/*.test.ts`,
      `${server}/*.test.ts`,
    ).filter((file) => !/\/(?:fuzz|model)\.test\.ts$/.test(file)),
    needsServers: true,
    engine: 'sqlite',
  }),
  log: () => ({
    sources: sourcesIn(`${server}/log/**/*.ts`),
    tests: files(`${server}/log/**/*.test.ts`),
    needsServers: true,
  }),
  http: () => ({
    sources: sourcesIn(`${server}/http/**/*.ts`),
    tests: files(`${server}/http/**/*.test.ts`).filter((file) => !/\/(?:fuzz|model)\.test\.ts$/.test(file)),
    needsServers: true,
    engine: 'sqlite',
  }),
  ...Object.fromEntries(
    ['projection', 'store', 'idp', 'identity', 'worker', 'operator', 'outgoing'].map((room) => [
      room,
      (): Room => ({
        sources: sourcesIn(`${server}/${room}/**/*.ts`),
        tests: files(`${server}/${room}/**/*.test.ts`, `${server}/*.test.ts`).filter(
          (file) => !/\/(?:long|relevance|recordings)\.test\.ts$/.test(file),
        ),
        needsServers: true,
      }),
    ]),
  ),
  // The files that introduce the rooms to each other.
  wiring: () => ({
    sources: sourcesIn(`${server}/*.ts`),
    tests: files(`${server}/*.test.ts`, `${server}/http/*.test.ts`),
    needsServers: true,
    engine: 'sqlite',
  }),
};
