import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import type { Context } from '../context.ts';
import type { ErasureRecord } from '../records.ts';
import type { RedactionRecord } from '../redaction/ports.ts';
import type { ChainEntry, NextEntry } from './ports.ts';

/** The words of each kind of entry. */
export interface ChainBody {
  /** Sessions up to this number, and these redactions, are older than the chain. */
  begin: { lastSession: number; redactions: string[] };
  seal: { sessions: SealedSession[] };
  erase: Pick<ErasureRecord, 'sessionId' | 'reason' | 'requestedBy' | 'requestedAt'>;
  redact: { redactionId: string; sessionId: string; events: [sequence: number, digest: string][] };
  redacted: { redactionId: string; sessionId: string; row: string };
}

export interface SealedSession {
  sessionId: string;
  organizationId: string;
  /** The last event that is sealed, and the digest over all up to it. */
  to: number;
  digest: string;
  /** 1: some were taken a day or more before a pass that did not find them. */
  late?: 1;
}

const derived = (pepper: KeyObject, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper.export(), Buffer.alloc(0), `debrief ${use}`, 32));

/** What stands before the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const keys = new WeakMap<KeyObject, KeyObject>();

/** The key that signs comes from the server key, as all others do. */
function signingKey(pepper: KeyObject): KeyObject {
  let key = keys.get(pepper);
  if (!key) {
    const seed = derived(pepper, 'chain');
    key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
    keys.set(pepper, key);
  }
  return key;
}

export const chainPublicKey = (pepper: KeyObject): KeyObject => createPublicKey(signingKey(pepper));

export const entryDigest = (
  { number, at, kind, body }: Pick<ChainEntry, 'number' | 'at' | 'kind' | 'body'>,
  previous: string,
): string => hash('sha256', `debrief chain\n${number}\n${at}\n${kind}\n${previous}\n${body}`);

export const nextEntry =
  <Kind extends ChainEntry['kind']>(
    { pepper, clock }: Pick<Context, 'pepper' | 'clock'>,
    kind: Kind,
    body: ChainBody[Kind],
  ): NextEntry =>
  (last) => {
    const entry = {
      number: (last?.number ?? 0) + 1,
      // Never before the one before it, whatever the clock says.
      at: Math.max(clock(), last?.at ?? 0),
      kind,
      body: JSON.stringify(body),
    };
    const digest = entryDigest(entry, last?.digest ?? '');
    const signature = sign(null, Buffer.from(digest), signingKey(pepper)).toString('base64url');
    return { ...entry, digest, signature };
  };

/** Only the service writes a deletion with this; a row that somebody else put there deletes nothing by right. */
export const erasureProof = (
  pepper: KeyObject,
  erasure: Pick<ErasureRecord, 'organizationId' | 'sessionId' | 'reason' | 'requestedBy' | 'requestedAt'>,
): string => {
  const { organizationId, sessionId, reason, requestedBy, requestedAt } = erasure;
  const text = JSON.stringify([organizationId, sessionId, reason, requestedBy, requestedAt]);
  return createHmac('sha256', derived(pepper, 'erasure')).update(text).digest('base64url');
};

type LedgerRow = Pick<
  RedactionRecord,
  | 'redactionId'
  | 'organizationId'
  | 'sessionId'
  | 'requestedBy'
  | 'requestedAt'
  | 'reason'
  | 'count'
  | 'sequences'
>;

/** What the ledger of a session says of a redaction. */
export const ledgerRowDigest = (row: LedgerRow): string => {
  const { redactionId, organizationId, sessionId, requestedBy, requestedAt, reason, count, sequences } = row;
  return hash(
    'sha256',
    JSON.stringify([
      redactionId,
      organizationId,
      sessionId,
      requestedBy,
      requestedAt,
      reason,
      count,
      sequences,
    ]),
  );
};
