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
/** Without what only tests use. */
const sourcesIn = (...patterns: string[]): string[] =>
  files(...patterns).filter((file) => !/\.test\.ts$|\/testing\/|\/fixture\.ts$/.test(file));

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
  links: () => ({
    sources: sourcesIn('packages/links/src/*.ts'),
    tests: files('packages/links/src/*.test.ts'),
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
};
