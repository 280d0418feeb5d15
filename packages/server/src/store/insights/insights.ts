import { heldSql } from '../../domain/access/reader.ts';
import { type Measure, type Measures, measures, noMeasures } from '../../domain/insights/measures.ts';
import type { Authors } from '../../domain/insights/partition.ts';
import type { CellName, InsightStore, WeekMeasures } from '../../domain/insights/ports.ts';
import type { OpenDatabase } from '../database.ts';

type Row = Record<string, number | string> & { week: number | string };
type HeldRow = Row & { repository: string; agentId: string; authorUserId: string };

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

const isOfCell = 'p.week = i.week and p.repository = i.repository and p.agent_id = i.agent_id';
const inWeeks = `${live} and i.week between $2 and $3`;
const cellWith = (people: string): string => `
  select i.week, i.repository, i.agent_id as "agentId", i.sessions, p.authors
  from projection.insight_weeks i left join ${people} and ${isOfCell} where ${inWeeks}`;

export const cellsSql: Record<OpenDatabase['engine'], string> = {
  // It looks up the people of each row by their key; in a list made first it would read all of them for each.
  sqlite: cellWith(
    'projection.insight_people p on p.organization_id = i.organization_id and p.secret_environment = i.secret_environment',
  ),
  // It would look them up one by one, too, and takes longer for that than for a list made first.
  postgres: `with p as materialized (select * from projection.insight_people i where ${inWeeks}) ${cellWith('p on true')}`,
};

export const insightStore = ({ rows, engine }: OpenDatabase): InsightStore => {
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
      const found = await rows<CellName & { sessions: number; authors: string | null }>(cellsSql[engine], [
        organizationId,
        first,
        last,
      ]);
      return found.map(({ week, sessions, authors, ...row }) => ({
        ...row,
        week: Number(week),
        sessions: Number(sessions),
        authors: authorsIn(authors ?? ''),
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
      const found = await rows<HeldRow>(
        `select i.week, i.repository, i.agent_id as "agentId", i.author_user_id as "authorUserId", ${summed(columnNames)},
            count(*) as sessions, (select a.sessions from projection.insight_authors a
              where a.organization_id = i.organization_id and a.secret_environment = i.secret_environment and a.week = i.week
                and a.repository = i.repository and a.agent_id = i.agent_id and a.author_user_id = i.author_user_id) as "ofAuthor"
          from sessions s join projection.session_insights i on i.session_id = s.session_id
          where s.organization_id = $1 and i.secret_environment = 'live' and i.week between $2 and $3
            and s.held_for is not null and ${heldSql('$4')}
          group by i.organization_id, i.secret_environment, i.week, i.repository, i.agent_id, i.author_user_id`,
        [organizationId, first, last, now],
      );
      return found.map((row) => ({
        ...{ week: Number(row.week), repository: row.repository, agentId: row.agentId },
        authorUserId: row.authorUserId,
        ofAuthor: Number(row.ofAuthor ?? 0),
        measures: ofSessions(row),
      }));
    },
  };
};

/** Each stands between two commas. Most are only counted, so their names are made when somebody goes through them. */
function authorsIn(text: string): Authors {
  let size = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) size++;
  return { size: size / 2, [Symbol.iterator]: () => text.split(',').filter(Boolean).values() };
}

/** A row of a session has no count of sessions. */
const columnNames = measures.filter((name) => name !== 'sessions');

const ofSessions = (row: Row): Measures => ({
  ...measuresOf(row, columnNames),
  sessions: Number(row.sessions),
});

const listed = ({ week, repository, agentId }: CellName) => [week, repository, agentId];
