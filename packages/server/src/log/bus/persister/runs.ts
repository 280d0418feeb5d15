import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { Bus } from '../connection.ts';
import { entryOf } from '../message.ts';
import type { OwnMessages, Run } from './own-messages.ts';

export const runMessages = 256;
const runBytes = 8 * 1024 * 1024;
/** So many messages of its own, one after the other, and a process is taken to be the only one that publishes. */
const aloneAfter = 64;
/** Milliseconds without the next message until the bus is asked for it. */
const ownPatience = 100;

export interface RunsOptions {
  bus: Bus;
  own: OwnMessages;
  /** Ends it. */
  signal: AbortSignal;
}

/**
 * Every message of the bus after `position`, in order, those that came together in one run. They are read from the bus,
 * or, while this process is the only one that publishes, taken from what it published, which saves the way back
 * from the bus. Ends when the bus does not deliver in order any more.
 */
export async function* runsAfter(position: number, options: RunsOptions): AsyncGenerator<Run> {
  const { own, signal } = options;
  const end = () => own.end();
  signal.addEventListener('abort', end);
  own.begin(position);
  try {
    for (let at = position; !signal.aborted; ) {
      let inARow = 0;
      for await (const run of runsOfBus(at, options)) {
        yield run;
        at = run.to;
        // Counted once it is written: a message may come a moment before its acknowledgement.
        inARow = own.skip(at) === run.entries.length ? inARow + run.entries.length : 0;
        if (inARow >= aloneAfter) break;
      }
      if (inARow < aloneAfter) return;
      while (await own.hasNext(ownPatience)) {
        const run = own.take({ messages: runMessages, bytes: runBytes });
        if (!run) break;
        yield run;
        at = run.to;
      }
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

async function* runsOfBus(position: number, { bus, signal }: RunsOptions): AsyncGenerator<Run> {
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
