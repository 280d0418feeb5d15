import type { ReviewPolicy, ReviewRules, ReviewState } from '@debrief/contract';
import { reviewStates } from '@debrief/review';
import { type AppliedPolicy, type AppliedRules, inOrder, rulesFor } from './default-policy.ts';
import { historySql } from './history.ts';

/** A session that could not be read has grown to its last event, as far as anybody knows. */
export const materialSql =
  'case when p.fault is not null then s.event_count else coalesce(p.material, 0) end';

/** From 0 to 1, always the same for a session, and evenly spread over sessions that follow each other. */
export const drawSql = '((s.session_pk * 2654435761) % 4294967296) / 4294967296.0';

/**
 * Since when a session waits to be looked at: it arrived, or it ended if that was later. History that was imported
 * waits since its import. `sessions_by_waiting` is an index of this very expression.
 */
export const waitingSinceSql = '(case when s.ended_at > s.created_at then s.ended_at else s.created_at end)';

/** Findings of high severity that nobody has called wrong or expected. */
export const highFindingsSql =
  'coalesce((select h.high from projection.session_findings h where h.session_id = s.session_id), 0)';

/** The same of medium severity. */
export const mediumFindingsSql =
  'coalesce((select h.medium from projection.session_findings h where h.session_id = s.session_id), 0)';

/** Gives a value its place in a statement, such as `$3`. */
export type PlaceValue = (value: unknown) => string;

/**
 * The state of a review as SQL about a session `s`, its statistics `p` and its standing `r`: the same as
 * `standingFrom` of packages/review, for filters. `state-sql.test.ts` compares the two.
 */
export function stateSql(policy: AppliedPolicy, now: number, place: PlaceValue): string {
  const usual = rulesSql(rulesFor(policy, { repoRoot: null }), now, place);
  if (policy.repositories.length === 0) return usual;
  // Repositories with the same rules share one text; those by remote come before those by folder.
  const groups = Map.groupBy(
    inOrder(policy),
    ({ repository, rules }) => `${repository === undefined} ${JSON.stringify(rules)}`,
  );
  const cases = [...groups.values()].map((repositories) => {
    const [{ repository, repoRoot }] = repositories as [ReviewPolicy['repositories'][number]];
    const column = repository === undefined ? 's.repo_root' : 's.repository';
    const names = repositories.map((one) => place(one.repository ?? one.repoRoot)).join(', ');
    const rules = rulesFor(policy, { repository: repository ?? null, repoRoot: repoRoot ?? null });
    return `when ${column} in (${names}) then ${rulesSql(rules, now, place)}`;
  });
  return `(case ${cases.join(' ')} else ${usual} end)`;
}

/**
 * Whether the state is one of these. It names the states it must not be: PostgreSQL expects an expression to equal a
 * value in one row of two hundred, and would read and sort all sessions to find so few. Of one that is none of several
 * values it expects most rows, and walks an index until the page is full.
 */
export function stateIsOneOf(
  states: readonly ReviewState[],
  policy: AppliedPolicy,
  now: number,
  place: PlaceValue,
): string {
  const others = reviewStates.filter((state) => !states.includes(state));
  if (others.length === 0) return '1 = 1';
  const isOneOf = `${stateSql(policy, now, place)} not in (${others.map((state) => `'${state}'`).join(', ')})`;
  const [state] = states;
  const needed = states.length === 1 && state ? neededBy[state] : undefined;
  return needed ? `(${needed}) and ${isOneOf}` : isOneOf;
}

/**
 * What must have been said for a state, whatever the policy. The database knows how rare that is and begins with it where
 * it is: otherwise a state that few sessions have would be looked for in all of them.
 */
const neededBy: Partial<Record<ReviewState, string>> = {
  follow_up: 'r.follow_ups > 0 or r.own_follow_up > 0',
  accepted: "r.accepted_with_own <> '[]'",
  outgrown: "r.accepted_with_own <> '[]'",
};

/** Where the review of a session has to stand, by the team's policy, for a filter of sessions. */
export interface AskedReviewState {
  /** One of these. */
  states: readonly ReviewState[];
  policy: AppliedPolicy;
  now: number;
}

/** The same about a session `s` alone, as a condition of a query that has joined nothing to it. */
export const reviewStateSql = ({ states, policy, now }: AskedReviewState, place: PlaceValue): string =>
  `exists (select 1 from (select 1) one
    left join projection.session_statistics p on p.session_id = s.session_id
    left join review_standings r on r.session_id = s.session_id
    where ${stateIsOneOf(states, policy, now, place)})`;

function rulesSql(
  { reviewers, selfCounts, needsAuthor, enter }: AppliedRules,
  now: number,
  place: PlaceValue,
): string {
  const furthest = `cast(r.${selfCounts ? 'accepted_with_own' : 'accepted'} ->> ${Math.max(1, reviewers) - 1} as bigint)`;
  const isStrict = needsAuthor && !selfCounts;
  const accepted = isStrict
    ? `(case when s.author_user_id is null then null else ${furthest} end)`
    : furthest;
  const followUp = selfCounts ? 'coalesce(r.follow_ups + r.own_follow_up, 0)' : 'coalesce(r.follow_ups, 0)';
  return `(case when ${followUp} > 0 then 'follow_up'
    when ${accepted} >= ${materialSql} then 'accepted'
    when ${accepted} is not null then 'outgrown'
    when r.is_begun = 1 or r.reserved_until > ${place(now)} then 'in_review'
    when ${entersSql(enter, place)} then 'unreviewed'
    else 'not_needed' end)`;
}

function entersSql(enter: ReviewRules['enter'], place: PlaceValue): string {
  const isNow = enter.history ? '' : `not (${historySql}) and `;
  if (enter.sample >= 1) return `${isNow}1 = 1`;
  const repositories = () => enter.repositories.map(place).join(', ');
  const ways = [
    ...(enter.edits ? [`coalesce(p.edits, 0) >= ${Math.max(1, enter.leastEdits ?? 1)}`] : []),
    ...(enter.highFindings ? [`${highFindingsSql} > 0`] : []),
    ...(enter.mediumFindings ? [`${mediumFindingsSql} > 0`] : []),
    ...(enter.repositories.length > 0
      ? [`s.repo_root in (${repositories()})`, `s.repository in (${repositories()})`]
      : []),
    ...(enter.sample > 0 ? [`${drawSql} < ${place(enter.sample)}`] : []),
  ];
  return ways.length === 0 ? '1 = 0' : `${isNow}(${ways.join(' or ')})`;
}
