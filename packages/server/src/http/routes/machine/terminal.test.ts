import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Client, type Route, routes } from '@debrief/contract';
import { refusedWith, send } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../../testing/team.ts';

/** All that a terminal may do: the exact list. */
const mayCall = [
  'endTerminal',
  'findInSession',
  'findLinks',
  'findPriorWork',
  'getBrief',
  'getChanges',
  'getEntry',
  'getFileAt',
  'getFindings',
  'getInsights',
  'getLesson',
  'getOutline',
  'getRepository',
  'getReview',
  'getSession',
  'getSkeleton',
  'getTranscript',
  'listCommits',
  'listEvents',
  'listInbox',
  'listLessons',
  'listRepositories',
  'listSessionLessons',
  'listSessionLinks',
  'listSessions',
  'listThreads',
  'searchSessions',
];

onEveryEngine("a terminal's token", (server) => {
  it('A18 calls what the list says, and nothing else of the whole route table', async () => {
    const team = await aTeam(server());
    const { token, terminalId } = await team.owner.client.signInTerminal({ machine: 'laptop' });
    assert.match(token, /^dt_[0-9A-Za-z]{38}$/);
    const allowed: string[] = [];
    for (const [name, row] of Object.entries(routes) as [string, Route][]) {
      if (row.credential === 'public') continue;
      const path = row.path.replace(/\{(\w+)\}/g, (_, parameter) =>
        parameter === 'sessionId' ? team.sessionId : 'x',
      );
      const { status, code } = await send(server(), row.method, path, {
        credential: token,
        ...(row.body && { json: {} }),
      });
      if (row.credential === 'secret') assert.equal(status, 401, name);
      else if (code !== 'insufficient_scope') allowed.push(name);
      if (row.terminal) assert.ok(row.method === 'GET' || name === 'endTerminal', `${name} reads`);
    }
    assert.deepEqual(allowed.sort(), mayCall);
    const terminal = server().client(token);
    assert.equal((await terminal.listSessions({})).sessions.length, 1);
    // Itself, and no other one.
    const other = await team.owner.client.signInTerminal({ machine: 'desk' });
    await assert.rejects(terminal.endTerminal(other), refusedWith('terminal_not_found'));
    await terminal.endTerminal({ terminalId });
    await assert.rejects(terminal.listSessions({}), refusedWith('invalid_token'));
    assert.ok(await server().client(other.token).listSessions({}));
  });

  it('A18 is listed with machine and last use to its person alone, and ended there, one or all', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const { token, ...issued } = await member.client.signInTerminal({ machine: 'laptop' });
    const second = await member.client.signInTerminal({ machine: 'desk' });
    const works = (client: Client) => client.listSessions({}).then(() => true, refusedWith('invalid_token'));
    assert.ok(await works(server().client(token)));
    const { terminals } = await member.client.listTerminals();
    const [used] = terminals.filter(({ terminalId }) => terminalId === issued.terminalId);
    assert.deepEqual(used, { ...issued, lastUsedAt: used?.lastUsedAt });
    assert.ok(used?.lastUsedAt);
    assert.equal(terminals.length, 2);
    assert.deepEqual((await team.owner.client.listTerminals()).terminals, []);
    await assert.rejects(team.owner.client.endTerminal(issued), refusedWith('terminal_not_found'));
    await member.client.endTerminal(issued);
    await assert.rejects(server().client(token).listSessions({}), refusedWith('invalid_token'));
    await member.client.endTerminals();
    await assert.rejects(server().client(second.token).listSessions({}), refusedWith('invalid_token'));
    assert.deepEqual((await member.client.listTerminals()).terminals, []);
  });

  it('A18 has the role of its person as it is now, and ends with the membership', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const { token } = await member.client.signInTerminal({ machine: 'laptop' });
    const terminal = server().client(token);
    assert.ok(await terminal.listSessions({}));
    await team.owner.client.removeMember({ userId: member.userId });
    await assert.rejects(terminal.listSessions({}), refusedWith('invalid_token'));
    for (const wrong of ['dt_', `dt_${'0'.repeat(38)}`, `${token}0`, token.slice(0, -1)]) {
      await assert.rejects(server().client(wrong).listSessions({}), refusedWith('invalid_token'));
    }
  });
});
