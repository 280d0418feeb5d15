import type { TestServer } from '../server.ts';
import { joinTeam, type Team } from '../team.ts';

const ownerOf = async ({ owner }: Team): Promise<string> =>
  (await owner.client.getOrganization()).ownerUserId;

const aRequest = async (server: TestServer, team: Team) => {
  const member = await joinTeam(server, team, 'member');
  return { member, ...(await member.client.askDeletion({})) };
};

const anEnding = async ({ owner }: Team) =>
  owner.client.askEnding({ name: (await owner.client.getOrganization()).name });

export const ownDataDeeds = {
  ending_asked: async (_: TestServer, team: Team) => {
    await anEnding(team);
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  ending_withdrawn: async (_: TestServer, team: Team) => {
    await anEnding(team);
    await team.owner.client.withdrawEnding();
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  retention_changed: async (_: TestServer, team: Team) => {
    await team.owner.client.setRetention({ days: 30, repositories: [] });
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  deletion_asked: async (server: TestServer, team: Team) => {
    const { requestId, userId } = await aRequest(server, team);
    return { actorId: userId, targetId: requestId };
  },
  deletion_withdrawn: async (server: TestServer, team: Team) => {
    const { requestId, userId, member } = await aRequest(server, team);
    await member.client.withdrawDataRequest({ requestId });
    return { actorId: userId, targetId: requestId };
  },
  deletion_granted: async (server: TestServer, team: Team) => {
    const { requestId } = await aRequest(server, team);
    await team.owner.client.decideDataRequest({ requestId, granted: true });
    return { actorId: await ownerOf(team), targetId: requestId };
  },
  deletion_refused: async (server: TestServer, team: Team) => {
    const { requestId } = await aRequest(server, team);
    await team.owner.client.decideDataRequest({ requestId, granted: false, answer: 'Not now.' });
    return { actorId: await ownerOf(team), targetId: requestId };
  },
  leaving_sessions_decided: async (server: TestServer, team: Team) => {
    const { userId } = await joinTeam(server, team, 'member');
    await team.owner.client.removeMember({ userId, sessions: 'anonymise' });
    const { requests } = await team.owner.client.listDataRequests({});
    return { actorId: await ownerOf(team), targetId: requests[0]?.requestId };
  },
};
