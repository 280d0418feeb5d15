import type { SecretEnvironment, SessionFact, SessionSort, SessionStatus, Severity } from '@debrief/contract';
import { DebriefError } from '@debrief/contract/error';
import { decodeCursor } from '../cursor.ts';
import { knownRule } from '../findings/known-rule.ts';
import { leastRisk } from '../findings/risk.ts';
import type { AskedReviewState } from '../review/state-sql.ts';

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
  /** What the list is sorted by; the start of the session in the order of repositories. */
  key: number;
  sessionId: string;
  repository?: string;
}

/** Which sessions the list and the search look at. */
export interface SessionFilter {
  status?: SessionStatus | undefined;
  agentId?: string | undefined;
  environmentId?: string | undefined;
  installationId?: string | undefined;
  secretEnvironment?: SecretEnvironment | undefined;
  repoRoot?: string | undefined;
  /** `null`: only sessions without an author. */
  authorUserId?: string | null | undefined;
  startedAfter?: number | undefined;
  startedBefore?: number | undefined;
  /** Only sessions with at least one of each. */
  has?: readonly SessionFact[] | undefined;
  /** Only sessions with a finding at least this severe. */
  severity?: Severity | undefined;
  /** Only sessions in which this rule found something; one of the catalog. */
  rule?: string | undefined;
  /** Only sessions whose review stands like this. */
  review?: AskedReviewState | undefined;
  /** Only sessions that come after this one in the order of the list. */
  before?: SessionPosition | undefined;
}

/** The filter as the query string of both routes gives it. */
export interface SessionFilterInput {
  status?: SessionStatus;
  agentId?: string;
  environmentId?: string;
  agentInstallationId?: string;
  secretEnvironment?: SecretEnvironment;
  repoRoot?: string;
  author?: string;
  startedAfter?: string;
  startedBefore?: string;
  has?: SessionFact[];
  severity?: Severity;
  rule?: string;
  cursor?: string;
}

function instantOf(name: string, value: string): number {
  const at = Date.parse(value);
  if (Number.isNaN(at)) throw new DebriefError('validation_error', `${name} is not a point in time.`);
  return at;
}

export function readSessionFilter(input: SessionFilterInput): SessionFilter {
  const position = input.cursor === undefined ? undefined : decodeCursor(input.cursor, ['number', 'string']);
  const { startedAfter, startedBefore } = input;
  return {
    status: input.status,
    agentId: input.agentId,
    environmentId: input.environmentId,
    installationId: input.agentInstallationId,
    secretEnvironment: input.secretEnvironment,
    repoRoot: input.repoRoot,
    authorUserId: input.author === 'none' ? null : input.author,
    startedAfter: startedAfter === undefined ? undefined : instantOf('startedAfter', startedAfter),
    startedBefore: startedBefore === undefined ? undefined : instantOf('startedBefore', startedBefore),
    has: input.has,
    severity: input.severity,
    rule: knownRule(input.rule),
    before: position && { startedAt: position[0] as number, sessionId: position[1] as string },
  };
}

/** One comparison with a column of the sessions; both engines name their columns alike. */
export type SessionCondition = [column: string, operator: '=' | '<' | '>', value: string | number];

/** All of a filter besides its position, which each query compares in its own way. */
export function sessionConditions(filter: SessionFilter): SessionCondition[] {
  const asked: [column: string, operator: SessionCondition[1], value: string | number | undefined][] = [
    ['status', '=', filter.status],
    ['agent_id', '=', filter.agentId],
    ['environment_id', '=', filter.environmentId],
    ['installation_id', '=', filter.installationId],
    ['secret_environment', '=', filter.secretEnvironment],
    ['repo_root', '=', filter.repoRoot],
    ['author_user_id', '=', filter.authorUserId ?? undefined],
    ['started_at', '>', filter.startedAfter],
    ['started_at', '<', filter.startedBefore],
  ];
  return asked.filter((one): one is SessionCondition => one[2] !== undefined);
}

/** What a filter asks without a value, as SQL about the session `s`. Names only, nothing that a client wrote. */
export const sessionFacts = ({ has = [], authorUserId, severity, rule }: SessionFilter): string[] => [
  ...[...new Set(has)].map(
    (fact) =>
      `exists (select 1 from projection.session_statistics f where f.session_id = s.session_id and f.${fact} > 0)`,
  ),
  ...(severity === undefined
    ? []
    : [
        `exists (select 1 from projection.session_findings f where f.session_id = s.session_id and f.risk >= ${leastRisk[severity]})`,
      ]),
  ...(rule === undefined
    ? []
    : [
        `exists (select 1 from projection.session_rules f where f.session_id = s.session_id and f.rule = '${knownRule(rule)}')`,
      ]),
  ...(authorUserId === null ? ['s.author_user_id is null'] : []),
];
