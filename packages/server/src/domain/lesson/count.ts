import type { CheckExample } from '@debrief/contract';
import type { CheckedSession, CountedSession, KeptAt } from '@debrief/lessons';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { type Listed, lookThrough } from '../findings/look-through.ts';
import { combinedPolicy, readPolicy } from '../findings/policy.ts';
import type { LookedSession } from '../records.ts';

/** A check, and where it is looked for. */
export interface WantedCheck {
  check: string;
  /** Empty: everywhere. */
  paths?: readonly string[] | undefined;
  /** Empty: all. */
  agents?: readonly string[] | undefined;
}

interface Counting {
  /** Absent: all. */
  repository?: string | undefined;
  /** In milliseconds. */
  patience: number;
  /** It will be asked again. */
  isKept?: boolean | undefined;
  /** Those that were listed already. */
  among?: Listed | undefined;
}

/** A session and how one check came out there. */
export interface Counted extends CountedSession {
  sessionId: string;
  startedAt: number;
  /** Null where nobody has claimed the machine. */
  authorUserId: string | null;
}

/** What became of checks in the sessions that the actor may read, the newest first. */
export interface Count {
  sessions: number;
  isWhole: boolean;
  /** For each check: the sessions, and what shows it. */
  of: { counted: Counted[]; examples: CheckExample[] }[];
}

const shownOfEach = 5;
/** Most only have to be added up. */
export const addedAtOnce = 200;

/** Counts checks that can be read, all of them in one look at every session. */
export async function countChecks(
  context: Context,
  actor: MemberActor,
  wanted: readonly WantedCheck[],
  { repository, patience, among, isKept = false }: Counting,
): Promise<Count> {
  const of = wanted.map(() => ({ counted: [] as Counted[], examples: [] as CheckExample[] }));
  const testCommands = await testCommandsOf(context, actor.organizationId);
  const only = wanted.length === 1 ? (wanted[0]?.agents ?? []) : [];
  const filter = {
    ...(repository !== undefined && { repository }),
    ...(only.length > 0 && { agentId: [...only] }),
  };
  // Those of the same paths are asked together.
  const groups = [
    ...Map.groupBy(wanted.keys(), (at) => JSON.stringify(wanted[at]?.paths ?? [])).entries(),
  ].map(([paths, places]) => ({ paths: JSON.parse(paths) as string[], places }));
  let looked = 0;
  const look = { filter, patience, atOnce: addedAtOnce, ...(among && { among }) };
  const { isWhole } = await lookThrough(context, actor, look, async (sessions) => {
    looked += sessions.length;
    const bySession = new Map(sessions.map((session) => [session.sessionId, session]));
    for (const { paths, places } of groups) {
      const checks = places.map((at) => wanted[at]?.check ?? '');
      const question = { checks, paths, testCommands, isKept };
      for (const found of await context.store.judgement.checked(callerOf(actor), question, sessions)) {
        const session = bySession.get(found.sessionId);
        if (!session) continue;
        for (const [index, at] of places.entries()) {
          const { agents = [] } = wanted[at] ?? {};
          const checked = found.checked[index];
          const isMeant = agents.length === 0 || agents.includes(session.agentId);
          if (checked && isMeant && checked.opportunities > 0) add(of[at], session, checked);
        }
      }
    }
  });
  return { sessions: looked, isWhole, of };
}

function add(
  to: Count['of'][0] | undefined,
  session: LookedSession,
  { opportunities, kept, events }: CheckedSession,
): void {
  const { sessionId, startedAt, authorUserId } = session;
  to?.counted.push({ sessionId, startedAt, authorUserId, opportunities, kept });
  if (to) addExamples(to.examples, session, events);
}

/** One of each kind from each session, so that five are five sessions. */
function addExamples(
  examples: CheckExample[],
  { sessionId, title, startedAt }: LookedSession,
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
