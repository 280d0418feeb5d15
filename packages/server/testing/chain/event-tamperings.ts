import { edit, lastLetter, replaced } from './edit.ts';
import { linesOf } from './tampered.ts';
import type { History, Tampering } from './tamperings.ts';

export const eventTamperings = (h: History): Tampering[] => [
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

export const batchTamperings = (h: History): Tampering[] => [
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
