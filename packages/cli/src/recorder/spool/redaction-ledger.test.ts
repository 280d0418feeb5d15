import assert from 'node:assert/strict';
import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { claudeLines, createMachine, type Machine } from '../../testing/machine.ts';
import { statusOf } from '../run/status.ts';
import { noteRedactions, readRedactions } from './redaction-ledger.ts';

const token = `${'gh'.concat('p_')}8sQv2LmXr4TzBn6KdWc0YhPjFa3GuEoRi1Ss`;
const said = (text: string): string => `${JSON.stringify({ type: 'user', text })}\n`;

describe('redaction ledger', () => {
  let server: FakeServer;
  let machine: Machine;
  const spool = () => join(machine.root, 'spool');
  before(async () => {
    server = await startFakeServer();
    machine = await createMachine();
  });
  after(async () => {
    await server.close();
    await machine.remove();
  });

  const expected = [
    { session: 'claude-code/s1', event: 61, eventType: 'user', rules: { github: 2 } },
    // A record in parts is noted with its first part.
    { session: 'claude-code/s1', event: 62, eventType: 'user', rules: { github: 1 } },
  ];

  it('notes rule and count for each event, and never the secret', async () => {
    const file = '.claude/projects/-p/s1.jsonl';
    await machine.write(file, claudeLines('s1', 60).join(''));
    await machine.append(file, said(`${token} and ${token}`));
    await machine.append(file, said(`${token}${' filler'.repeat(60_000)}`));
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await recorder.uploader.drained();
    const events = server.eventsOf('s1');
    assert.deepEqual(await readRedactions(spool()), expected);
    assert.match(JSON.stringify(events[60]?.payload), /REDACTED:github.*REDACTED:github/);
    assert.match(JSON.stringify(events[61]?.payload), /"part".*REDACTED:github/);
    const { redactions } = statusOf(recorder, { version: '0', startedAt: 0, lastHookCall: {} });
    assert.deepEqual(redactions, { github: 3 });
    await recorder.close();
  });

  it('survives a restart, and a crash before it was written', async () => {
    let recorder = await machine.recorder(server.url);
    await recorder.scan();
    assert.deepEqual(await readRedactions(spool()), expected);
    server.faults.always = { status: 503, code: 'service_unavailable' };
    await machine.append('.claude/projects/-p/s1.jsonl', said(`once more ${token}`));
    await recorder.scan();
    await recorder.close();
    delete server.faults.always;
    // As if killed between the journal and everything derived from it.
    const [name = ''] = await readdir(join(spool(), 'redactions'));
    await rm(join(spool(), 'redactions', name));
    await rm(join(spool(), 'ledger.log'));
    recorder = await machine.recorder(server.url);
    const lines = await readRedactions(spool());
    assert.deepEqual(
      lines.map(({ rules }) => rules),
      [{ github: 1 }],
    );
    await recorder.uploader.drained();
    await recorder.close();
  });

  it('counts an event once, however often it was noted, and bears a torn line', async () => {
    const place = { session: 'codex/t', id: 'abc', before: 4 };
    const redacted = [{ index: 1, eventType: 'x', rules: { jwt: 1 } }];
    await noteRedactions(spool(), place, redacted);
    await appendFile(join(spool(), 'redactions/abc.jsonl'), '{"session":"co');
    await noteRedactions(spool(), place, redacted);
    const mine = (await readRedactions(spool())).filter(({ session }) => session === 'codex/t');
    assert.deepEqual(mine, [{ session: 'codex/t', event: 6, eventType: 'x', rules: { jwt: 1 } }]);
  });

  it('is read by session and event, in this order', async () => {
    const folder = join(machine.root, 'order');
    const note = (session: string, before: number) =>
      noteRedactions(folder, { session, id: session.replace('/', '-'), before }, [
        { index: 0, eventType: 'x', rules: { jwt: 1 } },
      ]);
    for (const before of [10, 2]) for (const session of ['pi/b', 'pi/a', 'pi/c']) await note(session, before);
    await noteRedactions(folder, { session: 'pi/d', id: 'd', before: 0 }, []);
    assert.deepEqual(
      (await readRedactions(folder)).map(({ session, event }) => `${session} ${event}`),
      ['pi/a 3', 'pi/a 11', 'pi/b 3', 'pi/b 11', 'pi/c 3', 'pi/c 11'],
    );
    assert.equal((await readdir(join(folder, 'redactions'))).length, 3);
    assert.deepEqual(await readRedactions(join(machine.root, 'nowhere')), []);
  });
});
