import { heldSql } from '../../domain/access/reader.ts';
import { type Measure, type Measures, measures, noMeasures } from '../../domain/insights/measures.ts';
import type { CellName, InsightStore, WeekMeasures } from '../../domain/insights/ports.ts';
import type { OpenDatabase } from '../database.ts';

type Row = Record<string, number | string> & { week: number | string };

/** Columns come in camelCase; both engines give what was asked for by another name as it was written. */
const summed = (names: readonly Measure[]): string =>
  names.map((name, at) => `sum(i.${name}) as "m${at}"`).join(', ');

const measuresOf = (row: Row, names: readonly Measure[]): Measures => {
  const read = noMeasures();
  // PostgreSQL sums whole numbers to decimals, which come as text.
  for (const [at, name] of names.entries()) read[name] = Number(row[`m${at}`]);
  return read;
};

const byWeek = (rows: readonly Row[], names: readonly Measure[]): WeekMeasures =>
  new Map(rows.map((row) => [Number(row.week), measuresOf(row, names)]));

const live = "i.organization_id = $1 and i.secret_environment = 'live'";

/** Of all weeks at once PostgreSQL sorts on disk; those of one week it reads in the order of the key. */
const eachWeek = (engine: OpenDatabase['engine'], select: string, grouped: string): string =>
  engine === 'sqlite'
    ? `${select} and i.week between $2 and $3 ${grouped}`
    : `select c.* from generate_series($2::bigint, $3::bigint) as w (week)
        cross join lateral (${select} and i.week = w.week ${grouped}) c`;

export const insightStore = ({ rows, engine }: OpenDatabase): InsightStore => {
  const joined = engine === 'sqlite' ? 'group_concat' : 'string_agg';
  // SQLite would begin with the sums, and read all of them for each cell.
  const byCell = engine === 'sqlite' ? 'cross join' : 'join';
  const weeksIn = (place: string) =>
    engine === 'sqlite'
      ? `(select value from json_each(${place}))`
      : `(select value::bigint from json_array_elements_text(${place}::json))`;
  const cellsOf = (place: string) =>
    engine === 'sqlite'
      ? `(select value ->> 0 as week, value ->> 1 as repository, value ->> 2 as agent_id from json_each(${place}))`
      : `(select (value ->> 0)::bigint as week, value ->> 1 as repository, value ->> 2 as agent_id
          from json_array_elements(${place}::json))`;
  return {
    async cells(organizationId, { first, last }) {
      const found = await rows<CellName & { authors: string }>(
        eachWeek(
          engine,
          `select i.week, i.repository, i.agent_id as "agentId", ${joined}(i.author_user_id || ' ' || i.sessions, ',') as authors
            from projection.insight_authors i where ${live}`,
          'group by i.week, i.repository, i.agent_id',
        ),
        [organizationId, first, last],
      );
      return found.map(({ authors, ...row }) => ({
        ...row,
        week: Number(row.week),
        authors: authors.split(',').map(authorOf),
      }));
    },
    async sums(organizationId, weeks, names, besides) {
      const whole =
        weeks.length === 0
          ? []
          : await rows<Row>(
              `select i.week, ${summed(names)} from projection.insight_weeks i
                where ${live} and i.week in ${weeksIn('$2')} group by i.week`,
              [organizationId, JSON.stringify(weeks)],
            );
      const parts =
        besides.length === 0
          ? []
          : await rows<Row>(
              `select i.week, ${summed(names)} from ${cellsOf('$2')} c ${byCell} projection.insight_weeks i on ${live}
                and i.week = c.week and i.repository = c.repository and i.agent_id = c.agent_id group by i.week`,
              [organizationId, JSON.stringify(besides.map(listed))],
            );
      return byWeek([...whole, ...parts], names);
    },
    async ownSums(organizationId, userId, { first, last }, { repository, agentId }) {
      const found = await rows<Row>(
        `select i.week, ${summed(columnNames)}, count(*) as sessions from projection.session_insights i
          where ${live} and i.week between $2 and $3 and i.author_user_id = $4
            and ($5 = '' or i.repository = $6) and ($7 = '' or i.agent_id = $7) group by i.week`,
        [
          ...[organizationId, first, last, userId],
          ...[repository === undefined ? '' : 'one', repository ?? '', agentId ?? ''],
        ],
      );
      return new Map(found.map((row) => [Number(row.week), ofSessions(row)]));
    },
    async held(organizationId, { first, last }, now) {
      const found = await rows<Row & { repository: string; agentId: string; authorUserId: string }>(
        `select i.week, i.repository, i.agent_id as "agentId", i.author_user_id as "authorUserId", ${summed(columnNames)},
            count(*) as sessions
          from sessions s join projection.session_insights i on i.session_id = s.session_id
          where s.organization_id = $1 and i.secret_environment = 'live' and i.week between $2 and $3
            and s.held_for is not null and ${heldSql('$4')}
          group by i.week, i.repository, i.agent_id, i.author_user_id`,
        [organizationId, first, last, now],
      );
      return found.map((row) => ({
        ...{ week: Number(row.week), repository: row.repository, agentId: row.agentId },
        authorUserId: row.authorUserId,
        measures: ofSessions(row),
      }));
    },
  };
};

const authorOf = (text: string): [authorUserId: string, sessions: number] => {
  const end = text.lastIndexOf(' ');
  return [text.slice(0, end), Number(text.slice(end + 1))];
};

/** A row of a session has no count of sessions. */
const columnNames = measures.filter((name) => name !== 'sessions');

const ofSessions = (row: Row): Measures => ({
  ...measuresOf(row, columnNames),
  sessions: Number(row.sessions),
});

const listed = ({ week, repository, agentId }: CellName) => [week, repository, agentId];
