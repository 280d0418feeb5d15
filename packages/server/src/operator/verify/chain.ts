import { verify as isSigned, type KeyObject } from 'node:crypto';
import { type ChainBody, entryDigest } from '../../domain/chain/entry.ts';
import type { ChainEntry, ChainHead } from '../../domain/chain/ports.ts';
import { entriesSql } from '../../store/chain/question.ts';
import type { Tampering } from './finding.ts';
import type { Source } from './source.ts';

export interface SealedTo {
  organizationId: string;
  to: number;
  digest: string;
  isLate: boolean;
}

interface Redaction {
  sessionId: string;
  /** The digest of what the ledger says, once it is done. */
  row: string | undefined;
}

/** What the signed entries say, read as far as they go; `readOn` reads those that have come since. */
export class Chain {
  readonly sessions = new Map<string, SealedTo>();
  readonly erased = new Map<string, ChainBody['erase']>();
  readonly redactions = new Map<string, Redaction>();
  /** What events say since words were taken out of them, by session and sequence. */
  readonly rewritten = new Map<string, Map<number, { digest: string; redactionId: string }>>();
  readonly findings: Tampering[] = [];
  begun: (ChainBody['begin'] & { at: number }) | undefined;
  head: ChainHead | undefined;
  readonly digests = new Map<number, string>();
  readonly #source: Source;
  readonly #key: KeyObject;

  constructor(source: Source, key: KeyObject) {
    this.#source = source;
    this.#key = key;
  }

  async readOn(): Promise<void> {
    for (;;) {
      const entries = await this.#source.rows<ChainEntry>(entriesSql, this.head?.number ?? 0);
      for (const entry of entries) this.#take(entry);
      if (entries.length === 0) return;
    }
  }

  #take(entry: ChainEntry): void {
    const { number, digest, at } = entry;
    const expected = (this.head?.number ?? 0) + 1;
    const says = (kind: Tampering['kind'], text: string) => this.findings.push({ kind, what: 'proof', text });
    if (number !== expected)
      says(
        'removed',
        number - 1 === expected
          ? `entry ${expected} of the chain was removed`
          : `entries ${expected} to ${number - 1} of the chain were removed`,
      );
    const isFollowing = number === expected;
    const fits =
      isFollowing && entryDigest(entry, this.head?.digest ?? '') === digest && this.#isSigned(entry);
    if (isFollowing && !fits) says('changed', `entry ${number} of the chain was changed or put there`);
    // After a gap what it says counts if it is signed: it cannot be held against the one before.
    if (fits) this.#learn(entry);
    else if (!isFollowing && this.#isSigned(entry))
      try {
        this.#learn(entry);
      } catch {
        says('changed', `entry ${number} of the chain was changed so that it cannot be read`);
      }
    this.head = { number, digest, at };
    this.digests.set(number, digest);
  }

  #isSigned({ digest, signature }: ChainEntry): boolean {
    const bytes = Buffer.from(signature, 'base64url');
    // Other letters may stand for the same bytes; the service did not write those.
    return bytes.toString('base64url') === signature && isSigned(null, Buffer.from(digest), this.#key, bytes);
  }

  #learn({ kind, body, at }: ChainEntry): void {
    switch (kind) {
      case 'begin':
        this.begun ??= { ...(JSON.parse(body) as ChainBody['begin']), at };
        return;
      case 'seal':
        for (const { sessionId, organizationId, to, digest, late } of (JSON.parse(body) as ChainBody['seal'])
          .sessions) {
          const isLate = late === 1 || (this.sessions.get(sessionId)?.isLate ?? false);
          this.sessions.set(sessionId, { organizationId, to, digest, isLate });
        }
        return;
      case 'erase': {
        const erased = JSON.parse(body) as ChainBody['erase'];
        this.erased.set(erased.sessionId, erased);
        this.sessions.delete(erased.sessionId);
        this.rewritten.delete(erased.sessionId);
        return;
      }
      case 'redact': {
        const { redactionId, sessionId, events } = JSON.parse(body) as ChainBody['redact'];
        this.redactions.set(redactionId, { sessionId, row: undefined });
        const said = this.rewritten.get(sessionId) ?? new Map();
        for (const [sequence, digest] of events) said.set(sequence, { digest, redactionId });
        this.rewritten.set(sessionId, said);
        return;
      }
      case 'redacted': {
        const { redactionId, sessionId, row } = JSON.parse(body) as ChainBody['redacted'];
        this.redactions.set(redactionId, { sessionId, row });
        return;
      }
    }
  }
}
