import type { PlaceValue } from '../../domain/review/state-sql.ts';
import {
  conditionSql,
  fileSql,
  labelSql,
  outcomeSql,
  ruleSql,
  type SessionCondition,
  type SessionFilter,
  sessionConditions,
  valuesOf,
} from '../../domain/session/filter.ts';
import type { OpenDatabase } from '../database.ts';

/** Up to so many sessions are picked out and sorted instead of walking an order until a page is full. */
const fewSessions = 2000;
const picking = [
  ...['status', 'agent_id', 'environment_id', 'installation_id', 'repo_root', 'repository', 'author_user_id'],
];

/** A query of the ids of sessions. */
export interface Picked {
  text: string;
  values: unknown[];
}

/** The ways to pick sessions by an index, each by one part of the filter. */
function picksOf(filter: SessionFilter, isDerived: boolean): Picked[] {
  const pick = (table: string, conditionOf: (place: PlaceValue) => string): Picked => {
    const values: unknown[] = [];
    const condition = conditionOf((value) => `$${values.push(value) + 1}`);
    return {
      text: `select distinct s.session_id from ${table} s where s.organization_id = $1 and ${condition}`,
      values,
    };
  };
  const asked = sessionConditions(filter).filter(({ column }) => picking.includes(column));
  const authors = valuesOf(filter.authorUserId);
  const [rules, outcomes, files] = [valuesOf(filter.rule), valuesOf(filter.outcome), valuesOf(filter.file)];
  const labels = valuesOf(filter.label);
  return [
    ...(asked.length === 0 && !authors.includes(null) ? [] : [pickedSessions(asked, authors)]),
    ...(files.length === 0 ? [] : [pick('projection.session_files', (place) => fileSql(files, 's', place))]),
    ...(labels.length === 0 ? [] : [pick('session_labels', (place) => labelSql(labels, 's', place))]),
    // One of them is read in the order of starts by its own index.
    ...(rules.length < (isDerived ? 1 : 2)
      ? []
      : [pick('projection.session_rules', () => ruleSql(rules, 's'))]),
    ...(outcomes.length < (isDerived ? 1 : 2)
      ? []
      : [pick('projection.session_statistics', () => outcomeSql(outcomes, 's'))]),
  ];
}

/** By columns of the sessions. Those of nobody and those of somebody are two ways through an index. */
function pickedSessions(asked: readonly SessionCondition[], authors: readonly (string | null)[]): Picked {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value) + 1}`;
  const conditions = asked.map((condition) => conditionSql(condition, `s.${condition.column}`, place));
  const named = authors.filter((author) => author !== null);
  const whose = authors.includes(null)
    ? [
        's.author_user_id is null',
        ...(named.length === 0 ? [] : [`s.author_user_id in (${named.map(place).join(', ')})`]),
      ]
    : [];
  const pick = (conditions: readonly string[]) =>
    `select s.session_id from sessions s where s.organization_id = $1 and ${conditions.join(' and ')}`;
  const text =
    whose.length === 0
      ? pick(conditions)
      : whose.map((one) => pick([...conditions, one])).join(' union all ');
  return { text, values };
}

/** The first way to pick sessions that leaves few of them; `others` are ways besides those of the filter. */
export async function fewOf(
  { rows }: Pick<OpenDatabase, 'rows'>,
  organizationId: string,
  filter: SessionFilter,
  isDerived = false,
  others: readonly Picked[] = [],
): Promise<Picked | undefined> {
  for (const pick of [...others, ...picksOf(filter, isDerived)]) {
    // Not "distinct" here: it would have to read all of them.
    const some = pick.text.replace('distinct ', '');
    const [found] = await rows<{ count: number }>(
      `select count(*) as count from (${some} limit ${fewSessions}) few`,
      [organizationId, ...pick.values],
    );
    if (Number(found?.count) < fewSessions) return pick;
  }
  return undefined;
}

export const asksSeveral = (filter: SessionFilter): boolean =>
  sessionConditions(filter).some(({ operator }) => operator === 'in') ||
  valuesOf(filter.file).length > 0 ||
  valuesOf(filter.label).length > 0 ||
  (valuesOf(filter.authorUserId).includes(null) && valuesOf(filter.authorUserId).length > 1) ||
  valuesOf(filter.outcome).length > 1 ||
  valuesOf(filter.rule).length > 1;
