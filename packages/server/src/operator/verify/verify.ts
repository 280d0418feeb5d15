import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { chainPublicKey, erasureProof, ledgerRowDigest } from '../../domain/chain/entry.ts';
import type { RedactionRecord } from '../../domain/redaction/ports.ts';
import { followedSql } from '../../log/bus/last-message.ts';
import {
  erasureSql,
  nextSessions,
  oneSession,
  redactionsSql,
  sessionsSql,
  strayingSealsSql,
} from '../../store/chain/question.ts';
import { type Anchor, readAnchor } from '../chain-anchor.ts';
import { Chain } from './chain.ts';
import type { Tampering } from './finding.ts';
import { type ErasureRow, receiptFindings } from './receipts.ts';
import { type LookedAtSession, SessionCheck } from './session.ts';
import type { Source } from './source.ts';

/** What `debrief-server verify` says; `findings` is empty where nothing was done behind the service's back. */
export interface Verification {
  database: string;
  publicKey: string;
  head: { number: number; digest: string; at: number } | undefined;
  begunAt: number | undefined;
  entries: number;
  sessions: number;
  events: number;
  /** What the service did and signed. */
  deleted: { person: number; operator: number; retention: number };
  redactions: number;
  redactedEvents: number;
  /** Not proved, and no fault. */
  unsealedEvents: number;
  unsealedSessions: number;
  olderSessions: number;
  underWay: string[];
  restored: Anchor['restored'];
  hasAnchor: boolean;
  findings: Tampering[];
}

const day = 86_400_000;
const looksAgain = 3;

export async function verifyChain(
  config: Pick<Config, 'dataDir' | 'retentionDays'>,
  source: Source,
  pepper: KeyObject,
  { pause = 100 } = {},
): Promise<Verification> {
  const check = new Verifying(config, source, pepper, pause);
  await check.chain.readOn();
  await check.sessions();
  await check.missingSessions();
  await check.redactions();
  check.result.findings.push(...(await receiptFindings(source, check.chain, pepper)));
  await check.anchor();
  const { chain, result } = check;
  const { erased, head, begun } = chain;
  const deleted = { person: 0, operator: 0, retention: 0 };
  for (const { reason } of erased.values()) deleted[reason]++;
  return {
    ...result,
    database: source.name,
    publicKey: chainPublicKey(pepper).export({ format: 'der', type: 'spki' }).toString('base64'),
    head,
    begunAt: begun?.at,
    entries: chain.digests.size,
    deleted,
    redactions: [...chain.redactions.values()].filter(({ row }) => row !== undefined).length,
    findings: [...chain.findings, ...result.findings],
  };
}

const nothing = () => ({
  sessions: 0,
  events: 0,
  redactedEvents: 0,
  unsealedEvents: 0,
  unsealedSessions: 0,
  olderSessions: 0,
  underWay: [] as string[],
  restored: [] as Anchor['restored'],
  hasAnchor: false,
  findings: [] as Tampering[],
});

type StoredRedaction = Omit<RedactionRecord, 'sequences'> & { sequences: string };

/** Undefined where it cannot be read. */
function digestOf(row: StoredRedaction): string | undefined {
  try {
    return ledgerRowDigest({ ...row, sequences: JSON.parse(row.sequences) as number[] });
  } catch {
    return undefined;
  }
}

class Verifying {
  readonly chain: Chain;
  readonly result = nothing();
  readonly #config: Pick<Config, 'dataDir' | 'retentionDays'>;
  readonly #source: Source;
  readonly #pepper: KeyObject;
  readonly #pause: number;
  readonly #seen = new Set<string>();

  constructor(
    config: Pick<Config, 'dataDir' | 'retentionDays'>,
    source: Source,
    pepper: KeyObject,
    pause: number,
  ) {
    this.#config = config;
    this.#source = source;
    this.#pepper = pepper;
    this.#pause = pause;
    this.chain = new Chain(source, chainPublicKey(pepper));
  }

  async sessions(): Promise<void> {
    const hasBus = (await this.#source.rows(followedSql)).length > 0;
    const { engine } = this.#source;
    for (let after = 0; ; ) {
      const sessions = await this.#source.rows<LookedAtSession>(sessionsSql(engine, nextSessions), after);
      for (const session of sessions) await this.#session(session, hasBus);
      const last = sessions.at(-1);
      if (!last) return;
      after = last.sessionPk;
    }
  }

  /** The service goes on meanwhile: what does not fit is looked at again, with what has been signed since. */
  async #session(session: LookedAtSession, hasBus: boolean): Promise<void> {
    this.#seen.add(session.sessionId);
    let now: LookedAtSession | undefined = session;
    let look = await new SessionCheck(session, this.chain).run(this.#source);
    for (let tries = 0; look.findings.length > 0 && tries < looksAgain; tries++) {
      await sleep(this.#pause);
      await this.chain.readOn();
      [now] = await this.#find(session.sessionId);
      if (!now) return void this.#seen.delete(session.sessionId);
      look = await new SessionCheck(now, this.chain).run(this.#source);
    }
    const { result, chain } = this;
    if (chain.erased.has(session.sessionId)) {
      // Its record goes before the entry that says so: it was deleted since it was listed, or it is there again.
      if ((await this.#find(session.sessionId)).length === 0)
        return void this.#seen.delete(session.sessionId);
      look.findings.push({
        kind: 'inserted',
        what: 'session',
        sessionId: session.sessionId,
        text: `${session.sessionId}: it was deleted, and is there again`,
      });
    }
    const isDue = look.findings.length > 0 && look.events === 0 && this.#isDue(now);
    if (isDue) result.underWay.push(`${session.sessionId}: retention is removing it`);
    else result.findings.push(...look.findings);
    result.sessions++;
    result.events += look.events;
    result.redactedEvents += look.redacted;
    if (look.underWay > 0)
      result.underWay.push(`${session.sessionId}: words are being taken out of ${look.underWay} events`);
    if (look.unsealed === 0) return;
    const isOlder =
      !chain.sessions.has(session.sessionId) && now.sessionPk <= (chain.begun?.lastSession ?? 0);
    if (isOlder) {
      result.olderSessions++;
      return;
    }
    result.unsealedSessions++;
    result.unsealedEvents += look.unsealed;
    if (!hasBus && look.unsealedSince < (chain.head?.at ?? 0) - day)
      result.findings.push({
        kind: 'inserted',
        what: 'event',
        sessionId: session.sessionId,
        text: `${session.sessionId}: ${look.unsealed} events were put there; they say they came ${new Date(look.unsealedSince).toISOString()}, and nothing has sealed them since`,
      });
  }

  /** Events of a month may be gone before the records of its sessions are. */
  #isDue({ status, endedAt, updatedAt }: LookedAtSession): boolean {
    const { retentionDays } = this.#config;
    if (retentionDays === undefined || status === 'active' || endedAt === null) return false;
    return Math.max(endedAt, updatedAt) < Date.now() - retentionDays * day;
  }

  #find(sessionId: string): Promise<LookedAtSession[]> {
    return this.#source.rows<LookedAtSession>(sessionsSql(this.#source.engine, oneSession), sessionId);
  }

  /** Sessions that the chain names and that are not there. */
  async missingSessions(): Promise<void> {
    await this.chain.readOn();
    for (const [sessionId, { to }] of this.chain.sessions) {
      if (this.#seen.has(sessionId) || (await this.#find(sessionId)).length > 0) continue;
      const [erasure] = await this.#source.rows<ErasureRow>(erasureSql, sessionId);
      if (erasure && erasure.removedAt === null && erasure.proof === erasureProof(this.#pepper, erasure)) {
        this.result.underWay.push(`${sessionId}: it is being deleted`);
        continue;
      }
      await this.chain.readOn();
      if (this.chain.erased.has(sessionId)) continue;
      const says = erasure
        ? 'what says that it was deleted was not written by the service'
        : 'nothing says that it was deleted';
      this.result.findings.push({
        kind: 'removed',
        what: 'session',
        sessionId,
        text: `${sessionId}: the session with its ${to} sealed events was removed; ${says}`,
      });
    }
    for (const { sessionPk } of await this.#source.rows<{ sessionPk: number }>(strayingSealsSql))
      this.result.findings.push({
        kind: 'inserted',
        what: 'proof',
        text: `there are seals of a session number ${sessionPk}, which is not there`,
      });
  }

  /** The ledgers of sessions. */
  async redactions(): Promise<void> {
    const there = new Set<string>();
    for (let after = ''; ; ) {
      const rows = await this.#source.rows<StoredRedaction>(redactionsSql, after);
      await this.chain.readOn();
      for (const row of rows) {
        there.add(row.redactionId);
        this.#redaction(row);
      }
      const last = rows.at(-1);
      if (!last) break;
      after = last.redactionId;
    }
    for (const [redactionId, { sessionId }] of this.chain.redactions)
      if (!there.has(redactionId) && !this.chain.erased.has(sessionId) && this.#seen.has(sessionId))
        this.#ledger('removed', { redactionId, sessionId }, 'was removed from the ledger');
  }

  #redaction(row: StoredRedaction): void {
    const known = this.chain.redactions.get(row.redactionId);
    const isOlder = this.chain.begun?.redactions.includes(row.redactionId);
    if (known?.row !== undefined) {
      if (known.row !== digestOf(row)) this.#ledger('changed', row, 'was changed in the ledger');
    } else if (row.rewrittenAt !== null && !isOlder)
      this.#ledger('inserted', row, 'was put into the ledger by somebody else');
  }

  #ledger(
    kind: Tampering['kind'],
    { redactionId, sessionId }: Pick<RedactionRecord, 'redactionId' | 'sessionId'>,
    says: string,
  ): void {
    this.result.findings.push({
      kind,
      what: 'redaction',
      sessionId,
      text: `${sessionId}: the redaction ${redactionId} ${says}`,
    });
  }

  /** The last entry that the server itself remembers. */
  async anchor(): Promise<void> {
    const { result, chain } = this;
    const anchor = readAnchor(this.#config.dataDir);
    result.hasAnchor = anchor !== undefined;
    result.restored = anchor?.restored ?? [];
    const head = anchor?.head;
    if (head && chain.digests.get(head.number) !== head.digest)
      result.findings.push({
        kind: 'removed',
        what: 'proof',
        text: `the chain does not hold entry ${head.number} as this server signed it: entries were taken off its end, or the database is an older one`,
      });
  }
}
