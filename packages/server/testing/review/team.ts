import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '../server.ts';
import { aTeam, joinTeam, type Person, type Team } from '../team.ts';

export type Member = Person & { userId: string };

/** A team with a session of an author, and members who are none. */
export interface ReviewedTeam extends Team {
  ownerId: string;
  author: Member;
  ada: Member;
  ben: Member;
}

export async function aReviewedTeam(server: TestServer): Promise<ReviewedTeam> {
  const team = await aTeam(server);
  const [author, ada, ben] = [
    await joinTeam(server, team, 'member'),
    await joinTeam(server, team, 'member'),
    await joinTeam(server, team, 'member'),
  ];
  await team.owner.client.setAuthor({
    environmentId: team.environmentId,
    userId: author.userId,
    earlier: true,
  });
  const { ownerUserId } = await team.owner.client.getOrganization();
  return { ...team, ownerId: ownerUserId, author, ada, ben };
}

/** Another session of the same machine. */
export const anotherSession = async (team: Team, repoRoot?: string): Promise<string> =>
  (
    await team.machine.openSession({
      environmentId: team.environmentId,
      agentInstallationId: team.installationId,
      ...(repoRoot && { repoRoot }),
    })
  ).sessionId;

let serial = 0;
/** A prompt, as Claude Code records it. */
export const prompt = (text: string) => ({
  eventType: 'user',
  payload: { type: 'user', uuid: `u${++serial}`, message: { role: 'user', content: text } },
});

/** A record of the agent's own that nobody needs to look at. */
export const title = (text: string) => ({
  eventType: 'summary',
  payload: { type: 'ai-title', aiTitle: text, sessionId: 'x', uuid: `t${++serial}` },
});

/** Appends events and waits until they have been read. */
export async function grow(
  team: Team,
  sessionId: string,
  events: readonly { eventType: string; payload: unknown }[],
): Promise<number> {
  for (let from = 0; from < events.length; from += 50) {
    await team.machine.appendEvents({ sessionId, events: events.slice(from, from + 50) });
  }
  return folded(team, sessionId);
}

export async function folded(team: Team, sessionId: string): Promise<number> {
  for (const begun = Date.now(); ; await sleep(30)) {
    const { session } = await team.owner.client.getSession({ sessionId });
    if (session.statistics?.foldedTo === session.eventCount) return session.eventCount;
    if (Date.now() - begun > 30_000) throw new Error('the session was not read in time');
  }
}

/** Where the review of the team's session stands. */
export const standing = async ({ owner, sessionId }: ReviewedTeam) => {
  const { review } = await owner.client.getReview({ sessionId });
  return [review.state, review.acceptedTo, review.since];
};

/** Who is expected to do something about the team's session, and why. */
export const waiting = async ({ owner, sessionId }: ReviewedTeam) =>
  (await owner.client.getReview({ sessionId })).review.attention.map(({ userId, reason }) => [
    userId,
    reason,
  ]);
