import type { CheckExample } from '@debrief/contract';
import type { CountedSession, KeptAt } from '@debrief/lessons';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { lookThrough } from '../findings/look-through.ts';
import { combinedPolicy, readPolicy } from '../findings/policy.ts';
import type { SessionRecord } from '../records.ts';

/** Where a check is looked for. */
export interface CheckScope {
  /** Absent: all. */
  repository?: string | undefined;
  /** Empty: everywhere. */
  paths?: readonly string[] | undefined;
  agents?: readonly string[] | undefined;
}

/** A session and how one check came out there. */
export interface Counted extends CountedSession {
  sessionId: string;
  startedAt: number;
}

/** What became of checks in the sessions that the actor may read, the newest first. */
export interface Count {
  sessions: number;
  isWhole: boolean;
  /** For each check: the sessions, and what shows it. */
  of: { counted: Counted[]; examples: CheckExample[] }[];
}

const shownOfEach = 5;

/** Counts checks that can be read, all of them in one look at every session. */
export async function countChecks(
  context: Context,
  actor: MemberActor,
  checks: readonly string[],
  { scope, patience }: { scope: CheckScope; patience: number },
): Promise<Count> {
  const { repository, paths = [], agents = [] } = scope;
  const of = checks.map(() => ({ counted: [] as Counted[], examples: [] as CheckExample[] }));
  const testCommands = await testCommandsOf(context, actor.organizationId);
  const filter = {
    ...(repository !== undefined && { repository }),
    ...(agents.length > 0 && { agentId: [...agents] }),
  };
  let looked = 0;
  const { isWhole } = await lookThrough(context, actor, { filter, patience }, async (sessions) => {
    looked += sessions.length;
    const question = { checks, paths, testCommands };
    const found = await context.store.judgement.checked(callerOf(actor), question, sessions);
    const bySession = new Map(sessions.map((session) => [session.sessionId, session]));
    for (const { sessionId, checked } of found) {
      const session = bySession.get(sessionId);
      if (!session) continue;
      for (const [at, { opportunities, kept, events }] of checked.entries()) {
        if (opportunities === 0) continue;
        of[at]?.counted.push({ sessionId, startedAt: session.startedAt, opportunities, kept });
        if (of[at]) addExamples(of[at].examples, session, events);
      }
    }
  });
  return { sessions: looked, isWhole, of };
}

/** One of each kind from each session, so that five are five sessions. */
function addExamples(
  examples: CheckExample[],
  { sessionId, title, startedAt }: SessionRecord,
  events: readonly KeptAt[],
): void {
  for (const isKept of [true, false]) {
    const event = events.find((one) => one.isKept === isKept);
    if (!event || examples.filter((one) => one.isKept === isKept).length >= shownOfEach) continue;
    examples.push({
      sessionId,
      ...(title != null && { title }),
      startedAt: new Date(startedAt).toISOString(),
      ...event,
    });
  }
}

/** What the organization calls its tests. */
async function testCommandsOf(context: Context, organizationId: string): Promise<string[]> {
  const policies = await context.store.finding.policies(organizationId);
  const own = policies.find(({ repoRoot }) => repoRoot === '');
  return [...combinedPolicy(own && readPolicy(own.body), undefined).testCommands];
}
