import { markBytes } from '../../src/domain/chain/mark.ts';
import { edit, lastLetter, replaced } from './edit.ts';
import type { Place } from './tampered.ts';
import type { History, Tampering } from './tamperings.ts';

export const sessionTamperings = (h: History): Tampering[] => [
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

export const sealTamperings = (h: History): Tampering[] => [
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

export const ledgerTamperings = (h: History): Tampering[] => [
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

export const receiptTamperings = (h: History): Tampering[] => [
  ...[
    `reason = 'retention'`,
    `requested_by = 'usr_x'`,
    'requested_at = requested_at - 1',
    'proof = null',
    `organization_id = '${h.otherOrganization}'`,
  ].map(
    (set): Tampering => ({
      name: `of the receipt of a deletion ${set}`,
      do: (hands) => hands.run(`update erasures set ${set} where session_id = $1`, h.deletedId),
    }),
  ),
  {
    name: 'the receipt of a deletion removed',
    do: (hands) => hands.run('delete from erasures where session_id = $1', h.deletedId),
  },
  {
    name: 'a receipt of a session that was never there',
    do: (hands) =>
      hands.run(
        `insert into erasures (session_id, organization_id, session_pk, event_count, reason, requested_at, removed_at, erased_at, proof)
          select 'ses_never', organization_id, 99999, 3, reason, requested_at, removed_at, erased_at, proof
          from erasures where session_id = $1`,
        h.deletedId,
      ),
  },
];
