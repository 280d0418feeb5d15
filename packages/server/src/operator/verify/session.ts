import { markBytes } from '../../domain/chain/mark.ts';
import type { LoggedEvent } from '../../domain/session/log-ports.ts';
import { eventsOf, unpack } from '../../log/batch.ts';
import { type EventMark, leafOf, markAt, placeOfLeaf, saidDigest, sealDigest } from '../../log/seal.ts';
import { sealsSql } from '../../store/chain/question.ts';
import type { Chain, SealedTo } from './chain.ts';
import { eventFindings, type Tampering } from './finding.ts';
import type { Source } from './source.ts';

export interface LookedAtSession {
  sessionId: string;
  organizationId: string;
  sessionPk: number;
  bucket: number | null;
  eventCount: number;
  status: string;
  endedAt: number | null;
  updatedAt: number;
}

export interface CheckedSession {
  findings: Tampering[];
  events: number;
  /** Events that came after the last seal. */
  unsealed: number;
  unsealedSince: number;
  /** Events with words taken out of them. */
  redacted: number;
  /** Events of a redaction that is not finished. */
  underWay: number;
}

interface StoredSeal {
  firstSequence: number;
  count: number;
  digest: string;
  marks: Uint8Array;
}

interface Suspect {
  sequence: number;
  mark: EventMark | undefined;
  event: LoggedEvent | undefined;
  says: string;
  kind: Tampering['kind'];
}

/** What of them was only moved is looked for among so many. */
const mostCompared = 200;

/** Holds the events of one session against its seals, and these against the chain. */
export class SessionCheck {
  readonly #session: LookedAtSession;
  readonly #sealed: SealedTo | undefined;
  readonly #chain: Chain;
  readonly #look: CheckedSession = {
    findings: [],
    events: 0,
    unsealed: 0,
    unsealedSince: Infinity,
    redacted: 0,
    underWay: 0,
  };
  readonly #suspects: Suspect[] = [];
  #seals: StoredSeal[] = [];
  #at = 0;
  #leaves: Buffer[] = [];
  #previous = '';
  #last = 0;
  #isTornSeal = false;

  constructor(session: LookedAtSession, chain: Chain) {
    this.#session = session;
    this.#sealed = chain.sessions.get(session.sessionId);
    this.#chain = chain;
  }

  async run(source: Source): Promise<CheckedSession> {
    const { sessionPk, eventCount } = this.#session;
    const to = this.#sealed?.to ?? 0;
    const seals = await source.rows<StoredSeal>(sealsSql, sessionPk);
    this.#seals = seals.filter(({ firstSequence }) => firstSequence <= to).map((seal) => this.#counted(seal));
    if (seals.length > this.#seals.length)
      this.#tell('inserted', 'proof', `it has seals after event ${to} that the chain does not name`);
    for (let after = 0; ; ) {
      const batches = await source.kept(this.#session, after);
      for (const batch of batches) this.#batch(batch);
      const end = batches.at(-1);
      if (!end) break;
      after = end.first;
    }
    this.#missing(to + 1);
    this.#endSeals();
    if (eventCount !== this.#last)
      this.#tell(
        'changed',
        'session',
        `its record counts ${eventCount} events, and the last one is ${this.#last || 'not there'}`,
      );
    this.#ofSession();
    this.#judgeSuspects();
    return this.#look;
  }

  /** It is for as many events as it has digests of, whatever it says: that number may be one that never ends. */
  #counted(seal: StoredSeal): StoredSeal {
    const count = Math.floor(seal.marks.byteLength / markBytes);
    if (seal.marks.byteLength !== seal.count * markBytes)
      this.#tell(
        'changed',
        'proof',
        `the seal from event ${seal.firstSequence} on is for ${seal.count} events and has ${count} digests`,
      );
    return { ...seal, count };
  }

  #tell(kind: Tampering['kind'], what: Tampering['what'], says: string): void {
    const { sessionId } = this.#session;
    this.#look.findings.push({ kind, what, sessionId, text: `${sessionId}: ${says}` });
  }

  #batch(batch: Parameters<typeof eventsOf>[0] & { body: Uint8Array }): void {
    let events: LoggedEvent[];
    try {
      events = eventsOf(batch, unpack(batch));
    } catch {
      this.#suspect('changed', batch.first, 'changed so that it cannot be read');
      return;
    }
    if (events.length !== batch.count)
      this.#tell(
        'changed',
        'event',
        `the events from ${batch.first} on say that they are ${batch.count}, and are ${events.length}`,
      );
    for (const event of events) this.#event(event);
  }

  #suspect(kind: Tampering['kind'], sequence: number, says: string, more: Partial<Suspect> = {}): void {
    this.#suspects.push({ kind, sequence, says, mark: undefined, event: undefined, ...more });
  }

  #event(event: LoggedEvent): void {
    const { sequence } = event;
    this.#look.events++;
    if (sequence <= this.#last) {
      this.#suspect('inserted', sequence, 'put there beside another one of the same number', { event });
      return;
    }
    this.#missing(sequence);
    this.#last = sequence;
    const seal = this.#seals[this.#at];
    if (!seal || sequence < seal.firstSequence) {
      if (sequence > (this.#sealed?.to ?? 0)) {
        this.#look.unsealed++;
        this.#look.unsealedSince = Math.min(this.#look.unsealedSince, event.at);
      } else this.#suspect('inserted', sequence, 'put there where there was none', { event });
      return;
    }
    this.#compare(seal, event);
    if (sequence === seal.firstSequence + seal.count - 1) this.#endSeal(seal);
  }

  /** Those that should have come before this one. */
  #missing(before: number): void {
    for (;;) {
      const seal = this.#seals[this.#at];
      if (!seal) return;
      const end = seal.firstSequence + seal.count;
      for (
        let sequence = Math.max(this.#last + 1, seal.firstSequence);
        sequence < Math.min(end, before);
        sequence++
      ) {
        this.#suspect('removed', sequence, 'removed', { mark: this.#mark(seal, sequence) });
        this.#isTornSeal = true;
      }
      if (end > before) return;
      this.#endSeal(seal);
    }
  }

  #mark(seal: StoredSeal, sequence: number): EventMark | undefined {
    const at = sequence - seal.firstSequence;
    return (at + 1) * markBytes <= seal.marks.byteLength ? markAt(seal.marks, at) : undefined;
  }

  #compare(seal: StoredSeal, event: LoggedEvent): void {
    const { sequence } = event;
    const mark = this.#mark(seal, sequence);
    if (!mark) {
      this.#isTornSeal = true;
      this.#suspect('changed', sequence, 'left without its digest', { event });
      return;
    }
    const leaf = leafOf(event, mark.digest);
    this.#leaves.push(leaf);
    const said = saidDigest(mark.salt, event.payload);
    const rewritten = this.#chain.rewritten.get(this.#session.sessionId)?.get(sequence);
    if (rewritten) {
      this.#look.redacted++;
      const isDone = this.#chain.redactions.get(rewritten.redactionId)?.row !== undefined;
      if (said.toString('hex') !== rewritten.digest) {
        if (isDone) this.#suspect('changed', sequence, 'changed after words were taken out of it', { event });
        else this.#look.underWay++;
      }
    } else if (!said.equals(mark.digest)) this.#suspect('changed', sequence, 'changed', { mark, event });
    if (!placeOfLeaf(leaf).equals(mark.place)) {
      this.#isTornSeal = true;
      if (rewritten || said.equals(mark.digest))
        this.#suspect('changed', sequence, 'given another time or type', { event });
    }
  }

  /** The seal over its leaves; where an event of it is known to differ, nothing more is said. */
  #endSeal(seal: StoredSeal): void {
    const { firstSequence: first, count } = seal;
    const digest = sealDigest(this.#session, this.#previous, { first, count }, this.#leaves);
    if (digest !== seal.digest && !this.#isTornSeal)
      this.#tell('changed', 'proof', `the seal of its events ${first} to ${first + count - 1} was changed`);
    this.#previous = seal.digest;
    this.#leaves = [];
    this.#isTornSeal = false;
    this.#at++;
  }

  /** The last seal is the one that the chain names. */
  #endSeals(): void {
    const sealed = this.#sealed;
    if (!sealed) return;
    const end = this.#seals.at(-1);
    if (end && end.digest === sealed.digest && end.firstSequence + end.count - 1 === sealed.to) return;
    this.#tell(
      'removed',
      'proof',
      `it was sealed up to event ${sealed.to}, and its seals end at ${end ? end.firstSequence + end.count - 1 : 'none'}`,
    );
  }

  #ofSession(): void {
    const sealed = this.#sealed;
    if (sealed && sealed.organizationId !== this.#session.organizationId)
      this.#tell('changed', 'session', `it was moved from ${sealed.organizationId} to another organization`);
    if (sealed?.isLate)
      this.#tell(
        'inserted',
        'event',
        'it had events that say they came a day before, when nothing of them was there',
      );
  }

  /** What one mark misses and another event says was moved. */
  #judgeSuspects(): void {
    const few = this.#suspects.slice(0, mostCompared);
    const taken = new Set<Suspect>();
    for (const one of few) {
      const { mark } = one;
      if (!mark) continue;
      const other = few.find(
        (candidate) =>
          candidate !== one &&
          !taken.has(candidate) &&
          candidate.event &&
          saidDigest(mark.salt, candidate.event.payload).equals(mark.digest),
      );
      if (!other) continue;
      taken.add(other);
      one.kind = 'reordered';
      one.says = `moved to ${other.sequence}`;
    }
    this.#look.findings.unshift(...eventFindings(this.#session.sessionId, this.#suspects));
  }
}
