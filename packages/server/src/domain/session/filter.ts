import type {
  EndedOutcome,
  SecretEnvironment,
  SessionFact,
  SessionSort,
  SessionStatus,
  Severity,
} from '@debrief/contract';
import { DebriefError } from '@debrief/contract/error';
import { type Reader, readableConditions } from '../access/reader.ts';
import { decodeCursor } from '../cursor.ts';
import { knownRule } from '../findings/known-rule.ts';
import { leastRisk } from '../findings/risk.ts';
import type { AskedReviewState, PlaceValue } from '../review/state-sql.ts';

/** A place in the order of the list: newest first by `startedAt`, then by `sessionId`. */
export interface SessionPosition {
  startedAt: number;
  sessionId: string;
}

/** What the list is ordered by, and the place in that order which a page begins after. */
export interface SessionOrder {
  sort: SessionSort;
  order: 'desc' | 'asc';
  after?: OrderPosition | undefined;
}

export interface OrderPosition {
  /** What the list is sorted by; the start of the session in the order of repositories or authors. */
  key: number;
  sessionId: string;
  /** The repository or the author. */
  group?: string;
}

/** One value, or several of which any will do. */
type Some<Value> = Value | readonly Value[];

/** Which sessions the list and the search look at. */
export interface SessionFilter {
  status?: Some<SessionStatus> | undefined;
  agentId?: Some<string> | undefined;
  environmentId?: Some<string> | undefined;
  installationId?: string | undefined;
  secretEnvironment?: SecretEnvironment | undefined;
  repoRoot?: Some<string> | undefined;
  repository?: Some<string> | undefined;
  /** `null`: sessions without an author. */
  authorUserId?: Some<string | null> | undefined;
  startedAfter?: number | undefined;
  startedBefore?: number | undefined;
  /** Only sessions with at least one of each. */
  has?: readonly SessionFact[] | undefined;
  /** Only sessions with a finding at least this severe. */
  severity?: Severity | undefined;
  /** Only sessions in which this rule found something; one of the catalog. */
  rule?: Some<string> | undefined;
  outcome?: Some<EndedOutcome> | undefined;
  /** Only sessions that changed a file whose path ends like this. */
  file?: Some<string> | undefined;
  /** Only sessions with this word of the team. */
  label?: Some<string> | undefined;
  /** Only sessions whose review stands like this. */
  review?: AskedReviewState | undefined;
  /** Only sessions that come after this one in the order of the list. */
  before?: SessionPosition | undefined;
  /** Only sessions that are held at this time. */
  heldAt?: number | undefined;
  /** Who asks. What is looked for in the content of sessions is looked for in those they may read. */
  reader?: Reader | undefined;
}

/** The filter as the query string of both routes gives it. */
export interface SessionFilterInput {
  status?: Some<SessionStatus>;
  agentId?: Some<string>;
  environmentId?: Some<string>;
  agentInstallationId?: string;
  secretEnvironment?: SecretEnvironment;
  repoRoot?: Some<string>;
  repository?: Some<string>;
  author?: Some<string>;
  startedAfter?: string;
  startedBefore?: string;
  has?: SessionFact[];
  severity?: Severity;
  rule?: Some<string>;
  outcome?: Some<EndedOutcome>;
  file?: Some<string>;
  label?: Some<string>;
  cursor?: string;
}

/** Each value once; none when the filter does not ask. */
export function valuesOf<Value extends string | null>(some: Some<Value> | undefined): Value[] {
  if (some === undefined) return [];
  return [...new Set(Array.isArray(some) ? (some as readonly Value[]) : [some as Value])];
}

function instantOf(name: string, value: string): number {
  const at = Date.parse(value);
  if (Number.isNaN(at)) throw new DebriefError('validation_error', `${name} is not a point in time.`);
  return at;
}

export function readSessionFilter(input: SessionFilterInput): SessionFilter {
  const position = input.cursor === undefined ? undefined : decodeCursor(input.cursor, ['number', 'string']);
  const { startedAfter, startedBefore } = input;
  for (const rule of valuesOf(input.rule)) knownRule(rule);
  const authors = valuesOf(input.author).map((author) => (author === 'none' ? null : author));
  return {
    status: input.status,
    agentId: input.agentId,
    environmentId: input.environmentId,
    installationId: input.agentInstallationId,
    secretEnvironment: input.secretEnvironment,
    repoRoot: input.repoRoot,
    repository: input.repository,
    authorUserId: authors.length > 0 ? authors : undefined,
    startedAfter: startedAfter === undefined ? undefined : instantOf('startedAfter', startedAfter),
    startedBefore: startedBefore === undefined ? undefined : instantOf('startedBefore', startedBefore),
    has: input.has,
    severity: input.severity,
    rule: input.rule,
    outcome: input.outcome,
    file: input.file,
    label: input.label,
    before: position && { startedAt: position[0] as number, sessionId: position[1] as string },
  };
}

/** One comparison with a column of the sessions; both engines name their columns alike. */
export interface SessionCondition {
  column: string;
  operator: '=' | '<' | '>' | 'in';
  values: readonly (string | number)[];
}

/** All of a filter besides its position, which each query compares in its own way. */
export function sessionConditions(filter: SessionFilter): SessionCondition[] {
  const authors = valuesOf(filter.authorUserId);
  const asked: [column: string, values: readonly (string | number)[]][] = [
    ['status', valuesOf(filter.status)],
    ['agent_id', valuesOf(filter.agentId)],
    ['environment_id', valuesOf(filter.environmentId)],
    ['installation_id', valuesOf(filter.installationId)],
    ['secret_environment', valuesOf(filter.secretEnvironment)],
    ['repo_root', valuesOf(filter.repoRoot)],
    ['repository', valuesOf(filter.repository)],
    // Together with "nobody" it is a fact (below).
    ['author_user_id', authors.includes(null) ? [] : authors.filter((author) => author !== null)],
  ];
  const { startedAfter, startedBefore } = filter;
  return [
    ...asked
      .filter(([, values]) => values.length > 0)
      .map(([column, values]) => ({
        column,
        operator: values.length === 1 ? ('=' as const) : ('in' as const),
        values,
      })),
    ...(startedAfter === undefined
      ? []
      : [{ column: 'started_at', operator: '>' as const, values: [startedAfter] }]),
    ...(startedBefore === undefined
      ? []
      : [{ column: 'started_at', operator: '<' as const, values: [startedBefore] }]),
  ];
}

/** A condition as SQL; `column` may have a prefix of its own. */
export const conditionSql = (
  { operator, values }: SessionCondition,
  column: string,
  place: PlaceValue,
): string =>
  operator === 'in'
    ? `${column} in (${values.map(place).join(', ')})`
    : `${column} ${operator} ${place(values[0])}`;

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** Rules are of the catalog, or named like a rule of a team: nothing that a client wrote. */
export const ruleSql = (rules: readonly string[], table: string): string =>
  `${table}.rule in (${quoted(rules.map((rule) => knownRule(rule) as string))})`;

/** Said here once more: whoever imports it as a value loads every schema of the contract. */
const outcomes: readonly EndedOutcome[] = [
  'finished',
  'handed over',
  'abandoned',
  'failed',
  'cannot be told',
];

export const outcomeSql = (asked: readonly string[], table: string): string =>
  `${table}.outcome in (${quoted(outcomes.filter((one) => asked.includes(one)))})`;

/** A row of `session_files` whose path is, or ends in, one of these. The index has the names of files. */
export function fileSql(files: readonly string[], table: string, place: PlaceValue): string {
  const conditions = files.map((given) => {
    const path = given.replace(/^(?:\.?\/)+/, '');
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isNamed = `${table}.name = ${place(name)}`;
    if (name === path) return isNamed;
    const end = place(`/${path}`);
    const whole = `'/' || ${table}.path`;
    return `${isNamed} and substr(${whole}, length(${whole}) - length(${end}) + 1) = ${end}`;
  });
  return `(${conditions.join(' or ')})`;
}

/** A row of `session_labels` with one of these. */
export const labelSql = (labels: readonly string[], table: string, place: PlaceValue): string =>
  `${table}.label in (${labels.map((label) => place(label.normalize('NFC'))).join(', ')})`;

/** As an index has it: "nobody" beside names would otherwise be read and sorted whole. */
export function authorSql(authors: readonly (string | null)[], place: PlaceValue): string | undefined {
  if (!authors.includes(null)) return undefined;
  return `coalesce(s.author_user_id, '') in (${authors.map((author) => place(author ?? '')).join(', ')})`;
}

const exists = (table: string, condition: string, id = 's.session_id', end = ''): string =>
  `exists (select 1 from projection.${table} f where f.session_id = ${id} and ${condition}${end})`;

/** What a filter asks of more than a column of the session `s`, as SQL; with a reader, also that they may read it. */
export function sessionFacts(filter: SessionFilter, place: PlaceValue): string[] {
  const { has = [], severity } = filter;
  const nobody = authorSql(valuesOf(filter.authorUserId), place);
  return [
    ...[...new Set(has)].map((fact) => exists('session_statistics', `f.${fact} > 0`)),
    ...(severity === undefined ? [] : [exists('session_findings', `f.risk >= ${leastRisk[severity]}`)]),
    ...(nobody === undefined ? [] : [nobody]),
    ...sessionParts(filter, place),
    ...readableConditions(filter.reader, place),
  ];
}

/** What the parts of a session are looked up by. */
export interface PartsFrom {
  id: string;
  organization: string;
  starts: string;
  /** One session after the other until a page is full: PostgreSQL would join all that have it, and sort them. */
  isOneByOne: boolean;
}

/** What a filter asks of the parts of a session: rules that found something, how it ended, the files it changed. */
export function sessionParts(filter: SessionFilter, place: PlaceValue, from?: PartsFrom): string[] {
  const [rules, ends, files] = [valuesOf(filter.rule), valuesOf(filter.outcome), valuesOf(filter.file)];
  const id = from?.id;
  const end = from?.isOneByOne ? ' offset 0' : '';
  // The index has these beside the name: without them every file of a session would be looked at.
  const isOfSession = from
    ? `f.organization_id = ${from.organization} and f.started_at = ${from.starts} and `
    : '';
  const labels = valuesOf(filter.label);
  return [
    ...(rules.length === 0 ? [] : [exists('session_rules', ruleSql(rules, 'f'), id, end)]),
    ...(ends.length === 0 ? [] : [exists('session_statistics', outcomeSql(ends, 'f'), id)]),
    ...(files.length === 0
      ? []
      : [exists('session_files', `${isOfSession}${fileSql(files, 'f', place)}`, id, end)]),
    ...(labels.length === 0
      ? []
      : [
          `exists (select 1 from session_labels f where f.session_id = ${id ?? 's.session_id'} and ${labelSql(labels, 'f', place)})`,
        ]),
  ];
}
