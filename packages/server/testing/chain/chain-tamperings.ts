import { generateKeyPairSync, sign } from 'node:crypto';
import { entryDigest } from '../../src/domain/chain/entry.ts';
import type { ChainEntry } from '../../src/domain/chain/ports.ts';
import type { Tampered } from './tampered.ts';
import type { History, Tampering } from './tamperings.ts';

const entryOf = async (hands: Tampered, number: number): Promise<ChainEntry> => {
  const [entry] = await hands.run('select * from chain_entries where number = $1', number);
  return entry as ChainEntry;
};

export const chainTamperings = (h: History, last: number): Tampering[] => [
  ...[1, 2, last].flatMap((number): Tampering[] => [
    {
      name: `entry ${number} removed`,
      do: (hands) => hands.run('delete from chain_entries where number = $1', number),
    },
    {
      name: `the time of entry ${number}`,
      do: (hands) => hands.run('update chain_entries set at = at + 1 where number = $1', number),
    },
    {
      name: `the body of entry ${number}`,
      do: (hands) =>
        hands.run(
          `update chain_entries set body = replace(body, ':1', ':2') || ' ' where number = $1`,
          number,
        ),
    },
    {
      name: `the digest of entry ${number}`,
      do: (hands) => hands.run(`update chain_entries set digest = 'ff' where number = $1`, number),
    },
    {
      name: `the signature of entry ${number}`,
      do: (hands) => hands.run(`update chain_entries set signature = 'ff' where number = $1`, number),
    },
  ]),
  {
    name: 'an entry signed by somebody else',
    async do(hands) {
      const before = await entryOf(hands, last);
      const entry = {
        number: last + 1,
        at: Number(before.at),
        kind: 'erase' as const,
        body: JSON.stringify({
          sessionId: h.open.sessionId,
          reason: 'person',
          requestedBy: null,
          requestedAt: 1,
        }),
      };
      const digest = entryDigest(entry, before.digest);
      const { privateKey } = generateKeyPairSync('ed25519');
      const signature = sign(null, Buffer.from(digest), privateKey).toString('base64url');
      await hands.run('delete from sessions where session_id = $1', h.open.sessionId);
      await hands.run(
        `insert into chain_entries (number, at, kind, body, digest, signature) values ($1, $2, 'erase', $3, $4, $5)`,
        entry.number,
        entry.at,
        entry.body,
        digest,
        signature,
      );
    },
  },
  {
    name: 'an older entry once more',
    async do(hands) {
      const { at, kind, body, digest, signature } = await entryOf(hands, 2);
      await hands.run(
        'insert into chain_entries (number, at, kind, body, digest, signature) values ($1, $2, $3, $4, $5, $6)',
        last + 1,
        at,
        kind,
        body,
        digest,
        signature,
      );
    },
  },
];
