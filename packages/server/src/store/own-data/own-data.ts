import { ownDataKinds } from '@debrief/contract';
import { type RawBuilder, sql } from 'kysely';
import type { OwnDataStore, OwnRow, Whose } from '../../domain/own-data/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { type OwnTable, places } from './places.ts';

function conditionOf(
  { mine, where, isOfAll }: OwnTable,
  { organizationId, userId }: Whose,
): RawBuilder<unknown> {
  const any = mine.map((column) => sql`t.${sql.raw(column)} = ${userId}`);
  const also = where?.split(':me').map((part) => sql.raw(part));
  return sql.join(
    [
      ...(any.length > 0 ? [sql`(${sql.join(any, sql` or `)})`] : []),
      ...(isOfAll ? [] : [sql`t.organization_id = ${organizationId}`]),
      ...(also ? [sql`(${sql.join(also, sql`${userId}`)})`] : []),
    ],
    sql` and `,
  );
}

const isTime = (name: string): boolean => name === 'at' || /(?:At|^until)$/.test(name);

function shownValue(name: string, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (isTime(name)) return new Date(Number(value)).toISOString();
  return typeof value === 'number' ? value : String(value);
}

export const ownDataStore = ({ db }: OpenDatabase): OwnDataStore => ({
  kinds: ownDataKinds,

  async count(kind, whose) {
    const place = places[kind];
    const { rows } = await sql<{ count: unknown }>`select count(*) as count from ${sql.raw(place.table)} t
      where ${conditionOf(place, whose)}`.execute(db);
    return Number(rows[0]?.count ?? 0);
  },

  async rows(kind, whose, after, limit) {
    const place = places[kind];
    const key = place.key.map((column) => `t.${column}`);
    const wanted = [...place.shown.map((column) => `t.${column}`), ...key.map((one, n) => `${one} as k${n}`)];
    const isAfter = after ? sql` and (${sql.raw(key.join(', '))}) > (${sql.join([...after])})` : sql``;
    const found = await sql<Record<string, unknown>>`select ${sql.raw(wanted.join(', '))}
      from ${sql.raw(place.table)} t where ${conditionOf(place, whose)}${isAfter}
      order by ${sql.raw(key.join(', '))} limit ${limit}`.execute(db);
    const last = found.rows.length === limit ? found.rows.at(-1) : undefined;
    return {
      rows: found.rows.map(shownRow),
      ...(last && { next: key.map((_, n) => last[`k${n}`] as string | number) }),
    };
  },
});

const isKey = /^k\d$/;

const shownRow = (row: Record<string, unknown>): OwnRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !isKey.test(name))
      .map(([name, value]) => [name, shownValue(name, value)]),
  );
