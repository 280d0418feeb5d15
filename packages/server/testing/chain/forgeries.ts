import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { entryDigest } from '../../src/domain/chain/entry.ts';
import { markBytes } from '../../src/domain/chain/mark.ts';
import type { ChainEntry } from '../../src/domain/chain/ports.ts';
import { eventsOf, unpack } from '../../src/log/batch.ts';
import { leafOf, markAt, placeOfLeaf, saidDigest, sealDigest } from '../../src/log/seal.ts';
import { edit, lastLetter, replaced } from './edit.ts';
import type { Place, Tampered } from './tampered.ts';
import type { History, Tampering } from './tamperings.ts';

interface Seal {
  first: number;
  count: number;
  digest: string;
  marks: Uint8Array;
}

const sealsOf = async (hands: Tampered, { sessionPk }: Place) =>
  (await hands.run(
    'select first_sequence as first, count, digest, marks from seals where session_pk = $1 order by 1',
    sessionPk,
  )) as unknown as Seal[];

/** Makes the digests of a session fit its events again, as the service makes them: all but what is signed. */
async function fit(hands: Tampered, place: Place, { withSeals }: { withSeals: boolean }): Promise<void> {
  const [record] = (await hands.run(
    'select organization_id as organization from sessions where session_id = $1',
    place.sessionId,
  )) as { organization: string }[];
  const events = (await hands.batches(place)).flatMap((batch) => eventsOf(batch, unpack(batch)));
  let previous = '';
  for (const { first, count, digest: before, marks: old } of await sealsOf(hands, place)) {
    const marks = Buffer.alloc(count * markBytes);
    Buffer.from(old).copy(marks);
    const own = events.filter(({ sequence }) => first <= sequence && sequence < first + count);
    const leaves = own.map((event, at) => {
      const { salt } = markAt(marks, at);
      const said = saidDigest(salt, event.payload);
      const leaf = leafOf(event, said);
      Buffer.concat([salt, said, placeOfLeaf(leaf)]).copy(marks, at * markBytes);
      return leaf;
    });
    const session = { sessionId: place.sessionId, organizationId: record?.organization ?? '' };
    const digest = withSeals ? sealDigest(session, previous, { first, count }, leaves) : before;
    await hands.run(
      'update seals set marks = $1, digest = $2 where session_pk = $3 and first_sequence = $4',
      ...[marks, digest, place.sessionPk, first],
    );
    previous = digest;
  }
}

const counted = (hands: Tampered, { sessionId }: Place, count: number) =>
  hands.run('update sessions set event_count = $1::bigint where session_id = $2', count, sessionId);

/** Of the last seal, so many events less or more. */
const recount = (hands: Tampered, { sessionPk }: Place, by: number, first: number) =>
  hands.run(
    'update seals set count = count + $1::bigint where session_pk = $2 and first_sequence = $3',
    ...[by, sessionPk, first],
  );

const ofSessions = (h: History): Tampering[] => [
  ...(['merged', 'open', 'redacted', 'grown'] as const).flatMap((which) =>
    [false, true].map(
      (withSeals): Tampering => ({
        name: `an event changed, and its digest ${withSeals ? 'and all seals ' : ''}with it (${which})`,
        async do(hands) {
          await edit(hands, h[which], 2, (at) => replaced(at, lastLetter));
          await fit(hands, h[which], { withSeals });
        },
      }),
    ),
  ),
  {
    name: 'the time of a batch changed, and all seals with it',
    async do(hands) {
      const [batch] = await hands.batches(h.open);
      if (batch) await hands.put(h.open, batch.first, { ...batch, at: batch.at - 1000 });
      await fit(hands, h.open, { withSeals: true });
    },
  },
  {
    name: 'a session cut short, and its seals made anew',
    async do(hands) {
      const batches = await hands.batches(h.open);
      const [last, seal] = [batches.at(-1), (await sealsOf(hands, h.open)).at(-1)];
      if (!last || !seal) return;
      await hands.put(h.open, last.first, undefined);
      await counted(hands, h.open, last.first - 1);
      await recount(hands, h.open, -last.count, seal.first);
      await fit(hands, h.open, { withSeals: true });
    },
  },
  {
    name: 'events put at the end of a session, and its seals made anew',
    async do(hands) {
      const batches = await hands.batches(h.open);
      const [last, seal] = [batches.at(-1), (await sealsOf(hands, h.open)).at(-1)];
      if (!last || !seal) return;
      const first = last.first + last.count;
      await hands.put(h.open, first, { ...last, first });
      await counted(hands, h.open, first - 1 + last.count);
      await recount(hands, h.open, last.count, seal.first);
      await fit(hands, h.open, { withSeals: true });
    },
  },
  {
    name: 'words put back where they were taken out',
    do: (hands) =>
      edit(hands, h.redacted, 3, (at) =>
        replaced(at, (line) =>
          line.replace(/"content":"[^"]*"/, `"content":"batch 0 of ${h.redacted.sessionId}, at last"`),
        ),
      ),
  },
  {
    name: 'the names of two sessions exchanged',
    async do(hands) {
      const name = 'update sessions set session_id = $1 where session_id = $2';
      await hands.run(name, 'ses_between', h.open.sessionId);
      await hands.run(name, h.open.sessionId, h.other.sessionId);
      await hands.run(name, h.other.sessionId, 'ses_between');
    },
  },
  {
    name: 'a batch moved to the end of another session',
    async do(hands) {
      const batch = (await hands.batches(h.open)).at(-1);
      const end = (await hands.batches(h.other)).at(-1);
      if (!batch || !end) return;
      const first = end.first + end.count;
      await hands.put(h.open, batch.first, undefined);
      await counted(hands, h.open, batch.first - 1);
      await hands.put(h.other, first, { ...batch, first });
      await counted(hands, h.other, first - 1 + batch.count);
    },
  },
  ...[0, 0.5, 1].map(
    (where): Tampering => ({
      name: `a bit of a batch as it lies there, at ${where * 100} %`,
      async do(hands) {
        const [batch] = await hands.batches(h.grown);
        if (!batch) return;
        const body = Buffer.from(batch.body);
        const at = Math.round((body.length - 1) * where);
        body[at] = (body[at] ?? 0) ^ 1;
        await hands.put(h.grown, batch.first, { ...batch, body });
      },
    }),
  ),
  {
    name: 'bytes put behind the digests of a seal',
    do: async (hands) => {
      const [seal] = await sealsOf(hands, h.open);
      await hands.run(
        'update seals set marks = $1 where session_pk = $2 and first_sequence = 1',
        Buffer.concat([Buffer.from(seal?.marks ?? []), Buffer.alloc(markBytes)]),
        h.open.sessionPk,
      );
    },
  },
];

const entriesOf = async (hands: Tampered) =>
  (await hands.run('select * from chain_entries order by number')) as ChainEntry[];

/** The chain from an entry on, made anew by somebody who has another key. */
async function signAnew(hands: Tampered, change: (entry: ChainEntry) => string, key: KeyObject) {
  let previous = '';
  for (const entry of await entriesOf(hands)) {
    const body = change(entry);
    const at = Number(entry.at);
    const digest = entryDigest({ number: entry.number, at, kind: entry.kind, body }, previous);
    const signature = sign(null, Buffer.from(digest), key).toString('base64url');
    await hands.run(
      'update chain_entries set body = $1, digest = $2, signature = $3 where number = $4',
      ...[body, digest, signature, entry.number],
    );
    previous = digest;
  }
}

const ofChain = (h: History, last: number): Tampering[] => [
  {
    name: 'the whole chain signed with another key',
    do: (hands) => signAnew(hands, ({ body }) => body, generateKeyPairSync('ed25519').privateKey),
  },
  {
    name: 'a chain that says all sessions are older than it, signed with another key',
    do: (hands) =>
      signAnew(
        hands,
        ({ kind, body }) =>
          kind === 'begin' ? body.replace(/"lastSession":\d+/, '"lastSession":999999') : body,
        generateKeyPairSync('ed25519').privateKey,
      ),
  },
  {
    name: 'the last entry in the place of the one before it',
    async do(hands) {
      const [one, two] = [last - 1, last];
      await hands.run('delete from chain_entries where number = $1', one);
      await hands.run('update chain_entries set number = $1 where number = $2', one, two);
    },
  },
  {
    name: 'an older head: the last entries taken off, and the seals they named',
    async do(hands) {
      await hands.run('delete from chain_entries where number > $1', 2);
      for (const { sessionPk } of [h.open, h.other, h.grown, h.merged, h.redacted])
        await hands.run('delete from seals where session_pk = $1', sessionPk);
    },
  },
  {
    name: 'the last entry taken off',
    do: (hands) => hands.run('delete from chain_entries where number = $1', last),
  },
  {
    name: 'the head replaced by the one before it',
    do: (hands) =>
      hands.run(
        `update chain_entries set digest = b.digest, signature = b.signature
          from (select digest, signature from chain_entries where number = $1) b where number = $2`,
        last - 1,
        last,
      ),
  },
  {
    name: 'two entries that exchange what they say',
    async do(hands) {
      const [, one, two] = await entriesOf(hands);
      if (!one || !two) return;
      const body = 'update chain_entries set body = $1, kind = $2 where number = $3';
      await hands.run(body, two.body, two.kind, one.number);
      await hands.run(body, one.body, one.kind, two.number);
    },
  },
  {
    name: 'a signature in other letters for the same bytes',
    async do(hands) {
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const entry = (await entriesOf(hands)).at(-1);
      const end = entry?.signature.at(-1) ?? '';
      await hands.run(
        'update chain_entries set signature = $1 where number = $2',
        `${entry?.signature.slice(0, -1)}${letters[letters.indexOf(end) + 1]}`,
        last,
      );
    },
  },
];

/** What somebody does who knows how digests are made, and does not have the key. */
export const forgeries = (history: History, lastEntry: number): Tampering[] => [
  ...ofSessions(history),
  ...ofChain(history, lastEntry),
];
