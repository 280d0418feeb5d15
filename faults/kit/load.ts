import { call } from './answer.ts';
import type { Ledger, Sent } from './ledger.ts';
import type { Random } from './random.ts';

export interface LoadOptions {
  /** Asked for each send, so that a server may move. */
  url: () => string;
  secret: string;
  sessions: readonly string[];
  writers: number;
  ledger: Ledger;
  random: Random;
  /** Share of the batches that are sent twice at the same time. */
  duplicates?: number;
  /** Events of a batch at most. */
  events?: number;
  /** Bytes of padding in each event. */
  padding?: number;
  /** A writer that gets no acknowledgement for this long gives up: the run has failed. */
  patience?: number;
  /** Milliseconds a writer rests after each batch. */
  rest?: number;
}

export interface Load {
  /** Ends it when every batch that was begun is acknowledged. */
  stop(): Promise<void>;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Writers that behave as the CLI does: the same batch under the same key until it is acknowledged. */
export function startLoad(options: LoadOptions): Load {
  let stopping = false;
  const run = options.random.between(0, 0x7fff_ffff).toString(36);
  const writers = Array.from({ length: options.writers }, async (_, index) => {
    const random = options.random.fork(index);
    const sessionId = options.sessions[index % options.sessions.length] as string;
    for (let number = 0; !stopping; number++) {
      await sendBatch(options, sessionId, `${run}-${index}-${number}`, random);
      if (options.rest) await pause(options.rest);
    }
  });
  const done = Promise.all(writers);
  // A run that fails for another reason never comes to stop them.
  done.catch(() => {});
  return {
    async stop() {
      stopping = true;
      await done;
    },
  };
}

/** Sends one batch until it is acknowledged. */
export async function sendBatch(
  options: LoadOptions,
  sessionId: string,
  key: string,
  random: Random,
): Promise<Sent> {
  const count = random.between(1, options.events ?? 20);
  const sent = options.ledger.plan(sessionId, key, count);
  const events = batchOf(key, count, options.padding ?? 40);
  const deadline = Date.now() + (options.patience ?? 60_000);
  const twice = random.chance(options.duplicates ?? 0);
  while (sent.answers.size === 0) {
    const sends = [sendOnce(options, sessionId, sent, events)];
    if (twice) sends.push(sendOnce(options, sessionId, sent, events));
    const statuses = await Promise.all(sends);
    if (sent.answers.size > 0) break;
    if (Date.now() > deadline) throw new Error(`${key} was not acknowledged in time, last: ${statuses}`);
    options.ledger.retries++;
    await pause(random.between(20, 120));
  }
  return sent;
}

export const batchOf = (key: string, count: number, padding: number) =>
  Array.from({ length: count }, (_, index) => ({
    eventType: 'fault',
    payload: { key, index, padding: 'x'.repeat(padding) },
  }));

export async function sendOnce(
  { url, secret, ledger }: Pick<LoadOptions, 'url' | 'secret' | 'ledger'>,
  sessionId: string,
  sent: Sent,
  events: unknown,
): Promise<number> {
  const answer = await call(url(), {
    path: `/v1/sessions/${sessionId}/events`,
    credential: secret,
    key: sent.key,
    body: { events },
  }).catch(() => undefined);
  if (!answer) return 0;
  const { status, body } = answer;
  if (status === 200 || status === 202) {
    ledger.milliseconds.push(answer.milliseconds);
    ledger.accept(sent, body, answer.headers['idempotent-replayed'] === 'true');
  } else if (
    status !== 503 &&
    !body.includes('idempotency_in_progress') &&
    !body.includes('session_closed')
  ) {
    ledger.unexpected.push(`${status} ${body.slice(0, 200)}`);
  }
  return status;
}
