import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { tamperAtRandom } from '../../../testing/chain/random-tampering.ts';
import { tampering } from '../../../testing/chain/tampered.ts';
import { type History, tamperings } from '../../../testing/chain/tamperings.ts';
import { runStatement } from '../../../testing/engine.ts';
import { Dice } from '../../../testing/fuzz/dice.ts';
import type { TestServer } from '../../../testing/server.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import type { Config } from '../../config.ts';
import { sealSessions } from '../../domain/chain/seal.ts';
import { deleteSession } from '../../domain/erasure/deletion.ts';
import { finishErasures } from '../../domain/erasure/erasure.ts';
import { finishRedactions } from '../../domain/redaction/finish.ts';
import { enforceRetention } from '../../housekeeping.ts';
import { operatorCommands } from '../../operator.ts';
import { loadServerKey, serverKeys } from '../../server-key.ts';
import { verify } from './command.ts';
import { openSource, type Source } from './source.ts';
import { verifyChain } from './verify.ts';

const seal = ({ running }: TestServer) => sealSessions(running.context, { below: undefined }, []);

const said = (text: string) => ({
  eventType: 'user',
  payload: { type: 'user', message: { role: 'user', content: text } },
});

async function aSession({ machine, environmentId, installationId }: Team, batches: number): Promise<string> {
  const { sessionId } = await machine.openSession({ environmentId, agentInstallationId: installationId });
  for (let n = 0; n < batches; n++) await append({ machine }, sessionId, `batch ${n} of ${sessionId}`);
  return sessionId;
}

const append = ({ machine }: Pick<Team, 'machine'>, sessionId: string, text: string) =>
  machine.appendEvents({
    sessionId,
    events: [said(`${text}, a swordfish`), said(`${text}, then`), said(`${text}, at last`), said(text)],
  });

async function placeOf({ config }: TestServer, sessionId: string) {
  const bucket = config.database.engine === 'postgres' ? 'bucket' : 'null as bucket';
  const [row] = (await runStatement(
    config.database,
    `select session_pk as pk, ${bucket} from sessions where session_id = '${sessionId}'`,
  )) as { pk: number; bucket: number | null }[];
  assert.ok(row);
  return { sessionId, sessionPk: Number(row.pk), bucket: row.bucket };
}

/** Sessions with merges, redactions, deletions and retention behind them. */
async function aHistory(server: TestServer): Promise<History> {
  const team = await aTeam(server);
  const { context } = server.running;
  const { client } = team.owner;
  const [merged, open, redacted, other, grown, gone, old] = (await Promise.all(
    Array.from({ length: 7 }, () => aSession(team, 3)),
  )) as [string, string, string, string, string, string, string];
  await seal(server);
  await append(team, grown, 'later');
  await append(team, merged, 'later');
  await team.machine.completeSession({ sessionId: merged });
  // Merged with what is sealed before it is sealed itself.
  await context.log.compact(100);
  await seal(server);
  const { redactionId } = await client.redactSession({
    sessionId: redacted,
    targets: [{ sequence: 3, pointer: '/message/content' }],
    reason: 'a name',
  });
  await client.redactSession({ sessionId: grown, text: 'swordfish', reason: 'a fish' });
  await finishRedactions(context);
  await client.removeSession({ sessionId: gone });
  await deleteSession(
    context,
    { sessionId: old, organizationId: team.organizationId },
    { reason: 'retention' },
  );
  await finishErasures(context);
  await seal(server);
  const { organizationId: otherOrganization } = await aTeam(server, 'Other');
  return {
    merged: await placeOf(server, merged),
    open: await placeOf(server, open),
    redacted: await placeOf(server, redacted),
    other: await placeOf(server, other),
    grown: await placeOf(server, grown),
    redactionId,
    otherOrganization,
    deletedId: gone,
  };
}

async function run(
  test: TestContext,
  config: Config,
  ...args: string[]
): Promise<{ text: string; code: unknown }> {
  const printed = test.mock.method(console, 'log', () => {});
  try {
    await operatorCommands.verify?.run({ config, args, log: pino({ level: 'silent' }) });
    return {
      text: printed.mock.calls.flatMap((call) => call.arguments).join('\n'),
      code: process.exitCode ?? 0,
    };
  } finally {
    printed.mock.restore();
    process.exitCode = 0;
  }
}

/** `TAMPERINGS=2000 SEED=1 npm test --` with this file is the long form. */
async function manyAtRandom(
  config: Config,
  pepper: Parameters<typeof verifyChain>[2],
  history: History,
  missed: string[],
) {
  const { TAMPERINGS = '25', SEED = '33' } = process.env;
  const dice = new Dice(Number(SEED));
  const { merged, open, redacted, grown } = history;
  let [found, same] = [0, 0];
  for (const most = Number(TAMPERINGS) + missed.length; found + missed.length < most; )
    await tampering(config, async (hands) => {
      const done = await tamperAtRandom(hands, dice, [merged, open, redacted, grown]);
      if (done === undefined) return same++;
      const { findings } = await verifyChain(config, hands.source, pepper, { pause: 0 });
      return findings.length === 0 ? missed.push(done) : found++;
    });
  return { found, same };
}

onEveryEngine('verify', (server) => {
  it('finds each of a hundred tamperings, and nothing where there was none', async (test) => {
    const history = await aHistory(server());
    const { config } = server();
    const untouched = await verify(config);
    assert.deepEqual(untouched.findings, []);
    assert.deepEqual(untouched.deleted, { person: 1, operator: 0, retention: 1 });
    assert.equal(untouched.redactions, 2);
    assert.equal(untouched.redactedEvents, 1 + 4);
    assert.deepEqual([untouched.unsealedEvents, untouched.olderSessions, untouched.underWay], [0, 0, []]);
    const { text, code } = await run(test, config);
    assert.match(text, /Nothing was changed, removed, inserted or reordered\.$/);
    assert.equal(code, 0);

    const missed: string[] = [];
    await server().restart(async () => {
      const { pepper } = serverKeys(loadServerKey(config.serverKey, config.dataDir));
      const all = tamperings(history, untouched.head?.number ?? 0);
      assert.ok(all.length >= 100, `${all.length}`);
      assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
      const nothing = await tampering(config, ({ source }) =>
        verifyChain(config, source, pepper, { pause: 0 }),
      );
      assert.deepEqual(nothing.findings, []);
      for (const one of all) {
        const { findings } = await tampering(config, async (hands) => {
          await one.do(hands);
          return verifyChain(config, hands.source, pepper, { pause: 0 });
        });
        if (findings.length === 0) missed.push(one.name);
      }
      test.diagnostic(`${all.length} tamperings, each found`);
      const { found, same } = await manyAtRandom(config, pepper, history, missed);
      test.diagnostic(`${found} at random, each found; after ${same} more the database said the same`);
    });
    assert.deepEqual(missed, []);
    assert.deepEqual((await verify(config)).findings, [], 'after a restart');
  });

  it('says which event was changed, removed or moved, and exits with 1', async (test) => {
    const team = await aTeam(server());
    const sessionId = await aSession(team, 3);
    await seal(server());
    const { config } = server();
    const { organizationId } = team;
    await runStatement(
      config.database,
      `update sessions set event_count = 5 where organization_id = '${organizationId}' and event_count = 12`,
    );
    const { text, code } = await run(test, config);
    assert.match(
      text,
      new RegExp(`changed +${sessionId}: its record counts 5 events, and the last one is 12`),
    );
    assert.equal(code, 1);
    const json = JSON.parse((await run(test, config, '--json')).text);
    assert.deepEqual(
      json.findings.map(({ kind, what }: { kind: string; what: string }) => [kind, what]),
      [['changed', 'session']],
    );
    await runStatement(
      config.database,
      `update sessions set event_count = 12 where session_id = '${sessionId}'`,
    );
    const { pepper } = server().running.context;
    const place = await placeOf(server(), sessionId);
    const swapped = await tampering(config, async (hands) => {
      const [one, two] = await hands.batches(place);
      assert.ok(one && two);
      await hands.put(place, one.first, { ...two, first: one.first });
      await hands.put(place, two.first, undefined);
      return verifyChain(config, hands.source, pepper, { pause: 0 });
    });
    assert.deepEqual(
      swapped.findings.filter((one) => one.what === 'event').map(({ kind, from, to }) => [kind, from, to]),
      [
        ['changed', 1, 4],
        ['reordered', 5, 5],
        ['reordered', 6, 6],
        ['reordered', 7, 7],
        ['reordered', 8, 8],
      ],
    );
  });

  it('of what somebody took out neither words nor salt are left, and the event proves its place', async () => {
    const team = await aTeam(server());
    const sessionId = await aSession(team, 1);
    await seal(server());
    const { sessionPk } = await placeOf(server(), sessionId);
    const marks = async () => {
      const rows = await runStatement(
        server().config.database,
        `select marks from seals where session_pk = ${sessionPk}`,
      );
      return Buffer.from((rows as { marks: Uint8Array }[])[0]?.marks ?? []);
    };
    const before = await marks();
    await team.owner.client.redactSession({ sessionId, text: 'swordfish', reason: 'a fish' });
    await finishRedactions(server().running.context);
    const after = await marks();
    assert.equal(after.indexOf(before.subarray(0, 16)), -1, 'the salt is gone');
    assert.deepEqual(
      after.subarray(16),
      before.subarray(16),
      'the digest stays, and the others are untouched',
    );
    assert.deepEqual((await verify(server().config)).findings, []);
  });

  it('notices that the end of the chain was taken off, by what the server remembers beside its key', async () => {
    await aSession(await aTeam(server()), 1);
    await seal(server());
    const { config } = server();
    const { head } = JSON.parse(readFileSync(join(config.dataDir, 'chain.json'), 'utf8'));
    const { pepper } = server().running.context;
    const { findings } = await tampering(config, async (hands) => {
      await hands.run('delete from seals');
      await hands.run('delete from chain_entries where number = $1', head.number);
      return verifyChain(config, hands.source, pepper, { pause: 0 });
    });
    assert.ok(findings.some(({ text }) => text.includes(`does not hold entry ${head.number} as`)));
  });

  it('finds nothing beside a server that takes, seals, merges, redacts and deletes', async () => {
    const team = await aTeam(server());
    let isOver = false;
    const busy = (async () => {
      while (!isOver) {
        const [kept, removed] = [await aSession(team, 2), await aSession(team, 1)];
        await seal(server());
        await team.owner.client.redactSession({ sessionId: kept, text: 'swordfish', reason: 'a fish' });
        await team.machine.completeSession({ sessionId: kept });
        await team.owner.client.removeSession({ sessionId: removed });
        await server().running.context.log.compact(10);
      }
    })();
    try {
      for (let round = 0; round < 5; round++) {
        assert.deepEqual((await verify(server().config)).findings, [], `round ${round}`);
        await sleep(50);
      }
    } finally {
      isOver = true;
      await busy;
    }
  });

  it('a session that is deleted after it was listed is none that came back', async () => {
    const team = await aTeam(server());
    const [first, second] = [await aSession(team, 1), await aSession(team, 1)];
    await seal(server());
    const { config, running } = server();
    const { organizationId } = team;
    const source = openSource(config);
    const log = Object.create(running.context.log, {
      // The entry that says it is there; its events are there for a moment longer.
      erase: { value: () => Promise.reject(new Error('in a moment')) },
    });
    let isDeleted = false;
    const rows: Source['rows'] = async <Row>(text: string, ...values: (string | number)[]) => {
      const found = await source.rows<Row>(text, ...values);
      const isListed = found.some((row) => (row as { sessionId?: string }).sessionId === second);
      if (isListed && !isDeleted) {
        isDeleted = true;
        // What does not fit what was listed has the chain read on.
        await append(team, first, 'later');
        await deleteSession({ ...running.context, log }, { sessionId: second, organizationId });
      }
      return found;
    };
    try {
      const { findings } = await verifyChain(config, { ...source, rows }, running.context.pepper);
      assert.ok(isDeleted);
      assert.deepEqual(findings, []);
    } finally {
      await source.close();
      await finishErasures(running.context);
    }
  });

  // The last one: no session of the others is left.
  it('finds nothing after retention has deleted all, merged and redacted ones among them', async () => {
    const team = await aTeam(server());
    const { context } = server().running;
    const [merged, redacted] = [await aSession(team, 3), await aSession(team, 3)];
    await seal(server());
    await team.machine.completeSession({ sessionId: merged });
    await context.log.compact(100);
    await team.owner.client.redactSession({ sessionId: redacted, text: 'swordfish', reason: 'a fish' });
    await finishRedactions(context);
    const before = (await verify(server().config)).deleted.retention;
    const later = { ...context, clock: () => Date.now() + 100 * 86_400_000 };
    await enforceRetention(later, 30);
    await finishErasures({ ...context, clock: () => Date.now() + 102 * 86_400_000 });
    const { findings, deleted, sessions, events } = await verify(server().config);
    assert.deepEqual(findings, []);
    assert.deepEqual([sessions, events], [0, 0]);
    assert.ok(deleted.retention >= before + 2);
  });
});
