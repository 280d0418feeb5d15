import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DebriefError } from '@debrief/contract';
import { runStatement } from '../../../testing/engine.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam } from '../../../testing/team.ts';
import { linkTableNames } from '../../projection/links/tables.ts';
import { projectionPath } from '../../projection/sqlite-schema.ts';
import { deleteSession } from './deletion.ts';

onEveryEngine('deleting a session', (server) => {
  it('takes what was derived from it along: its statistics and its searchable text', async () => {
    const team = await aTeam(server());
    const { context } = server().running;
    const { sessionId, organizationId } = team;
    const word = `w${sessionId.slice(4).toLowerCase()}`;
    const record = { type: 'user', message: { role: 'user', content: `please find ${word}` } };
    await team.machine.appendEvents({ sessionId, events: [{ eventType: 'user', payload: record }] });
    const derived = async () => ({
      statistics: (await context.store.statistics.find([sessionId])).size,
      hits: (await context.store.search.search({ organizationId, person: '' }, { q: word, limit: 5 })).hits
        .length,
    });
    const deadline = Date.now() + 30_000;
    while ((await derived()).hits === 0) {
      assert.ok(Date.now() < deadline, 'nothing was derived in time');
      await sleep(50);
    }
    assert.deepEqual(await derived(), { statistics: 1, hits: 1 });
    await deleteSession(context, { sessionId, organizationId });
    assert.deepEqual(await derived(), { statistics: 0, hits: 0 });
    // A fold that was under way meanwhile must not bring it back.
    await sleep(500);
    assert.deepEqual(await derived(), { statistics: 0, hits: 0 });
  });

  it('leaves nothing derived behind while machines write to it and it is folded', async () => {
    const team = await aTeam(server());
    const { machine, environmentId, installationId: agentInstallationId } = team;
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => machine.openSession({ environmentId, agentInstallationId })),
    );
    const writing = opened.map(async ({ sessionId }) => {
      const answers = new Set<string>();
      for (let n = 0; !answers.has('session_not_found'); n++) {
        const payload = { type: 'user', message: { role: 'user', content: `word${n} of ${sessionId}` } };
        const events = [{ eventType: 'user', payload }];
        const appending = machine.appendEvents({ sessionId, events });
        answers.add(
          await appending.then(
            () => 'taken',
            ({ code }: DebriefError) => code,
          ),
        );
      }
      return [...answers];
    });
    for (const { sessionId } of opened) {
      await sleep(150);
      await team.owner.client.removeSession({ sessionId });
    }
    for (const answers of await Promise.all(writing))
      assert.deepEqual(answers, ['taken', 'session_not_found']);
    await sleep(1000);
    const { database } = server().config;
    const isFile = database.engine === 'sqlite';
    const config = isFile ? { ...database, path: projectionPath(database.path) } : database;
    const ids = opened.map(({ sessionId }) => `'${sessionId}'`).join(', ');
    for (const table of [
      'session_statistics',
      'session_findings',
      'session_rules',
      'session_failures',
      'session_answers',
      'pages',
      'search_chunks',
      ...linkTableNames,
    ]) {
      const name = isFile ? table : `projection.${table}`;
      const left = await runStatement(config, `select 1 from ${name} where session_id in (${ids})`);
      assert.equal(left.length, 0, table);
    }
  });
});
