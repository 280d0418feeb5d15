import { hash, randomBytes } from 'node:crypto';
import { digestBytes, markBytes, placeBytes, saltBytes } from '../domain/chain/mark.ts';
import type { Seal, SealedEvents, WantedSeal } from '../domain/chain/ports.ts';
import type { LoggedEvent } from '../domain/session/log-ports.ts';
import { eventsOf, unpack } from './batch.ts';

/**
 * The digests by which a session can be proved. What an event says has a digest with a salt of its own; when words are
 * taken out of it the salt goes, so that nobody can try out what they were, and the digest stays. With its place
 * (number, time, type) it makes a leaf, and the leaves of a run of events make a seal with the seal before it.
 */

/** The executor's side: batches in, seals out. */
export interface SealQuestion extends WantedSeal {
  task: 'seal';
}

export interface EventMark {
  salt: Buffer;
  digest: Buffer;
  /** The beginning of the leaf: tells a changed place from a changed text. */
  place: Buffer;
}

export function markAt(marks: Uint8Array, at: number): EventMark {
  const bytes = Buffer.from(marks.buffer, marks.byteOffset + at * markBytes, markBytes);
  return {
    salt: bytes.subarray(0, saltBytes),
    digest: bytes.subarray(saltBytes, saltBytes + digestBytes),
    place: bytes.subarray(saltBytes + digestBytes),
  };
}

export const saidDigest = (salt: Uint8Array, payload: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([salt, payload]), 'buffer');

type Placed = Pick<LoggedEvent, 'sequence' | 'at' | 'type'>;

export const leafOf = ({ sequence, at, type }: Placed, said: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${sequence}\t${at}\t${type}\t`), said]), 'buffer');

export const placeOfLeaf = (leaf: Buffer): Buffer => leaf.subarray(0, placeBytes);

export const sealDigest = (
  session: { sessionId: string; organizationId: string },
  previous: string,
  { first, count }: Pick<Seal, 'first' | 'count'>,
  leaves: readonly Buffer[],
): string => {
  const head = `debrief seal\n${session.organizationId}\n${session.sessionId}\n${previous}\n${first}\n${count}\n`;
  return hash('sha256', Buffer.concat([Buffer.from(head), ...leaves]));
};

function sealRun(session: WantedSeal, previous: string, events: readonly LoggedEvent[]): Seal {
  const [first] = events;
  if (!first) throw new Error('nothing to seal');
  const salts = randomBytes(saltBytes * events.length);
  const marks = Buffer.alloc(markBytes * events.length);
  const leaves = events.map((event, at) => {
    const salt = salts.subarray(at * saltBytes, (at + 1) * saltBytes);
    const said = saidDigest(salt, event.payload);
    const leaf = leafOf(event, said);
    Buffer.concat([salt, said, placeOfLeaf(leaf)]).copy(marks, at * markBytes);
    return leaf;
  });
  const run = { first: first.sequence, count: events.length };
  return { ...run, digest: sealDigest(session, previous, run, leaves), marks };
}

/** One seal for each run of events without a gap. */
export function sealBatches(wanted: SealQuestion): SealedEvents {
  const seals: Seal[] = [];
  let run: LoggedEvent[] = [];
  let oldestAt = Infinity;
  const flush = () => {
    if (run.length > 0) seals.push(sealRun(wanted, seals.at(-1)?.digest ?? wanted.previous, run));
    run = [];
  };
  let { after } = wanted;
  for (const batch of wanted.batches) {
    for (const event of eventsOf(batch, unpack(batch), { from: after + 1, to: Infinity })) {
      const before = run.at(-1);
      if (before && before.sequence + 1 !== event.sequence) flush();
      run.push(event);
      oldestAt = Math.min(oldestAt, event.at);
      after = event.sequence;
    }
  }
  flush();
  return { seals, oldestAt };
}

/** What takes the place of an event's digest when words are taken out of it. */
export function rewrittenMark(sequence: number, payload: Uint8Array) {
  const salt = randomBytes(saltBytes);
  return { sequence, salt, digest: saidDigest(salt, payload).toString('hex') };
}
