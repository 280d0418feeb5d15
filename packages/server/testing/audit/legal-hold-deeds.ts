import assert from 'node:assert/strict';
import type { LegalHold } from '@debrief/contract';
import { refusedWith } from '../request.ts';
import type { TestServer } from '../server.ts';
import { joinTeam, type Team } from '../team.ts';

const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString();

/** The session of a team is kept. */
export const aLegalHold = ({ owner, sessionId }: Team): Promise<LegalHold> =>
  owner.client.setLegalHold({
    ...{ kind: 'session', subject: sessionId, reason: 'A dispute', until: inAYear() },
  });

const ownerOf = async ({ owner }: Team): Promise<string> =>
  (await owner.client.getOrganization()).ownerUserId;

export const legalHoldDeeds = {
  legal_hold_set: async (_: TestServer, team: Team) => {
    const { legalHoldId } = await aLegalHold(team);
    return { actorId: await ownerOf(team), targetId: legalHoldId };
  },
  legal_hold_lift_asked: async (_: TestServer, team: Team) => {
    const { legalHoldId } = await aLegalHold(team);
    await team.owner.client.liftLegalHold({ legalHoldId, agreed: true });
    return { actorId: await ownerOf(team), targetId: legalHoldId };
  },
  legal_hold_lift_declined: async (_: TestServer, team: Team) => {
    const { legalHoldId } = await aLegalHold(team);
    await team.owner.client.liftLegalHold({ legalHoldId, agreed: true });
    await team.owner.client.liftLegalHold({ legalHoldId, agreed: false });
    return { actorId: await ownerOf(team), targetId: legalHoldId };
  },
  legal_hold_lifted: async (server: TestServer, team: Team) => {
    const { legalHoldId } = await aLegalHold(team);
    const second = await joinTeam(server, team, 'admin');
    await team.owner.client.liftLegalHold({ legalHoldId, agreed: true });
    await second.client.liftLegalHold({ legalHoldId, agreed: true });
    return { actorId: second.userId, targetId: legalHoldId };
  },
  legal_hold_refused: async (_: TestServer, team: Team) => {
    const { sessionId, owner } = team;
    await aLegalHold(team);
    await assert.rejects(owner.client.removeSession({ sessionId }), refusedWith('legal_hold'));
    return { actorId: await ownerOf(team), targetId: sessionId, outcome: 'refused' as const };
  },
};
