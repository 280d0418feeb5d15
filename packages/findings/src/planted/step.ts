/** One step of a planted session, in words that every agent's format can say. */
export type PlantedStep =
  | { kind: 'prompt'; text: string }
  | { kind: 'reply'; text: string }
  | { kind: 'shell'; command: string; output: string; exitCode: number }
  /** A command that the person refused. */
  | { kind: 'refused'; command: string }
  | { kind: 'read'; path: string }
  | { kind: 'edit'; path: string; before: string; after: string }
  | { kind: 'write'; path: string; content: string };

/** Writes the records of a session as its agent does. */
export type WriteRecords = (steps: readonly PlantedStep[]) => object[];

/** Where every planted session runs. */
export const root = '/home/dev/shop';

export const whole = (path: string): string =>
  path.startsWith('/') || path.startsWith('~') ? path : `${root}/${path}`;

/** When a record was written: a second after the one before. */
export const time = (count: number): string =>
  new Date(Date.UTC(2026, 5, 1, 9, 0, 0) + count * 1000).toISOString();

export const prompt = (text: string): PlantedStep => ({ kind: 'prompt', text });
export const says = (text: string): PlantedStep => ({ kind: 'reply', text });
export const run = (command: string, output = '', exitCode = 0): PlantedStep => ({
  kind: 'shell',
  command,
  output,
  exitCode,
});
export const refused = (command: string): PlantedStep => ({ kind: 'refused', command });
export const read = (path: string): PlantedStep => ({ kind: 'read', path });
export const edit = (path: string, before = 'return 1;', after = 'return 2;'): PlantedStep => ({
  kind: 'edit',
  path,
  before,
  after,
});
export const write = (path: string, content: string): PlantedStep => ({ kind: 'write', path, content });

/** A run of all tests that went well, so that nothing about tests is left to find. */
export const green = run('npm test', 'Tests: 12 passed, 12 total');
export const red = run('npm test', 'Tests: 2 failed, 10 passed, 12 total', 1);
