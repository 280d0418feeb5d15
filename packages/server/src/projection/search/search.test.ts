import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchSessions } from '@debrief/contract';
import { engines } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import { deleteSession } from '../../domain/erasure/deletion.ts';

const said = (role: 'user' | 'assistant', text: string) => ({
  eventType: role,
  payload: {
    type: role,
    uuid: crypto.randomUUID(),
    message: { role, id: crypto.randomUUID(), content: [{ type: 'text', text }] },
  },
});

const called = (name: string, input: object, output: string) => {
  const id = crypto.randomUUID();
  return [
    {
      eventType: 'assistant',
      payload: {
        type: 'assistant',
        uuid: crypto.randomUUID(),
        message: { id, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
      },
    },
    {
      eventType: 'user',
      payload: {
        type: 'user',
        uuid: crypto.randomUUID(),
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
      },
    },
  ];
};

type Events = Parameters<Team['machine']['appendEvents']>[0]['events'];

async function stored(team: Team, title: string, events: Events, repoRoot?: string): Promise<string> {
  const { sessionId } = await team.machine.openSession({
    environmentId: team.environmentId,
    agentInstallationId: team.installationId,
    title,
    ...(repoRoot && { repoRoot }),
  });
  if (events.length > 0) await team.machine.appendEvents({ sessionId, events });
  return sessionId;
}

async function folded(team: Team, sessionIds: string[]): Promise<void> {
  for (const sessionId of sessionIds) {
    for (const begun = Date.now(); ; await sleep(30)) {
      const { session } = await team.owner.client.getSession({ sessionId });
      if (session.statistics?.foldedTo === session.eventCount) break;
      assert.ok(Date.now() - begun < 60_000, 'not folded in time');
    }
  }
}

for (const engine of engines) {
  describe(`search on ${engine}`, async () => {
    const started = testServer(engine);
    let server: TestServer;
    let team: Team;
    const ids: string[] = [];
    const find = async (q: string, more: Partial<SearchSessions> = {}) =>
      (await team.owner.client.searchSessions({ q, order: 'recent', ...more })).hits;
    const found = async (q: string, more: Partial<SearchSessions> = {}) =>
      (await find(q, more)).map(({ session }) => ids.indexOf(session.sessionId));

    it('finds titles, prompts, replies, commands and paths, newest session first', async () => {
      server = await started;
      team = await aTeam(server);
      ids.push(
        await stored(team, 'Invoices in Zürich', [
          said('user', 'Please fix the flaky payment test'),
          said('assistant', 'The payment test depended on the clock of the machine.'),
          ...called('Bash', { command: 'npm run migrate -- --dry-run' }, 'walrus in the output'),
          ...called(
            'Edit',
            { file_path: '/srv/app/src/billing/invoice.ts', old_string: 'a', new_string: 'b' },
            '',
          ),
        ]),
        await stored(team, 'Second', [
          said('user', 'Make the payment test faster; the test for payment is slow'),
          said('assistant', '修复登录错误 done'),
        ]),
      );
      await folded(team, ids);
      assert.deepEqual(await found('payment test'), [1, 0]);
      assert.deepEqual(await found('"flaky payment"'), [0]);
      assert.deepEqual(await found('"payment flaky"'), []);
      assert.deepEqual(await found('zurich invo'), [0]);
      assert.deepEqual(await found('npm run migrate'), [0]);
      assert.deepEqual(await found('billing/invoice.ts'), [0]);
      assert.deepEqual(await found('登录'), [1]);
      // What tools print is not searched, and the beginning of a word only at the end.
      assert.deepEqual(await found('walrus'), []);
      assert.deepEqual(await found('paym flaky'), []);
    });

    it('shows where, with up to three snippets of plain text', async () => {
      const [hit] = await find('"payment test"', { limit: 1 });
      assert.equal(hit?.session.title, 'Second');
      assert.ok(hit?.session.statistics);
      const shown = hit.snippets.map(({ kind, text, matches }) => [
        kind,
        matches.map(([from, to]) => text.slice(from, to)),
      ]);
      // A title that somebody gave is its only one.
      assert.deepEqual(shown, [['prompt', ['payment test']]]);
      const [titled] = await find('Zürich');
      assert.deepEqual(
        titled?.snippets.map(({ kind, text }) => [kind, text]),
        [['title', 'Invoices in Zürich']],
      );
      const [command] = await find('"npm run"');
      assert.deepEqual(
        command?.snippets.map(({ kind, sequence, text }) => [kind, sequence, text]),
        [['command', 3, 'npm run migrate -- --dry-run']],
      );
      const many = await stored(
        team,
        'Many',
        Array.from({ length: 10 }, () => said('user', 'heron')),
      );
      ids.push(many);
      await folded(team, [many]);
      assert.equal((await find('heron'))[0]?.snippets.length, 3);
    });

    it('pages through every session once, by any page size', async () => {
      const more = [];
      for (let number = 0; number < 23; number++) more.push(await stored(team, `Otter ${number}`, []));
      await folded(team, [...more, ...ids]);
      const expected = (await team.owner.client.listSessions({ q: 'otter' })).sessions.map(
        (one) => one.title,
      );
      assert.equal(expected.length, 23);
      for (const limit of [1, 4, 23, 50]) {
        const walked: (string | undefined)[] = [];
        let cursor: string | undefined;
        do {
          const page = await team.owner.client.searchSessions({
            q: 'otter',
            order: 'recent',
            limit,
            ...(cursor && { cursor }),
          });
          walked.push(...page.hits.map(({ session }) => session.title));
          cursor = page.nextCursor ?? undefined;
        } while (cursor);
        assert.deepEqual(walked, expected, `limit ${limit}`);
      }
    });

    it('keeps to its organization and to the filters', async () => {
      const other = await aTeam(server, 'Other');
      const hidden = await stored(other, 'payment test of somebody else', []);
      await folded(other, [hidden]);
      assert.deepEqual(await found('payment test'), [1, 0]);
      const theirs = await other.owner.client.searchSessions({ q: 'payment test' });
      assert.deepEqual(
        theirs.hits.map(({ session }) => session.sessionId),
        [hidden],
      );
      assert.deepEqual(await found('payment', { agentId: 'codex' }), []);
      assert.deepEqual(await found('payment', { agentId: 'claude-code' }), [1, 0]);
      assert.deepEqual(await found('payment', { environmentId: team.environmentId }), [1, 0]);
      assert.deepEqual(await found('payment', { secretEnvironment: 'test' }), []);
    });

    it('filters as the list of sessions does, page by page', async () => {
      const { client } = team.owner;
      const [older, newer] = [ids[0] as string, ids[1] as string];
      await team.machine.completeSession({ sessionId: older, status: 'failed' });
      const elsewhere = await stored(team, 'payment elsewhere', [], '/srv/elsewhere');
      ids.push(elsewhere);
      await folded(team, [older, elsewhere]);
      const all = [ids.indexOf(elsewhere), 1, 0];
      assert.deepEqual(await found('payment'), all);
      assert.deepEqual(await found('payment', { status: 'failed' }), [0]);
      assert.deepEqual(await found('payment', { status: 'active' }), all.slice(0, 2));
      assert.deepEqual(await found('payment', { status: 'completed' }), []);
      assert.deepEqual(await found('payment', { repoRoot: '/srv/elsewhere' }), all.slice(0, 1));
      assert.deepEqual(await found('payment', { repoRoot: '/srv' }), []);
      const { startedAt } = (await client.getSession({ sessionId: newer })).session;
      for (const range of [{ startedAfter: startedAt }, { startedBefore: startedAt }]) {
        const listed = (await client.listSessions({ ...range, limit: 100 })).sessions;
        const expected = all.filter((index) => listed.some(({ sessionId }) => sessionId === ids[index]));
        assert.deepEqual(await found('payment', range), expected, JSON.stringify(range));
      }
      assert.deepEqual(await found('payment', { startedBefore: '2020-01-01T00:00:00Z' }), []);
      assert.deepEqual(await found('payment', { startedAfter: '2020-01-01T00:00:00Z' }), all);
      const first = await client.searchSessions({
        q: 'payment',
        order: 'recent',
        status: 'active',
        limit: 1,
      });
      const second = await client.searchSessions({
        q: 'payment',
        order: 'recent',
        status: 'active',
        limit: 1,
        cursor: first.nextCursor as string,
      });
      assert.deepEqual(
        [...first.hits, ...second.hits].map(({ session }) => ids.indexOf(session.sessionId)),
        all.slice(0, 2),
      );
    });

    it('puts what fits best first: titles and prompts before replies, words that stand together, comments, too', async () => {
      const { client } = team.owner;
      const best = async (q: string, more: Partial<SearchSessions> = {}) =>
        (await client.searchSessions({ q, ...more })).hits.map(({ session }) => session.title);
      const made = [
        await stored(team, 'The kestrel cache', [said('user', 'make it faster')]),
        await stored(team, 'Asked', [said('user', 'why is the kestrel slow'), said('assistant', 'because')]),
        await stored(
          team,
          'Touched',
          [
            said('user', 'rename it'),
            ...called(
              'Edit',
              { file_path: '/srv/kestrel/src/cart.ts', old_string: 'a', new_string: 'b' },
              '',
            ),
          ],
          '/srv/kestrel',
        ),
        await stored(team, 'Answered', [said('user', 'go on'), said('assistant', 'the kestrel is done')]),
        await stored(team, 'Apart', [said('user', 'kestrel'), said('user', 'is it slow?')]),
      ];
      await folded(team, made);
      assert.deepEqual(await best('kestrel'), ['The kestrel cache', 'Apart', 'Asked', 'Touched', 'Answered']);
      // Words of one session in different places are found, those in one place come first.
      assert.deepEqual(await best('kestrel slow'), ['Asked', 'Apart']);
      assert.deepEqual(await best('kestrel slow', { order: 'recent' }), ['Asked']);
      assert.deepEqual(await best('the kestrel', { order: 'exact' }), [
        'Answered',
        'Asked',
        'The kestrel cache',
      ]);
      assert.deepEqual(await best('"kestrel cache"', { order: 'exact' }), ['The kestrel cache']);
      const walked: (string | undefined)[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await client.searchSessions({ q: 'kestrel', limit: 2, ...(cursor && { cursor }) });
        walked.push(...page.hits.map(({ session }) => session.title));
        cursor = page.nextCursor;
      }
      assert.deepEqual(walked, await best('kestrel'));
      const { thread } = await client.openThread({
        sessionId: made[2] as string,
        anchor: { sequence: 2 },
        body: 'Does the ptarmigan know about this?',
        idempotencyKey: 'ptarmigan',
      });
      const [hit, ...others] = (await client.searchSessions({ q: 'ptarmigan' })).hits;
      assert.deepEqual(others, []);
      assert.equal(hit?.session.title, 'Touched');
      assert.deepEqual(
        hit?.snippets.map(({ kind, sequence, threadId, text }) => [kind, sequence, threadId, text]),
        [['comment', 2, thread.threadId, 'Does the ptarmigan know about this?']],
      );
      assert.deepEqual(await best('ptarmigan', { agentId: ['codex', 'gemini-cli'] }), []);
      const { comments } = thread;
      await client.deleteComment({
        sessionId: made[2] as string,
        threadId: thread.threadId,
        commentId: comments[0]?.commentId as string,
      });
      assert.deepEqual(await best('ptarmigan'), []);
    });

    it('finds by several values, by how it ended and by a file that was changed, as the list does', async () => {
      const { client } = team.owner;
      const listed = async (filter: object) =>
        (await client.listSessions({ q: 'kestrel', ...filter })).sessions.map(({ title }) => title);
      const touched = async (filter: object) => {
        const { hits } = await client.searchSessions({ q: 'rename', ...filter });
        return hits.map(({ session }) => session.title);
      };
      for (const file of ['cart.ts', 'src/cart.ts', './src/cart.ts', ['nothing.ts', 'cart.ts']]) {
        assert.deepEqual(await touched({ file }), ['Touched'], String(file));
        const { sessions } = await client.listSessions({ file });
        assert.deepEqual(
          sessions.map(({ title }) => title),
          ['Touched'],
          String(file),
        );
      }
      for (const file of ['art.ts', 'rc/cart.ts', 'src', 'CART.TS', "cart.ts' or 1=1 --"])
        assert.deepEqual(await touched({ file }), [], file);
      assert.deepEqual(await touched({ agentId: ['codex', 'claude-code'] }), ['Touched']);
      assert.deepEqual(await listed({ agentId: ['codex', 'gemini-cli'] }), []);
      assert.deepEqual(await listed({ agentId: ['codex', 'claude-code'] }), ['The kestrel cache']);
      assert.deepEqual(await listed({ author: ['none', 'usr_nobody'] }), ['The kestrel cache']);
      const ends = ['finished', 'handed over', 'abandoned', 'failed', 'cannot be told'] as const;
      const all = (await client.listSessions({ limit: 100 })).sessions;
      for (const outcome of [...ends, [ends[0], ends[4]] as const, [ends[2], ends[3]] as const]) {
        const expected = all.filter(({ statistics }) =>
          [outcome].flat().some((one) => one === statistics?.outcome?.kind),
        );
        const found = (await client.listSessions({ outcome: [outcome].flat(), limit: 100 })).sessions;
        assert.deepEqual(
          found.map(({ sessionId }) => sessionId),
          expected.map(({ sessionId }) => sessionId),
          String(outcome),
        );
      }
    });

    it('answers every query with 200 or 400', async () => {
      const hostile = [
        '"',
        '""',
        '*',
        '(',
        ')',
        'a AND',
        'NEAR(a b',
        'words:x',
        '{scope words}: x',
        '^a',
        '-a',
        'a"b"c*',
        "'; drop table sessions; --",
        "' & !x",
        ':*',
        '<->',
        '\\',
        '%',
        'a:*b',
        '\u0000',
        '\ud800',
        '😀',
        '…',
        'x'.repeat(200),
        '"a" '.repeat(50),
        'é'.repeat(200),
        '中'.repeat(200),
        'a '.repeat(100),
        'or or or',
      ];
      for (const q of hostile) {
        const response = await fetch(
          `${server.url}/v1/organizations/me/search?${new URLSearchParams({ q }).toString()}`,
          { headers: { Authorization: `Bearer ${team.owner.token}` } },
        );
        assert.ok([200, 400].includes(response.status), `${q}: ${response.status}`);
        await response.text();
      }
      for (const query of [
        '',
        '?q=',
        '?q=a&limit=0',
        '?q=a&cursor=x',
        '?q=a&status=x',
        '?q=a&startedAfter=x',
      ]) {
        const response = await fetch(`${server.url}/v1/organizations/me/search${query}`, {
          headers: { Authorization: `Bearer ${team.owner.token}` },
        });
        assert.equal(response.status, 400, query);
        await response.text();
      }
    });

    it('forgets a deleted session', async () => {
      const { context } = server.running;
      const { client } = team.owner;
      const about = { sessionId: ids[0] as string, anchor: { sequence: 0 } };
      await client.openThread({ ...about, body: 'Was the capercaillie asked?' });
      const spoken = async () => (await client.searchSessions({ q: 'capercaillie' })).hits.length;
      assert.equal(await spoken(), 1);
      await deleteSession(context, { sessionId: ids[0] as string, organizationId: team.organizationId });
      assert.deepEqual(await found('payment test'), [1]);
      assert.deepEqual(await found('"npm run"'), []);
      assert.equal(await spoken(), 0, 'nor what was said about it');
    });

    it('stops', async () => {
      await server[Symbol.asyncDispose]();
    });
  });
}
