import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { auditActions } from '@debrief/contract';
import { deeds } from '../../testing/audit/deeds.ts';
import { embedded, signInDeeds } from '../../testing/audit/sign-in-deeds.ts';
import { FakeBrowser } from '../../testing/browser.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { aTeam } from '../../testing/team.ts';

it('every action of the audit log has a row in one of the two tables', () => {
  assert.deepEqual([...Object.keys(deeds), ...Object.keys(signInDeeds)].sort(), [...auditActions].sort());
});

describe('a deed leaves exactly the entry that its row says', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer('sqlite');
  });
  after(() => server?.[Symbol.asyncDispose]());

  for (const [action, deed] of Object.entries(deeds)) {
    it(action, async () => {
      const begun = Date.now();
      const team = await aTeam(server);
      const expected = await deed(server, team);
      const { store } = server.running.context;
      const entries = await store.audit.list(team.organizationId, { limit: 10, action });
      assert.ok(entries.length > 0, 'the deed left no entry');
      const [found, ...more] = entries.filter(
        ({ targetId }) => !expected.targetId || targetId === expected.targetId,
      );
      assert.ok(found, `no entry is about ${expected.targetId}`);
      assert.deepEqual(more, [], 'one deed, one entry');
      assert.equal(found.outcome, expected.outcome ?? 'ok');
      assert.equal(found.actorId, expected.actorId ?? null);
      assert.ok(found.at >= begun && found.at <= Date.now(), 'when');
      const wasAsked = expected.actorId !== undefined;
      assert.equal(found.requestId !== null, wasAsked, 'which request');
      assert.equal(found.ip, wasAsked ? '127.0.0.1' : null);
      assert.equal(found.userAgent !== null, wasAsked, 'with which program');
    });
  }
});

describe('what people do at the sign-in pages leaves its entry', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer('sqlite', embedded);
  });
  after(() => server?.[Symbol.asyncDispose]());

  for (const [action, deed] of Object.entries(signInDeeds)) {
    it(action, async (test) => {
      test.mock.method(console, 'log', () => {});
      const { database } = server.config;
      assert.equal(database.engine, 'sqlite');
      await deed(server, new FakeBrowser(server.url));
      // These are not in the log of an organization: the account has none.
      using db = new DatabaseSync(database.engine === 'sqlite' ? database.path : '');
      const found = db.prepare('select * from audit_log where action = ?').all(action);
      assert.ok(found.length > 0, 'the deed left no entry');
      assert.equal(found[0]?.outcome, action === 'sign_in_failed' ? 'refused' : 'ok');
      const isByOperator = action.startsWith('account_');
      assert.equal(found[0]?.ip !== null, !isByOperator);
    });
  }
});
