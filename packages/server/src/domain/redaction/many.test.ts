import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, RedactionJob } from '@debrief/contract';
import { type Service, startNats } from '../../../../../scripts/services.ts';
import { engines } from '../../../testing/engine.ts';
import { refusedWith } from '../../../testing/request.ts';
import { anotherSession, aReviewedTeam, prompt } from '../../../testing/review/team.ts';
import { testServer } from '../../../testing/server.ts';
import { aWord, inFiles, inTables } from '../../../testing/session/planted-words.ts';
import { joinTeam } from '../../../testing/team.ts';
import type { Engine } from '../../store/database.ts';

async function inState(client: Client, jobId: string, state: RedactionJob['state']): Promise<RedactionJob> {
  for (const deadline = Date.now() + 90_000; ; await sleep(50)) {
    const job = (await client.listRedactionJobs()).jobs.find((one) => one.jobId === jobId);
    if (job?.state === state) return job;
    assert.ok(Date.now() < deadline, `it stays ${job?.state}: ${JSON.stringify(job)}`);
  }
}

/** The words are in events, titles and comments of many sessions; some may not be touched, and some are of others. */
async function takenOutOfMany(engine: Engine, withBus: boolean): Promise<void> {
  const nats: Service | undefined = withBus ? await startNats() : undefined;
  await using server = await testServer(engine, nats ? { NATS_URL: nats.url, NATS_STREAM: 'many' } : {});
  try {
    const [team, stranger] = [await aReviewedTeam(server), await aReviewedTeam(server)];
    const { owner, author, ada } = team;
    const { client } = owner;
    const [word, kept] = [aWord(), aWord()];
    const say = async (of: typeof team, ...texts: string[]) => {
      const sessionId = await anotherSession(of);
      for (const text of texts) await of.machine.appendEvents({ sessionId, events: [prompt(text)] });
      return sessionId;
    };
    const many: string[] = [];
    for (let n = 0; n < 8; n++) many.push(await say(team, `the key is ${word}`, kept, `again "${word}"`));
    const clean = await say(team, kept, 'nothing of it');
    const discussed = await say(team, kept);
    const foreign = await say(stranger, word);
    const [held, disputed] = [await say(team, word), await say(team, word)];
    const all = [...many, clean, discussed, held, disputed];
    const settled = async () => {
      for (const sessionId of all)
        while ((await author.client.getSession({ sessionId })).session.statistics === undefined)
          await sleep(30);
    };
    await settled();
    await author.client.openThread({ sessionId: discussed, anchor: { sequence: 1 }, body: `is it ${word}?` });
    await author.client.holdSession({ sessionId: held, hold: 'released' });
    const until = new Date(Date.now() + 90 * 86_400_000).toISOString();
    await client.setLegalHold({ kind: 'session', subject: disputed, reason: 'A dispute', until });

    // Somebody who is no author of any looks through none.
    const none = await inState(ada.client, (await ada.client.lookForWords({ text: word })).jobId, 'looked');
    assert.deepEqual([none.of, none.total, none.sessions], ['own', 0, 0]);
    const of = async (who: Client) => inState(who, (await who.lookForWords({ text: word })).jobId, 'looked');
    // With a bus some may have been on their way for the first look.
    const own = await of(author.client);
    assert.deepEqual([own.of, own.sessions, own.places, own.held, own.kept], ['own', 10, 17, 0, 1]);
    const looked = await of(client);
    assert.deepEqual(
      [looked.of, looked.sessions, looked.places, looked.held, looked.kept, looked.total],
      ['organization', 9, 16, 1, 1, 13],
    );
    assert.deepEqual(new Set(looked.found.map((one) => one.sessionId)), new Set([...many, discussed]));
    const textOf = async (sessionId: string) =>
      JSON.stringify((await author.client.listEvents({ sessionId })).events);
    for (const sessionId of many)
      assert.ok((await textOf(sessionId)).includes(word), 'a look changes nothing');

    const { jobId } = looked;
    await assert.rejects(
      author.client.confirmRedaction({ jobId, reason: 'x' }),
      refusedWith('redaction_not_found'),
    );
    await assert.rejects(
      client.confirmRedaction({ jobId, reason: `it was ${word}` }),
      refusedWith('validation_error'),
    );
    await author.client.cancelRedaction({ jobId: own.jobId });
    await assert.rejects(
      author.client.confirmRedaction({ jobId: own.jobId, reason: 'x' }),
      refusedWith('redaction_not_found'),
    );
    assert.equal((await client.confirmRedaction({ jobId, reason: 'A customer asked.' })).state, 'redacting');
    const done = await inState(client, jobId, 'redacted');
    assert.deepEqual(
      [done.sessions, done.places, done.held, done.kept, done.looked, done.reason],
      [9, 16, 1, 1, 13, 'A customer asked.'],
    );
    await settled();
    for (const sessionId of [...many, discussed]) {
      const text = await textOf(sessionId);
      assert.ok(!text.includes(word) && text.includes(kept));
      const { redactions } = await client.listRedactions({ sessionId });
      const count = sessionId === discussed ? 0 : 2;
      assert.deepEqual(
        redactions.map((one) => [one.state, one.count, one.reason]),
        [['redacted', count, 'A customer asked.']],
        'once in its ledger',
      );
    }
    for (const sessionId of [held, disputed]) assert.ok((await textOf(sessionId)).includes(word));
    assert.deepEqual((await client.listRedactions({ sessionId: clean })).redactions, []);
    assert.ok(
      JSON.stringify(await stranger.owner.client.listEvents({ sessionId: foreign })).includes(word),
      'another organization has its own',
    );
    // Those that may be touched are: then no file, table or store holds the words but where they had to stay.
    await author.client.releaseSession({ sessionId: held });
    const { legalHoldId } = (await client.listLegalHolds()).legalHolds[0] as { legalHoldId: string };
    const second = await joinTeam(server, team, 'admin');
    for (const who of [client, second.client]) await who.liftLegalHold({ legalHoldId, agreed: true });
    await stranger.owner.client.removeSession({ sessionId: foreign });
    const rest = await of(client);
    assert.deepEqual([rest.sessions, rest.places, rest.held, rest.kept], [2, 2, 0, 0]);
    await client.confirmRedaction({ jobId: rest.jobId, reason: 'The rest.' });
    await inState(client, rest.jobId, 'redacted');
    await settled();
    const left = async () => [
      ...(server.config.database.engine === 'sqlite'
        ? inFiles(server.config.dataDir, [word])
        : await inTables(server.config.database, [word])),
      ...(nats ? inFiles(nats.folder, [word]) : []),
    ];
    for (const deadline = Date.now() + 60_000; (await left()).length > 0; await sleep(200))
      assert.ok(Date.now() < deadline, JSON.stringify(await left()));
    await server.restart();
    assert.deepEqual(await left(), [], 'after a restart');
    assert.equal((await of(client)).sessions, 0);
  } finally {
    await nats?.stop();
  }
}

describe('words are taken out of many sessions', () => {
  for (const engine of engines)
    for (const withBus of engine === 'postgres' ? [false, true] : [false])
      it(`on ${engine}${withBus ? ' behind a bus' : ''}`, () => takenOutOfMany(engine, withBus));
});
