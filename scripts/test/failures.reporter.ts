import type { TestEvent } from 'node:test/reporters';

/** A reporter that writes one line per failed test: its file and its name. Suites that fail with a test of theirs are left out. */
export default async function* failures(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== 'test:fail') continue;
    const { failureType } = (data.details.error ?? {}) as { failureType?: string };
    if (failureType !== 'subtestsFailed') yield `${data.file ?? ''}: ${data.name}\n`;
  }
}
