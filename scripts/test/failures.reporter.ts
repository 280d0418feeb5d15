import type { TestEvent } from 'node:test/reporters';

interface Failure {
  failureType?: string;
  message?: string;
  cause?: { message?: string };
}

/**
 * A reporter that writes one line per failed test: its file, its name and what it says first. Suites that fail with a test
 * of theirs are left out.
 */
export default async function* failures(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== 'test:fail') continue;
    const { failureType, cause, message } = (data.details.error ?? {}) as Failure;
    if (failureType === 'subtestsFailed') continue;
    const [says = ''] = String(cause?.message ?? message ?? '').split('\n');
    yield `${data.file ?? ''}: ${data.name}: ${says.slice(0, 200)}\n`;
  }
}
