import type { AskGate, GateAnswer, GateSession, LinkStrength } from '@debrief/contract';
import type { GateActor, MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { findingId } from '../findings/finding.ts';
import { ruleInfo } from '../findings/known-rule.ts';
import { type Linked, linksOfCommits } from '../link/linked.ts';
import { presentCommits } from '../link/present-link.ts';
import { normaliseRemote } from '../link/repository-key.ts';
import { isForAll } from '../outbox/body.ts';
import { present } from '../present.ts';
import type { SessionRecord } from '../records.ts';
import { reviewStandings } from '../review/standing.ts';
import { derivedTitles, type Figures } from '../session/statistics.ts';
import { type GateRules, gateRulesFor, usualGate } from './policy.ts';

const mostSessions = 100;
const mostFindings = 20;
const severities = ['high', 'medium', 'low'] as const;
const strengths: readonly LinkStrength[] = ['stated', 'seen', 'matched', 'likely'];

/** What is behind some commits, and what the policy says of it. No word of a session but titles that were asked for. */
export async function askGate(
  context: Context,
  { organizationId }: MemberActor | GateActor,
  input: AskGate,
): Promise<GateAnswer> {
  const { isRunning: _, ...answer } = await gateOf(context, organizationId, input);
  return answer;
}

/** With whether a session behind it, however likely, still goes on. */
export type GateBehind = GateAnswer & { isRunning: boolean };

/** `unlisted`: commits of which nothing is known but that they are there. */
export async function gateOf(
  context: Context,
  organizationId: string,
  input: AskGate & { unlisted?: number },
): Promise<GateBehind> {
  const { store } = context;
  const shas = [...new Set(input.commits)];
  const links = await linksOfCommits(context, organizationId, shas);
  const known = await presentCommits(
    context,
    organizationId,
    await store.commit.findAll(organizationId, shas),
    links,
  );
  const bySha = new Map(known.map((commit) => [commit.sha, commit]));
  // One that is only likely proves nothing, so nothing is stopped because of it.
  const sure = links.filter(({ strength }) => strength !== 'likely');
  const linked = new Set(sure.map(({ sha }) => sha));
  const ids = [...new Set(links.map(({ sessionId }) => sessionId))].slice(0, mostSessions);
  const records = await store.session.findAll(organizationId, ids);
  const sessions = await gateSessions(context, organizationId, links, records, input.titles === true);
  const policy = (await store.gate.policy(organizationId)) ?? usualGate;
  const commits = shas.map((sha) => ({
    sha,
    isKnown: linked.has(sha),
    lines: bySha.get(sha)?.lines ?? 0,
    linesOfSessions: bySha.get(sha)?.linesOfSessions ?? 0,
  }));
  const reasons = reasonsOf(
    gateRulesFor(policy, normaliseRemote(input.remote ?? '')),
    sessions.filter(({ strength }) => strength !== 'likely'),
    commits.filter(({ isKnown }) => !isKnown).length + (input.unlisted ?? 0),
  );
  const sum = (of: (commit: (typeof commits)[number]) => number) =>
    commits.reduce((total, commit) => total + of(commit), 0);
  return {
    verdict: reasons.some(({ level }) => level === 'fail') ? 'fail' : reasons.length > 0 ? 'warn' : 'pass',
    reasons,
    sessions,
    commits,
    lines: sum(({ lines }) => lines),
    linesOfSessions: sum(({ linesOfSessions }) => linesOfSessions),
    isRunning: [...records.values()].some(({ status }) => status === 'active'),
  };
}

function reasonsOf(
  rules: GateRules,
  sessions: readonly GateSession[],
  unknown: number,
): GateAnswer['reasons'] {
  const count = (isSo: (session: GateSession) => boolean) => sessions.filter(isSo).length;
  const found = {
    unreviewed: count(({ review }) => review !== 'accepted' && review !== 'not_needed'),
    openThreads: count(({ openThreads }) => openThreads > 0),
    highFindings: count(({ undecided }) => undecided.high > 0),
    unknownCommits: unknown,
  };
  return (Object.keys(found) as (keyof typeof found)[]).flatMap((rule) => {
    const level = rules[rule];
    return level === 'off' || found[rule] === 0 ? [] : [{ rule, level, count: found[rule] }];
  });
}

async function gateSessions(
  context: Context,
  organizationId: string,
  links: readonly Linked[],
  records: ReadonlyMap<string, SessionRecord>,
  withTitles: boolean,
): Promise<GateSession[]> {
  const { store } = context;
  const bySession = Map.groupBy(links, ({ sessionId }) => sessionId);
  const ids = [...records.keys()];
  const [reviews, statistics, members] = await Promise.all([
    reviewStandings(context, organizationId, ids),
    store.statistics.find(ids),
    store.member.list(organizationId),
  ]);
  const authors = new Map(members.map(({ userId, email }) => [userId, email.split('@')[0]]));
  return Promise.all(
    [...records.values()].map(async (session) => {
      const { sessionId, agentId, authorUserId } = session;
      const own = bySession.get(sessionId) ?? [];
      const review = reviews.get(sessionId);
      const figures = statistics.get(sessionId)?.figures;
      const findings = await undecidedOf(context, session);
      const count = (severity: string) => findings.filter((one) => one.severity === severity).length;
      return present({
        sessionId,
        url: `${context.publicUrl}/sessions/${sessionId}`,
        title: withTitles ? await titleOf(context, session) : null,
        author: authors.get(authorUserId ?? '') ?? null,
        agentId,
        strength: strengths.find((one) => own.some(({ strength }) => strength === one)) ?? 'likely',
        commits: [...new Set(own.map(({ sha }) => sha))],
        review: review?.state ?? 'unreviewed',
        openThreads: review?.openThreads ?? 0,
        undecided: { high: count('high'), medium: count('medium'), low: count('low') },
        findings: findings.slice(0, mostFindings),
        costUsd: figures === undefined ? null : ((JSON.parse(figures) as Figures).costUsd ?? null),
      }) as GateSession;
    }),
  );
}

async function titleOf(context: Context, session: SessionRecord): Promise<string | null> {
  if (!(await isForAll(context, session))) return null;
  return (await derivedTitles(context, [session.sessionId])).get(session.sessionId) ?? session.title;
}

/** Findings that nobody has said anything about, by their rules alone: what they quote stays here. */
async function undecidedOf(
  { store }: Context,
  { organizationId, sessionId }: SessionRecord,
): Promise<GateSession['findings']> {
  const found = await store.judgement.find(sessionId);
  const decided = new Set((await store.finding.dispositions(organizationId, sessionId)).map(findingId));
  return (found?.findings ?? [])
    .filter((one) => !decided.has(findingId(one)))
    .map(({ rule, severity, sequence, team }) => ({
      rule,
      title: team?.title ?? ruleInfo(rule)?.title ?? rule,
      severity,
      sequence,
    }))
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}
