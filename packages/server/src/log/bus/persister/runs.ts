import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { BusEntry } from '../behind.ts';
import type { Bus } from '../connection.ts';
import { entryOf } from '../message.ts';

export const runMessages = 256;
const runBytes = 8 * 1024 * 1024;

export interface Run {
  entries: BusEntry[];
  /** Sequence on the bus of the last one. */
  to: number;
  bytes: number;
}

/**
 * Every message of the bus after `position`, in order, those that came together in one run. Ends with the signal, and
 * when the bus does not deliver in order any more.
 */
export async function* runsAfter(
  position: number,
  { bus, signal }: { bus: Bus; signal: AbortSignal },
): AsyncGenerator<Run> {
  const messages = await bus.read(position, runMessages);
  const stop = () => messages.stop();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  void stopWhenLost(messages);
  try {
    let delivered = 0;
    for await (const { run, bytes } of gathered(messages)) {
      // A message lost on the way shows in the numbering of the deliveries.
      if (run.some((message) => message.info.deliverySequence !== ++delivered)) return;
      const entries = run.map(({ subject, data, headers }) => entryOf({ subject, data, header: headers }));
      yield { entries, to: (run.at(-1) as JsMsg).seq, bytes };
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** What has arrived so far goes together: one transaction for a message alone, or for hundreds. */
async function* gathered(messages: ConsumerMessages): AsyncGenerator<{ run: JsMsg[]; bytes: number }> {
  const iterator = messages[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const first = await next;
    if (first.done) return;
    const run = [first.value];
    let bytes = first.value.data.byteLength;
    next = iterator.next();
    while (run.length < runMessages && bytes < runBytes) {
      const more = await Promise.race([next, immediately()]);
      if (!more || more.done) break;
      run.push(more.value);
      bytes += more.value.data.byteLength;
      next = iterator.next();
    }
    yield { run, bytes };
  }
}

const immediately = () => new Promise<undefined>((resolve) => setImmediate(resolve, undefined));

async function stopWhenLost(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) {
    if (type === 'heartbeats_missed' || type === 'consumer_not_found' || type === 'consumer_deleted') {
      messages.stop();
    }
  }
}
