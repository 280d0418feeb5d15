import { join } from 'node:path';

export const source = join(import.meta.dirname, 'src');
export const target = join(import.meta.dirname, 'dist');

/** Each file that a process or a thread begins with, and what it is called in `dist`. */
export const entries = {
  main: 'main.ts',
  'command-line': 'command-line.ts',
  'bus-thread': 'bus-thread.ts',
  'postgres-writer-thread': 'postgres-writer-thread.ts',
  'projection-thread': 'projection-thread.ts',
  'sqlite-writer-thread': 'log/sqlite/writer-thread.ts',
  'executor-thread': 'executor-thread.ts',
  'scrub-thread': 'scrub-thread.ts',
};

/** What is started to run the server as it was built. */
export const builtServer = join(target, 'main.js');

/** Where the bundle has what begins with a source file. */
export const outputs: ReadonlyMap<string, string> = new Map(
  Object.entries(entries).map(([name, file]) => [join(source, file), join(target, `${name}.js`)]),
);
