import type { StoredBatch } from '../../src/log/batch.ts';
import { eventsOf, unpack } from '../../src/log/batch.ts';
import type { Dice } from '../fuzz/dice.ts';
import type { Place, Tampered } from './tampered.ts';

/** What is proved of each table, by the column that names a row. */
const proved = {
  seals: { key: 'digest', columns: ['digest', 'count', 'first_sequence', 'session_pk', 'marks'] },
  chain_entries: { key: 'number', columns: ['number', 'at', 'kind', 'body', 'digest', 'signature'] },
  sessions: { key: 'session_id', columns: ['session_id', 'organization_id', 'event_count'] },
  redactions: {
    key: 'redaction_id',
    columns: [
      ...['redaction_id', 'organization_id', 'session_id', 'requested_by', 'requested_at', 'reason'],
      ...['count', 'sequences'],
    ],
  },
  erasures: {
    key: 'session_id',
    columns: ['session_id', 'organization_id', 'reason', 'requested_by', 'requested_at', 'proof'],
  },
} as const;

type Table = keyof typeof proved;

/** Somebody changes what they like; undefined where the database still says the same. */
export async function tamperAtRandom(
  hands: Tampered,
  dice: Dice,
  places: readonly Place[],
): Promise<string | undefined> {
  if (dice.chance(0.4)) return ofBatch(hands, dice, dice.of(places));
  return ofRow(hands, dice, dice.of(Object.keys(proved) as Table[]), places);
}

/** Free numbers, so that the database takes them. */
const free = (dice: Dice) => 1_000_000 + dice.below(1_000_000);

function changed(dice: Dice, value: unknown): unknown {
  if (typeof value === 'number') return dice.chance(0.3) ? free(dice) : value + 1;
  if (value instanceof Uint8Array) {
    if (dice.chance(0.2)) return Buffer.from(value).subarray(0, dice.below(value.length));
    const bytes = Buffer.from(value);
    const at = dice.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.below(8));
    return bytes;
  }
  const text = typeof value === 'string' ? value : '';
  const at = dice.below(text.length);
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
}

async function ofRow(hands: Tampered, dice: Dice, table: Table, places: readonly Place[]): Promise<string> {
  const { key, columns } = proved[table];
  const column = dice.of(columns);
  // Sessions of other tests in the same database may not be sealed.
  const where = table === 'sessions' ? 'where session_id = $1' : '';
  const { sessionId } = dice.of(places);
  const rows = (await hands.run(
    `select ${key} as id, ${column} as value from ${table} ${where} order by 1`,
    ...(where ? [sessionId] : []),
  )) as { id: unknown; value: unknown }[];
  const { id, value } = dice.of(rows);
  if (dice.chance(0.15)) {
    await hands.run(`delete from ${table} where ${key} = $1`, id);
    return `${table}: a row removed`;
  }
  // The next number may be taken.
  const isKey = ['number', 'session_pk', 'first_sequence'].includes(column);
  const to = isKey ? free(dice) : changed(dice, value);
  const number = typeof to === 'number' ? '::bigint' : '';
  await hands.run(`update ${table} set ${column} = $1${number} where ${key} = $2`, to, id);
  return `${table}: ${column}${typeof to === 'object' ? '' : ` from ${value} to ${to}`}`;
}

async function readOf(hands: Tampered, place: Place): Promise<string> {
  const batches = await hands.batches(place);
  return JSON.stringify(
    batches.map((batch) => {
      try {
        const events = eventsOf(batch, unpack(batch));
        return [batch.count, events.map(({ payload, ...event }) => [event, payload.toString('hex')])];
      } catch {
        return 'not to be read';
      }
    }),
  );
}

async function ofBatch(hands: Tampered, dice: Dice, place: Place): Promise<string | undefined> {
  const before = await readOf(hands, place);
  const batches = await hands.batches(place);
  const batch = dice.of(batches);
  const other = dice.of(batches.filter((one) => one !== batch).concat(batch));
  const ways: Record<string, () => Promise<void>> = {
    removed: () => hands.put(place, batch.first, undefined),
    'a bit of its body': () => put({ body: changed(dice, batch.body) as Uint8Array }),
    'its time': () => put({ at: batch.at + 1 + dice.below(100_000) }),
    'its count': () => put({ count: batch.count + 1 + dice.below(5) }),
    'its encoding': () => put({ encoding: batch.encoding ^ (1 << dice.below(3)) }),
    moved: async () => {
      await hands.put(place, batch.first, undefined);
      await hands.put(place, -1, { ...batch, first: free(dice) });
    },
    copied: () => hands.put(place, -1, { ...batch, first: free(dice) }),
    'the body of another one': () => put({ body: other.body, encoding: other.encoding }),
  };
  const put = (more: Partial<StoredBatch>) => hands.put(place, batch.first, { ...batch, ...more });
  const way = dice.of(Object.keys(ways));
  await ways[way]?.();
  return (await readOf(hands, place)) === before ? undefined : `batch ${batch.first}: ${way}`;
}
