import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testServer } from '../packages/server/testing/server.ts';
import { aTeam, joinTeam } from '../packages/server/testing/team.ts';
import { debrief } from './command.ts';
import { until } from './until.ts';

const transcript = (id: string, said: string) =>
  ['user', 'assistant']
    .map(
      (role, n) =>
        `${JSON.stringify({
          type: role,
          uuid: `${id}-${n}`,
          sessionId: id,
          timestamp: new Date(Date.now() - 3_600_000 + n * 1000).toISOString(),
          message: { id: `m-${id}-${n}`, role, content: [{ type: 'text', text: said }] },
        })}\n`,
    )
    .join('');

test('the author holds, releases, withdraws and redacts from the terminal', async (t) => {
  await using server = await testServer('sqlite');
  const team = await aTeam(server);
  const author = await joinTeam(server, team, 'member');
  await team.owner.client.setAccessPolicy({ visibility: 'organization', hold: 'released', repositories: [] });
  const home = mkdtempSync(join(tmpdir(), 'debrief-own-'));
  const run = (args: string[], input?: string) => debrief(home, team.secret, args, input);
  t.after(async () => {
    await run(['disconnect', '--yes']);
    rmSync(home, { recursive: true, force: true });
  });
  const folder = join(home, '.claude/projects/-src-app');
  mkdirSync(folder, { recursive: true });
  const write = (id: string) =>
    writeFileSync(join(folder, `${id}.jsonl`), transcript(id, 'the name is Anna Schmidt'));
  const arrived = (id: string) =>
    until(`${id} arrives`, async () =>
      (await author.client.listSessions({})).sessions.find(
        (one) => one.externalId === id && one.eventCount === 2,
      ),
    );
  write('0000early');
  const connected = await run(['connect', server.url, '--yes', '--import', 'all', '--no-hooks']);
  assert.equal(connected.code, 0, connected.text);
  const { environmentId } = await arrived('0000early');
  const early = await run(['release', '0000']);
  assert.deepEqual([early.code, /debrief claim/.test(early.text)], [1, true], early.text);

  await team.owner.client.setAuthor({ environmentId, userId: author.userId });
  for (const id of ['aaaa1111', 'bbbb2222']) write(id);
  const imported = await run(['import', '--since', 'all']);
  assert.equal(imported.code, 0, imported.text);
  const { sessionId: first } = await arrived('aaaa1111');
  const { sessionId: second } = await arrived('bbbb2222');

  const held = await run(['hold', 'aaaa', '--for', 'released']);
  assert.deepEqual(
    [held.code, /^Held: only you read claude-code aaaa1111/.test(held.text)],
    [0, true],
    held.text,
  );
  await assert.rejects(team.owner.client.listEvents({ sessionId: first }), { code: 'session_not_shared' });

  const looked = await run(['redact', 'aaaa', '--text-stdin'], 'Anna Schmidt\n');
  assert.equal(looked.code, 0, looked.text);
  assert.match(looked.text, /2 places in 2 events\. Nothing was changed/);
  assert.doesNotMatch(looked.text, /Schmidt/);
  const redacted = await run(['redact', first, '--text-stdin', '--reason', 'A name.'], 'Anna Schmidt\n');
  assert.equal(redacted.code, 0, redacted.text);
  await until('it is taken out', async () => {
    const { redactions } = await author.client.listRedactions({ sessionId: first });
    return redactions[0]?.state === 'redacted' ? redactions : undefined;
  });
  const { events } = await author.client.listEvents({ sessionId: first });
  assert.doesNotMatch(JSON.stringify(events), /Schmidt/);

  const shared = await run(['release', 'aaaa', '--json']);
  assert.deepEqual(JSON.parse(shared.text), { sessionId: first, isHeld: false });
  assert.equal((await team.owner.client.listEvents({ sessionId: first })).events.length, 2);
  const late = await run(['withdraw', 'aaaa', '--yes']);
  assert.deepEqual([late.code, /It is shared/.test(late.text)], [1, true], late.text);

  await run(['hold', 'bbbb']);
  const asked = await run(['withdraw', 'bbbb']);
  assert.deepEqual([asked.code, /Add --yes/.test(asked.text)], [2, true], asked.text);
  const gone = await run(['withdraw', 'bbbb', '--yes']);
  assert.equal(gone.code, 0, gone.text);
  await assert.rejects(author.client.getSession({ sessionId: second }), { code: 'session_not_found' });
  const none = await run(['hold', 'cccc']);
  assert.deepEqual([none.code, /has sent no session "cccc"/.test(none.text)], [1, true], none.text);
});
