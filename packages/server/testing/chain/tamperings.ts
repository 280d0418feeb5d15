import { generateKeyPairSync, sign } from 'node:crypto';
import { entryDigest } from '../../src/domain/chain/entry.ts';
import { markBytes } from '../../src/domain/chain/mark.ts';
import type { ChainEntry } from '../../src/domain/chain/ports.ts';
import { linesOf, type Place, type Tampered, withLines } from './tampered.ts';

/** Ways to change a database that the service did not. */
export interface Tampering {
  name: string;
  do(hands: Tampered): Promise<unknown>;
}

export interface History {
  /** Merged, and over. */
  merged: Place;
  /** As it came, in small batches. */
  open: Place;
  /** Words were taken out of its third event. */
  redacted: Place;
  other: Place;
  /** Its last events were sealed by a later entry than the first. */
  grown: Place;
  redactionId: string;
  otherOrganization: string;
  /** A session that was deleted, as its row was. */
  deletedId: string;
}

type Edit = (lines: string[]) => string[];

/** Edits the lines of the batch that holds an event; the place of the event within it is handed over. */
async function edit(hands: Tampered, place: Place, sequence: number, change: (at: number) => Edit) {
  const batches = await hands.batches(place);
  const batch = batches.find(({ first, count }) => first <= sequence && sequence < first + count);
  if (!batch) throw new Error(`no event ${sequence}`);
  const lines = change(sequence - batch.first)(linesOf(batch));
  await hands.put(place, batch.first, { ...withLines(batch, lines), count: lines.length });
}

const replaced =
  (at: number, by: (line: string) => string): Edit =>
  (lines) =>
    lines.map((line, n) => (n === at ? by(line) : line));

const lastLetter = (line: string) =>
  line.replace(/[a-z](?=[^a-z]*$)/, (letter) => (letter === 'q' ? 'z' : 'q'));

const events = (h: History): Tampering[] => [
  ...(['merged', 'open', 'redacted', 'grown'] as const).flatMap((which) =>
    [1, 3, 7, 12].flatMap((n): Tampering[] => [
      {
        name: `a letter of event ${n} (${which})`,
        do: (hands) => edit(hands, h[which], n, (at) => replaced(at, lastLetter)),
      },
      {
        name: `the type of event ${n} (${which})`,
        do: (hands) =>
          edit(hands, h[which], n, (at) => replaced(at, (line) => line.replace('"user"\t', '"tool"\t'))),
      },
    ]),
  ),
  ...[2, 9].map(
    (n): Tampering => ({
      name: `the time of event ${n} in a merged batch`,
      do: (hands) =>
        edit(hands, h.merged, n, (at) =>
          replaced(at, (line) => line.replace(/^\d+/, (t) => String(Number(t) + 1))),
        ),
    }),
  ),
  ...(['open', 'redacted', 'grown'] as const).flatMap((which) =>
    [1, -60_000].map(
      (by): Tampering => ({
        name: `the time of a batch by ${by} (${which})`,
        async do(hands) {
          const [batch] = await hands.batches(h[which]);
          if (batch) await hands.put(h[which], batch.first, { ...batch, at: batch.at + by });
        },
      }),
    ),
  ),
  ...(['merged', 'open'] as const).flatMap((which) =>
    [1, 5].flatMap((n): Tampering[] => [
      {
        name: `event ${n} taken out, those after it moved up (${which})`,
        async do(hands) {
          await edit(hands, h[which], n, (at) => (lines) => lines.filter((_, k) => k !== at));
          const batches = await hands.batches(h[which]);
          for (const batch of batches.filter(({ first }) => first > n))
            await hands.put(h[which], batch.first, { ...batch, first: batch.first - 1 });
          await hands.run(
            'update sessions set event_count = event_count - 1 where session_id = $1',
            h[which].sessionId,
          );
        },
      },
      {
        name: `an event put in after ${n} (${which})`,
        async do(hands) {
          const batches = (await hands.batches(h[which])).toReversed();
          for (const batch of batches.filter(({ first }) => first > n))
            await hands.put(h[which], batch.first, { ...batch, first: batch.first + 1 });
          await edit(hands, h[which], n, (at) => (lines) => lines.toSpliced(at + 1, 0, lines[at] ?? ''));
          await hands.run(
            'update sessions set event_count = event_count + 1 where session_id = $1',
            h[which].sessionId,
          );
        },
      },
      {
        name: `events ${n} and ${n + 1} of one batch swapped (${which})`,
        do: (hands) =>
          edit(
            hands,
            h[which],
            n,
            (at) => (lines) => lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? ''),
          ),
      },
      {
        name: `event ${n} copied from another session (${which})`,
        async do(hands) {
          const [from] = await hands.batches(h.other);
          const line = from && linesOf(from)[0];
          await edit(hands, h[which], n, (at) =>
            replaced(at, (own) => `${/^\d+\t/.exec(own)?.[0] ?? ''}${line}`),
          );
        },
      },
    ]),
  ),
];

const batches = (h: History): Tampering[] => [
  ...[0, 1, -1].map(
    (which): Tampering => ({
      name: `batch ${which} removed`,
      async do(hands) {
        const batch = (await hands.batches(h.open)).at(which);
        if (batch) await hands.put(h.open, batch.first, undefined);
      },
    }),
  ),
  {
    name: 'all events of a session removed',
    async do(hands) {
      for (const { first } of await hands.batches(h.grown)) await hands.put(h.grown, first, undefined);
    },
  },
  {
    name: 'two batches swapped',
    async do(hands) {
      const [one, two] = await hands.batches(h.open);
      if (!one || !two) return;
      await hands.put(h.open, one.first, { ...two, first: one.first });
      await hands.put(h.open, two.first, { ...one, first: two.first });
    },
  },
  {
    name: 'a batch put in the middle of another one',
    async do(hands) {
      const [one] = await hands.batches(h.open);
      if (one) await hands.put(h.open, -1, { ...one, first: one.first + 1 });
    },
  },
  {
    name: 'a count that is wrong',
    async do(hands) {
      const [one] = await hands.batches(h.merged);
      if (one) await hands.put(h.merged, one.first, { ...one, count: one.count - 1 });
    },
  },
  {
    name: 'bytes that are no batch',
    async do(hands) {
      const [one] = await hands.batches(h.open);
      if (one) await hands.put(h.open, one.first, { ...one, encoding: 1, body: Buffer.from('nothing') });
    },
  },
  ...[0, 8 * 86_400_000].map(
    (more): Tampering => ({
      name: `events that say they came long ago, ${more === 0 ? 'a week' : 'a fortnight'}`,
      async do(hands) {
        const last = (await hands.batches(h.open)).at(-1);
        if (!last) return;
        const first = last.first + last.count;
        await hands.put(h.open, first, { ...last, first, at: last.at - 7 * 86_400_000 - more });
        await hands.run(
          'update sessions set event_count = event_count + $1::bigint where session_id = $2',
          last.count,
          h.open.sessionId,
        );
      },
    }),
  ),
  ...[true, false].map(
    (withSeals): Tampering => ({
      name: `a session rolled back ${withSeals ? 'with' : 'without'} its seals`,
      async do(hands) {
        const last = (await hands.batches(h.grown)).at(-1);
        if (!last) return;
        await hands.put(h.grown, last.first, undefined);
        await hands.run(
          'update sessions set event_count = $1::bigint where session_id = $2',
          last.first - 1,
          h.grown.sessionId,
        );
        if (withSeals)
          await hands.run(
            'delete from seals where session_pk = $1 and first_sequence = (select max(first_sequence) from seals where session_pk = $2)',
            h.grown.sessionPk,
            h.grown.sessionPk,
          );
      },
    }),
  ),
];

const sessions = (h: History): Tampering[] => [
  ...(['open', 'merged', 'redacted', 'grown'] as const).flatMap((which): Tampering[] => [
    {
      name: `the session removed (${which})`,
      do: (hands) => hands.run('delete from sessions where session_id = $1', h[which].sessionId),
    },
    {
      name: `the session removed with seals and a deletion that nobody asked for (${which})`,
      async do(hands) {
        await hands.run('delete from sessions where session_id = $1', h[which].sessionId);
        await hands.run('delete from seals where session_pk = $1', h[which].sessionPk);
        await hands.run(
          `insert into erasures (session_id, organization_id, session_pk, event_count, reason, requested_at, removed_at, erased_at, proof)
            values ($1, 'org_x', $2, 12, 'operator', 1, null, null, 'forged')`,
          h[which].sessionId,
          h[which].sessionPk,
        );
      },
    },
    {
      name: `the session in another organization (${which})`,
      do: (hands) =>
        hands.run(
          'update sessions set organization_id = $1 where session_id = $2',
          h.otherOrganization,
          h[which].sessionId,
        ),
    },
    {
      name: `the count of its events (${which})`,
      do: (hands) =>
        hands.run(
          'update sessions set event_count = event_count + 1 where session_id = $1',
          h[which].sessionId,
        ),
    },
  ]),
  {
    name: 'the events of two sessions exchanged',
    async do(hands) {
      const [one, two] = [await hands.batches(h.open), await hands.batches(h.other)];
      for (const { first } of one) await hands.put(h.open, first, undefined);
      for (const { first } of two) await hands.put(h.other, first, undefined);
      for (const batch of one) await hands.put(h.other, -1, batch);
      for (const batch of two) await hands.put(h.open, -1, batch);
    },
  },
  {
    name: 'a deleted session put back under its old name',
    do: (hands) =>
      hands.run('update sessions set session_id = $1 where session_id = $2', h.deletedId, h.other.sessionId),
  },
];

const marksOf =
  (which: keyof History, offset: number) =>
  (h: History): Tampering => ({
    name: `a byte of the marks at ${offset} (${which})`,
    async do(hands) {
      const { sessionPk } = h[which] as Place;
      const [seal] = (await hands.run(
        'select first_sequence, marks from seals where session_pk = $1 order by 1',
        sessionPk,
      )) as { marks: Uint8Array }[];
      const marks = Buffer.from(seal?.marks ?? []);
      marks[offset] = (marks[offset] ?? 0) ^ 1;
      await hands.run(
        'update seals set marks = $1 where session_pk = $2 and first_sequence = 1',
        marks,
        sessionPk,
      );
    },
  });

const seals = (h: History): Tampering[] => [
  ...[0, 20, 50, markBytes + 3, markBytes * 2 + 20].map((offset) => marksOf('open', offset)(h)),
  marksOf('redacted', markBytes * 2 + 20)(h),
  ...(['open', 'grown'] as const).flatMap((which): Tampering[] => [
    {
      name: `the digest of a seal (${which})`,
      do: (hands) =>
        hands.run(
          `update seals set digest = 'ff' where session_pk = $1 and first_sequence = 1`,
          h[which].sessionPk,
        ),
    },
    {
      name: `the count of a seal (${which})`,
      do: (hands) =>
        hands.run('update seals set count = count - 1 where session_pk = $1', h[which].sessionPk),
    },
    {
      name: `the seals removed (${which})`,
      do: (hands) => hands.run('delete from seals where session_pk = $1', h[which].sessionPk),
    },
  ]),
  {
    name: 'a seal of nothing',
    do: (hands) => hands.run(`insert into seals values (999999, 1, 1, 'ff', $1)`, Buffer.alloc(markBytes)),
  },
  {
    name: 'a seal after the last one',
    do: (hands) =>
      hands.run(`insert into seals values ($1, 500, 1, 'ff', $2)`, h.open.sessionPk, Buffer.alloc(markBytes)),
  },
];

const entryOf = async (hands: Tampered, number: number): Promise<ChainEntry> => {
  const [entry] = await hands.run('select * from chain_entries where number = $1', number);
  return entry as ChainEntry;
};

const chain = (h: History, last: number): Tampering[] => [
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

const ledger = (h: History): Tampering[] => [
  ...[
    `reason = 'another'`,
    `requested_by = 'usr_x'`,
    'requested_at = requested_at + 1',
    'count = count + 1',
    `sequences = '[1]'`,
  ].map(
    (set): Tampering => ({
      name: `of a redaction ${set}`,
      do: (hands) => hands.run(`update redactions set ${set} where redaction_id = $1`, h.redactionId),
    }),
  ),
  {
    name: 'a redaction removed from the ledger',
    do: (hands) => hands.run('delete from redactions where redaction_id = $1', h.redactionId),
  },
  {
    name: 'a redaction put into the ledger to explain a change',
    async do(hands) {
      await edit(hands, h.open, 2, (at) => replaced(at, lastLetter));
      await hands.run(
        `insert into redactions (redaction_id, organization_id, session_id, session_pk, bucket, requested_by, requested_at,
            reason, count, sequences, sealed, rewritten_at, erased_at)
          select 'red_forged', organization_id, $1, $2, bucket, requested_by, requested_at, reason, 1, '[2]', null,
            rewritten_at, erased_at from redactions where redaction_id = $3`,
        h.open.sessionId,
        h.open.sessionPk,
        h.redactionId,
      );
    },
  },
];

export const tamperings = (history: History, lastEntry: number): Tampering[] => [
  ...events(history),
  ...batches(history),
  ...sessions(history),
  ...seals(history),
  ...chain(history, lastEntry),
  ...ledger(history),
];
