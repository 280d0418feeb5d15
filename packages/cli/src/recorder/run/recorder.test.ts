import assert from 'node:assert/strict';
import { rename, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { claudeLines, createMachine, type Machine } from '../../testing/machine.ts';

const payloads = (server: FakeServer, session: string) =>
  server.eventsOf(session).map((event) => event.payload);
const parsed = (lines: string[]) => lines.map((line) => JSON.parse(line));

describe('recorder', () => {
  let server: FakeServer;
  let machine: Machine;
  before(async () => {
    server = await startFakeServer();
    machine = await createMachine();
  });
  after(async () => {
    await server.close();
    await machine.remove();
  });

  it('sends a file as it is, then only what is new', async () => {
    const file = '.claude/projects/-tmp-project/s1.jsonl';
    const lines = claudeLines('s1', 120);
    await machine.write(file, lines.slice(0, 70).join(''));
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await recorder.uploader.drained();
    assert.deepEqual(payloads(server, 's1'), parsed(lines.slice(0, 70)));
    await machine.append(file, lines.slice(70).join('').slice(0, -10));
    await recorder.scan();
    await recorder.uploader.drained();
    assert.deepEqual(payloads(server, 's1'), parsed(lines.slice(0, 119)));
    await machine.append(file, lines.at(-1)?.slice(-10) ?? '');
    await recorder.scan();
    await recorder.uploader.drained();
    assert.deepEqual(payloads(server, 's1'), parsed(lines));
    const [session] = [...server.sessions.values()];
    assert.equal(session?.body.externalId, 's1');
    assert.equal(session?.body.gitBranch, 'main');
    assert.equal(session?.body.repoRoot, '/tmp/project');
    assert.equal(session?.events[0]?.eventType, 'user');
    await recorder.close();
  });

  it('goes on where a former run ended, also when the file moved', async () => {
    const more = claudeLines('s1', 3, 120);
    await machine.append('.claude/projects/-tmp-project/s1.jsonl', more.join(''));
    await machine.write('.claude/projects/-elsewhere/x', '');
    await rename(
      join(machine.root, '.claude/projects/-tmp-project/s1.jsonl'),
      join(machine.root, '.claude/projects/-elsewhere/s1.jsonl'),
    );
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await recorder.uploader.drained();
    assert.deepEqual(payloads(server, 's1'), parsed(claudeLines('s1', 123)));
    await recorder.close();
  });

  it('takes nothing twice when a file is truncated and rewritten', async () => {
    const path = join(machine.root, '.claude/projects/-elsewhere/s1.jsonl');
    const recorder = await machine.recorder(server.url);
    await truncate(path, 0);
    await recorder.scan();
    await writeFile(path, [...claudeLines('s1', 123).slice(5), ...claudeLines('s1', 1, 200)].join(''));
    await recorder.scan();
    await recorder.uploader.drained();
    const all = [...claudeLines('s1', 123), ...claudeLines('s1', 1, 200)];
    assert.deepEqual(payloads(server, 's1'), parsed(all));
    await recorder.close();
  });

  it('keeps malformed and glued lines, splits what is too large', async () => {
    const big = { type: 'user', message: { content: 'ä"\n'.repeat(200_000) } };
    const file = '.claude/projects/-tmp-project/s2.jsonl';
    await machine.write(
      file,
      `\uFEFF{"type":"a"}\r\n{broken\n{"type":"b"}{"type":"c"}\n\n${JSON.stringify(big)}\n{"type":"end"}`,
    );
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await recorder.uploader.drained();
    const events = server.eventsOf('s2');
    assert.deepEqual(
      events.slice(0, 4).map((event) => event.eventType),
      ['a', 'debrief', 'b', 'c'],
    );
    const parts = events.slice(4).map((event) => event.payload as { text: string });
    assert.ok(parts.length > 2);
    assert.deepEqual(JSON.parse(parts.map((part) => part.text).join('')), big);
    await recorder.close();
  });

  it('sends a record of 15 MB in as many batches as it takes', async () => {
    const huge = { type: 'user', image: 'A"'.repeat(7_500_000) };
    const lines = ['{"type":"before"}', JSON.stringify(huge), '{"type":"after"}'];
    await machine.write('.claude/projects/-tmp-project/s2b.jsonl', `${lines.join('\n')}\n`);
    const recorder = await machine.recorder(server.url);
    const already = server.requests.length;
    await recorder.scan();
    await recorder.uploader.drained();
    const events = server.eventsOf('s2b');
    assert.equal(events[0]?.eventType, 'before');
    assert.equal(events.at(-1)?.eventType, 'after');
    const parts = events.slice(1, -1).map((event) => (event.payload as { text: string }).text);
    assert.ok(parts.length > 60);
    assert.ok(parts.join('') === lines[1]);
    assert.ok(server.requests.slice(already).every(({ status }) => status < 300));
    await recorder.close();
  });

  it('puts sub-agents into the session that started them', async () => {
    const dir = '.claude/projects/-tmp-project';
    await machine.write(`${dir}/s3.jsonl`, claudeLines('s3', 2).join(''));
    await machine.write(`${dir}/s3/subagents/agent-abc.jsonl`, claudeLines('s3', 3, 10).join(''));
    const meta = {
      timestamp: '2026-01-01T00:00:00.000Z',
      type: 'session_meta',
      payload: {
        id: 'child',
        session_id: 'root',
        source: { subagent: { thread_spawn: { parent_thread_id: 'root', agent_role: 'explorer' } } },
      },
    };
    await machine.write(
      '.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-root.jsonl',
      '{"timestamp":"2026-01-01T00:00:00.000Z","type":"session_meta","payload":{"id":"root","session_id":"root"}}\n',
    );
    await machine.write(
      '.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-01-child.jsonl',
      `${JSON.stringify(meta)}\n`,
    );
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await recorder.uploader.drained();
    assert.deepEqual(payloads(server, 's3'), parsed([...claudeLines('s3', 2), ...claudeLines('s3', 3, 10)]));
    const child = server.eventsOf('root').at(-1);
    assert.deepEqual(child?.payload, {
      debrief: { v: 1, subagent: { id: 'child', type: 'explorer' } },
      record: meta,
    });
    assert.equal(child?.eventType, 'session_meta');
    await recorder.close();
  });

  it('completes an idle session and continues it in a linked one', async () => {
    const recorder = await machine.recorder(server.url);
    machine.settings.idleMinutes = 0;
    await recorder.scan();
    await recorder.completeIdle();
    const first = [...server.sessions.values()].find((one) => one.body.externalId === 's3');
    assert.equal(first?.status, 'completed');
    assert.equal(first?.endedAt, '2026-01-01T00:00:12.000Z');
    await machine.append('.claude/projects/-tmp-project/s3.jsonl', claudeLines('s3', 1, 2).join(''));
    await recorder.scan();
    await recorder.uploader.drained();
    const legs = [...server.sessions.values()].filter((one) => one.body.externalId === 's3');
    assert.equal(legs.length, 2);
    assert.equal(legs[1]?.body.continuesSessionId, first?.sessionId);
    assert.equal(legs[1]?.events.length, 1);
    const torn = server.eventsOf('s2').at(-1);
    assert.equal(torn?.eventType, 'end');
    await recorder.close();
  });

  it('replaces an event the server refuses, and goes on', async () => {
    server.faults.refusedType = 'bad';
    await machine.write(
      '.claude/projects/-tmp-project/s4.jsonl',
      '{"type":"a"}\n{"type":"bad"}\n{"type":"c"}\n',
    );
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await recorder.uploader.drained();
    assert.deepEqual(
      server.eventsOf('s4').map((event) => event.eventType),
      ['a', 'debrief/quarantined', 'c'],
    );
    assert.equal(recorder.uploader.report.quarantined, 1);
    await recorder.close();
  });

  it('holds back what happened during a pause and says so', async () => {
    const at = Date.UTC(2026, 0, 1);
    machine.settings.pauses = [{ from: at + 2000, to: at + 5000, repository: '/tmp/project' }];
    await machine.write('.claude/projects/-tmp-project/s5.jsonl', claudeLines('s5', 7).join(''));
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await recorder.uploader.drained();
    const lines = parsed(claudeLines('s5', 7));
    assert.deepEqual(payloads(server, 's5'), [
      lines[0],
      lines[1],
      { type: 'debrief/paused', records: 3 },
      lines[5],
      lines[6],
    ]);
    machine.settings.pauses = [];
    await recorder.close();
  });

  it('leaves history alone and redacts what it sends', async () => {
    const secret = ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
    machine.settings.captureSince = Date.now() + 60_000;
    const path = await machine.write('.claude/projects/-tmp-project/s6.jsonl', '{"type":"old"}\n');
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    assert.equal(server.eventsOf('s6').length, 0);
    machine.settings.captureSince = (await stat(path)).mtimeMs;
    await machine.append(
      '.claude/projects/-tmp-project/s6.jsonl',
      `{"type":"user","text":"token ${secret}"}\n`,
    );
    await recorder.scan();
    await recorder.uploader.drained();
    assert.equal(server.eventsOf('s6').length, 2);
    assert.ok(!JSON.stringify(server.eventsOf('s6')).includes(secret));
    await recorder.close();
  });

  it('stops when the secret is revoked', async () => {
    server.faults.always = { status: 401, code: 'secret_revoked' };
    await machine.append('.claude/projects/-tmp-project/s6.jsonl', '{"type":"late"}\n');
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await assert.rejects(recorder.uploader.drained(), { name: 'Stopped', code: 'secret_revoked' });
    delete server.faults.always;
    await recorder.close();
    const again = await machine.recorder(server.url);
    await again.uploader.drained();
    assert.equal(server.eventsOf('s6').length, 3);
    await again.close();
  });
});
