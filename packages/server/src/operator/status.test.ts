import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { runStatement } from '../../testing/engine.ts';
import { said } from '../../testing/session/folding.ts';
import { onEveryEngine } from '../../testing/suite.ts';
import { aTeam, type Team } from '../../testing/team.ts';
import type { Config } from '../config.ts';
import { projectionVersion } from '../domain/projection-version.ts';
import { operatorCommands } from '../operator.ts';
import { UsageError } from './usage-error.ts';

async function run(test: TestContext, config: Config, name: string, ...args: string[]): Promise<string[]> {
  const printed = test.mock.method(console, 'log', () => {});
  try {
    await operatorCommands[name]?.run({ config, args, log: pino({ level: 'silent' }) });
    return printed.mock.calls.flatMap((call) => call.arguments.join(' ').split('\n'));
  } finally {
    printed.mock.restore();
  }
}

async function untilCurrent({ owner, sessionId }: Team): Promise<void> {
  for (const begun = Date.now(); ; await sleep(20)) {
    if ((await owner.client.getTranscript({ sessionId })).state === 'current') return;
    assert.ok(Date.now() - begun < 15_000, 'not folded in time');
  }
}

onEveryEngine('status and rebuild beside a running server', (server, engine) => {
  it('status tells of database, lineage, log, bus, what is derived and retention', async (test) => {
    const team = await aTeam(server());
    await team.machine.appendEvents({ sessionId: team.sessionId, events: [said('a word'), said('another')] });
    await untilCurrent(team);
    const lines = await run(test, { ...server().config, retentionDays: 30 }, 'status');
    const told = new Map(lines.map((line) => [line.slice(0, 14).trim(), line.slice(14)]));
    assert.match(
      told.get('database') ?? '',
      engine === 'sqlite'
        ? /^SQLite, \/.*debrief\.db, \d+\.\d MB$/
        : /^PostgreSQL \d+\S*, debrief_test_\w+ at \S+:\d+, \d+\.\d MB$/,
    );
    assert.equal(told.get('server'), engine === 'sqlite' ? 'running' : undefined);
    const [{ value: lineage } = { value: '' }] = (await runStatement(
      server().config.database,
      `select value from settings where name = 'lineage'`,
    )) as { value: string }[];
    assert.equal(told.get('lineage'), lineage);
    assert.equal(told.get('migrations'), 'nothing to apply');
    assert.equal(told.get('log'), '1 sessions, 2 events');
    assert.equal(told.get('bus'), 'none');
    assert.match(
      told.get(`derived v${projectionVersion}`) ?? '',
      new RegExp(`^whole; last used \\d+ s ago; of lineage ${lineage}$`),
    );
    assert.equal(told.get('fold backlog'), '0 sessions have events that are not derived from yet');
    assert.equal(told.get('set aside'), '0 sessions that could not be read');
    assert.equal(told.get('retention'), '30 days, 0 sessions due');
    await assert.rejects(run(test, server().config, 'status', 'more'), UsageError);
  });

  it('rebuild has nothing to do; anew it derives everything again', async (test) => {
    const team = await aTeam(server());
    await team.machine.appendEvents({ sessionId: team.sessionId, events: [said('Bittern')] });
    await untilCurrent(team);
    const { config } = server();
    assert.deepEqual(await run(test, config, 'rebuild'), [
      'Everything is derived: there is nothing to rebuild.',
    ]);
    const printed = await run(test, config, 'rebuild', 'anew');
    assert.equal(printed[0], '2 of 2 sessions are to be derived.');
    assert.equal(printed.at(-1), 'Everything is derived.');
    await untilCurrent(team);
    assert.equal((await team.owner.client.searchSessions({ q: 'bittern' })).hits.length, 1);
    await assert.rejects(run(test, config, 'rebuild', 'twice'), UsageError);
  });
});
