import type { ClosedStatus } from '@debrief/contract';
import { DebriefError } from '@debrief/contract/error';
import type { Appended } from '../../domain/session/log-ports.ts';
import { settle, storedBy, unwritable } from '../outcome.ts';
import type { BusEntry, BusStore, Look, SessionLook } from './behind.ts';
import type { Bus, BusMessage } from './connection.ts';
import { type Head, Heads, headOf } from './head.ts';
import type { Lineage } from './lineage/lineage.ts';

/** A message whose number is still to be found. */
export type Unnumbered = Omit<BusEntry, 'first'>;

export interface Ended {
  kind: 'close' | 'erase';
  status: ClosedStatus | '';
  endedAt: number;
  /** False when it had ended before. */
  now: boolean;
  /** Of the last message of the session. */
  sequence: number;
}

export interface SequencerOptions {
  bus: Bus;
  store: BusStore;
  lineage: Pick<Lineage, 'connection' | 'floor' | 'mustFit' | 'acknowledged'>;
}

/** No message of any subject has this sequence, so a publish that expects it only asks whether its id is known. */
const never = Number.MAX_SAFE_INTEGER;

/**
 * Gives events their numbers by publishing them: a message is accepted only if its session's last message is the one
 * its numbers were computed from, and who comes too late looks again. Appends of this process to one session wait
 * for each other, since only one of them can be right about the last message.
 */
export class Sequencer {
  readonly #bus: Bus;
  readonly #store: BusStore;
  readonly #lineage: SequencerOptions['lineage'];
  readonly #heads = new Heads();
  /** The connection to the bus that the heads were learned on. */
  #connection: number | undefined;

  constructor({ bus, store, lineage }: SequencerOptions) {
    this.#bus = bus;
    this.#store = store;
    this.#lineage = lineage;
  }

  append(look: Look, entry: Unnumbered, deadline: number): Promise<Appended> {
    return this.#heads.inTurn(entry.sessionId, () => this.#append(look, entry, deadline));
  }

  async #append(look: Look, entry: Unnumbered, deadline: number): Promise<Appended> {
    const id = entry.keyHash ? `${entry.sessionId} ${entry.keyHash}` : undefined;
    for (;;) {
      const head = await this.#head(look, deadline);
      if (head.ended?.kind === 'erase') return settle({ kind: 'missing' });
      // An ended session still answers a key it has seen (V10), which may be on the bus only.
      const last = head.ended ? never : head.last;
      if (head.ended && id === undefined) return settle({ kind: 'closed' });
      const sent = await this.#publish({ ...entry, first: head.next }, { last, id, deadline });
      if (sent === 'conflict') {
        if (head.ended) return settle({ kind: 'closed' });
        this.#heads.forget(entry.sessionId);
      } else if (sent.duplicate) {
        return this.#first(sent.sequence, entry.fingerprint, deadline);
      } else {
        const next = head.next + entry.count;
        this.#heads.set(entry.sessionId, { last: sent.sequence, next, ended: undefined });
        return settle({ kind: 'appended', first: head.next, count: entry.count, status: 202 });
      }
    }
  }

  /** The answer that the first message with the same key was given. */
  async #first(sequence: number, fingerprint: string, deadline: number): Promise<Appended> {
    const message = await asUnavailable(() => storedBy(deadline, this.#bus.message(sequence)));
    if (!message) throw unwritable('the first message of a key is not on the bus');
    return replay({ ...message.entry, status: 202 }, fingerprint) as Appended;
  }

  /** Publishes the marker that no append gets past, unless one is there. */
  end(look: Look, entry: Unnumbered, deadline: number): Promise<Ended> {
    return this.#heads.inTurn(entry.sessionId, () => this.#end(look, entry, deadline));
  }

  async #end(look: Look, entry: Unnumbered, deadline: number): Promise<Ended> {
    for (;;) {
      const head = await this.#head(look, deadline);
      if (head.ended && (head.ended.kind === 'erase' || entry.kind === 'close')) {
        return { ...head.ended, now: false, sequence: head.last };
      }
      const sent = await this.#publish(
        { ...entry, first: head.next },
        { last: head.last, id: undefined, deadline },
      );
      if (sent === 'conflict') {
        this.#heads.forget(entry.sessionId);
        continue;
      }
      const { status, endedAt } = entry;
      const ended = { kind: entry.kind as 'close' | 'erase', status, endedAt };
      this.#heads.set(entry.sessionId, { last: sent.sequence, next: head.next, ended });
      return { ...ended, now: true, sequence: sent.sequence };
    }
  }

  /** Publishes the marker of a session whose record is gone; returns its place on the bus. Nothing gets past it. */
  erase(entry: Unnumbered, deadline: number): Promise<number> {
    return this.#heads.inTurn(entry.sessionId, async () => {
      this.#heads.forget(entry.sessionId);
      for (;;) {
        const last = await asUnavailable(() => storedBy(deadline, this.#bus.last(entry.sessionId)));
        if (last?.entry.kind === 'erase') return last.sequence;
        const first = last ? headOf(last).next : 1;
        const options = { last: last?.sequence ?? 0, id: undefined, deadline };
        const sent = await this.#publish({ ...entry, first }, options);
        if (sent !== 'conflict') return sent.sequence;
      }
    });
  }

  async #head(look: Look, deadline: number): Promise<Head> {
    if (Date.now() > deadline) throw unwritable('the bus is too slow');
    this.#lineage.mustFit();
    // The bus that is back may not be where it was.
    if (this.#connection !== this.#lineage.connection) this.#heads.forgetAll();
    this.#connection = this.#lineage.connection;
    const known = this.#heads.get(look.sessionId);
    if (known) return known;
    const message = await asUnavailable(() => storedBy(deadline, this.#bus.last(look.sessionId)));
    if (message) {
      const head = headOf(message);
      this.#heads.set(look.sessionId, head);
      return head;
    }
    // Nothing on the bus, so all of it is in the database, as long as that is asked after the bus.
    const found = await storedBy(deadline, this.#store.look({ ...look, keyHash: '' }));
    if (!found) return settle({ kind: 'missing' }) as never;
    return { last: 0, next: found.eventCount + 1, ended: endOf(found) };
  }

  async #publish(
    entry: BusEntry,
    { last, id, deadline }: { last: number; id: string | undefined; deadline: number },
  ) {
    const timeout = deadline - Date.now();
    if (timeout <= 0) throw unwritable('the bus is too slow');
    return asUnavailable(async () => {
      try {
        this.#lineage.mustFit();
        const { floor } = this.#lineage;
        const sent = await this.#bus.publish(entry, { last, id, timeout });
        if (sent !== 'conflict' && !sent.duplicate) this.#lineage.acknowledged(sent.sequence, floor, entry);
        return sent;
      } catch (error) {
        // It may have been stored or not: what comes after must not be computed from either.
        this.#heads.forget(entry.sessionId);
        throw error;
      }
    });
  }
}

/** The answer to a key that was seen before, or the refusal of other events under it. */
export function replay(
  seen: SessionLook['seen'] | (BusMessage['entry'] & { status: number }),
  fingerprint: string,
): Appended | undefined {
  if (!seen) return undefined;
  if (seen.fingerprint !== fingerprint) return settle({ kind: 'reused' });
  return settle({ kind: 'replayed', first: seen.first, count: seen.count, status: seen.status });
}

const endOf = (found: SessionLook): Head['ended'] =>
  found.status === 'active'
    ? undefined
    : { kind: 'close', status: found.status, endedAt: found.endedAt ?? 0 };

/** Whatever goes wrong on the bus means that nothing can be written right now. */
export async function asUnavailable<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof DebriefError ? error : unwritable(error);
  }
}
