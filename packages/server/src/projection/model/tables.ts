/** The tables that say what a read model was folded from and what is left to fold; `s` as in links/tables.ts. */
export const modelTables = (s: string, types: { int: string; end: string }): string => `
  -- One row. build: another one whenever everything was thrown away. lineage: that of the log it is folded from.
  -- sessions: how many there were to fold when it was made. whole_at: when the last of them was. used_at: when a
  -- server of this version last said that it uses it.
  create table ${s}model (
    build text not null,
    lineage text not null,
    made_at ${types.int} not null,
    sessions ${types.int} not null,
    whole_at ${types.int},
    used_at ${types.int} not null
  )${types.end};
  -- Sessions that are still to be folded for the first time, by all servers of this version together. Whoever takes
  -- one has it until taken_until; then somebody else may.
  create table ${s}work (
    session_id text primary key,
    organization_id text not null,
    place ${types.int} not null,
    taken_until ${types.int} not null
  )${types.end};
  create index work_place on ${s}work (place);
`;

/** Everything there is to fold: the newest session of every organization, then their second newest, and so on. */
export const allWork = `select session_id, organization_id, row_number() over (order by turn, session_pk desc) as place
  from (select session_id, organization_id, session_pk,
    row_number() over (partition by organization_id order by session_pk desc) as turn from sessions) turns`;

/** So long nobody else takes what was taken. */
export const workLease = 2 * 60_000;

/** How far the first folding of everything has come. */
export interface Progress {
  /** Sessions there were to fold. */
  total: number;
  /** Of those, not folded yet. */
  left: number;
}

/** In whole percent, and 100 only when nothing is left. */
export const percentOf = ({ total, left }: Progress): number =>
  left === 0 ? 100 : Math.min(99, Math.floor((100 * (total - left)) / Math.max(1, total)));
