import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type LessonRef, type LessonWords, setOf, toldAtStart, withBlock } from '@debrief/lessons';
import { type Home, homeOf, pathsOf } from '../../home.ts';
import { readIndex } from '../../lessons/copy.ts';
import { canonical } from '../../pause.ts';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { createRepository, type TestRepository } from '../../testing/repository.ts';
import type { Recorder } from '../run/recorder.ts';

const lesson = (lessonId: string, version = 1): LessonWords => ({
  lessonId: `les_${lessonId}`,
  version,
  text: `Lesson ${lessonId}.`,
  paths: [],
  agents: [],
});
const one = [lesson('a', 2), lesson('b')];
const refs = (lessons: readonly LessonWords[]): LessonRef[] =>
  lessons.map(({ lessonId, version }) => ({ lessonId, version }));
const block = (lessons: readonly LessonWords[]): string =>
  Buffer.from(withBlock(undefined, lessons) ?? []).toString();

describe('what a session was given', () => {
  let server: FakeServer;
  let machine: Machine;
  let home: Home;
  let recorder: Recorder;
  let repository: TestRepository;
  beforeEach(async () => {
    server = await startFakeServer();
    machine = await createMachine();
    home = homeOf({ DEBRIEF_HOME: join(machine.root, 'debrief') });
    repository = createRepository();
    repository.git('remote', 'add', 'origin', 'https://git.example/acme/shop.git');
    recorder = await machine.recorder(server.url, home);
  });
  afterEach(async () => {
    await recorder.close();
    await server.close();
    repository.remove();
    await machine.remove();
  });

  const at = () => new Date().toISOString();
  const claude = (id: string, records: object[] = []) =>
    machine.write(
      `.claude/projects/p/${id}.jsonl`,
      [{ type: 'user', message: { role: 'user', content: 'Hello.' } }, ...records]
        .map(
          (record, n) =>
            `${JSON.stringify({ uuid: `${id}-${n}`, sessionId: id, cwd: repository.root, version: '2.1.0', timestamp: at(), ...record })}\n`,
        )
        .join(''),
    );
  const codex = (id: string, payloads: object[]) =>
    machine.write(
      `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${id}.jsonl`,
      [
        {
          type: 'session_meta',
          payload: { id, cwd: repository.root, timestamp: at(), cli_version: '0.150.0' },
        },
        ...payloads.map((payload) => ({ type: 'response_item', payload })),
      ]
        .map((record) => `${JSON.stringify({ timestamp: at(), ...record })}\n`)
        .join(''),
    );
  async function look() {
    await recorder.scan();
    for (let n = 0; n < 200 && recorder.uploader.pending() > 0; n++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    await recorder.lookAtLessons();
  }
  const toldOf = (id: string) =>
    [...server.sessions.values()]
      .filter(({ body }) => body.externalId === id)
      .flatMap(({ lessonReports }) => lessonReports.map(({ given }) => given));
  const given = (lessons: readonly LessonWords[], way: string, loaded: string) =>
    refs(lessons).map((ref) => ({ ...ref, way, loaded }));

  it('by files that lie ready: of Claude Code nobody knows whether it loaded them', async () => {
    repository.write('CLAUDE.md', `@AGENTS.md\n`);
    repository.write('AGENTS.md', `# A\n${block(one)}`);
    await claude('s1');
    await look();
    assert.deepEqual(toldOf('s1'), [given(one, 'file', 'unknown')]);
    await look();
    assert.equal(toldOf('s1').length, 1, 'once');
    repository.write('AGENTS.md', block([lesson('later')]));
    await look();
    assert.equal(toldOf('s1').length, 1, 'what came later is of later sessions');
    const reports = JSON.stringify(toldOf('s1'));
    assert.doesNotMatch(reports, /Lesson/, 'ids and versions, no words');
  });

  it('not by a file that was written after it began, also where it is read late', async () => {
    await claude('s1');
    // The clock of a file system may be some milliseconds behind.
    await new Promise((resolve) => setTimeout(resolve, 50));
    repository.write('CLAUDE.md', block(one));
    await look();
    assert.deepEqual(toldOf('s1'), []);
    await claude('s2');
    await look();
    assert.deepEqual(toldOf('s2'), [given(one, 'file', 'unknown')]);
  });

  it('not by a file that its agent does not read, and nothing where there are none', async () => {
    repository.write('AGENTS.md', block(one));
    await claude('s1');
    await look();
    assert.deepEqual(toldOf('s1'), []);
  });

  it('nothing is said of a session that began before: the files may have been others', async () => {
    repository.write('CLAUDE.md', block(one));
    const path = await claude('old');
    const before = readFileSync(path, 'utf8').replace(
      /"timestamp":"[^"]*"/g,
      '"timestamp":"2026-01-01T00:00:00.000Z"',
    );
    writeFileSync(path, before);
    await look();
    assert.deepEqual(toldOf('old'), []);
  });

  it('Codex shows the files that it loaded: with these lessons, or without', async () => {
    repository.write('AGENTS.md', block(one));
    const files = (text: string) => ({
      type: 'message',
      role: 'user',
      content: [
        {
          type: 'input_text',
          text: `# AGENTS.md instructions for ${repository.root}\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`,
        },
      ],
    });
    const ids = ['0197b2a0-0000-7000-8000-000000000001', '0197b2a0-0000-7000-8000-000000000002'];
    await codex(ids[0] as string, [files(block(one))]);
    await look();
    assert.deepEqual(toldOf(ids[0] as string), [given(one, 'file', 'yes')]);
    await codex(ids[1] as string, [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello.' }] },
    ]);
    await look();
    assert.deepEqual(toldOf(ids[1] as string), [given(one, 'file', 'unknown')]);
    await machine.append(
      `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${ids[1]}.jsonl`,
      `${JSON.stringify({ timestamp: at(), type: 'response_item', payload: files('# Others') })}\n`,
    );
    await look();
    assert.deepEqual(toldOf(ids[1] as string).at(-1), given(one, 'file', 'no'));
  });

  it('by the hook: that it ran is not that the agent loaded it; the record says so', async () => {
    const { text, told } = toldAtStart(one);
    machine.settings.lessons = { hooks: [] };
    server.lessons = one;
    await claude('s1');
    await look();
    const copy = join(
      pathsOf(home).lessons,
      'at',
      canonical(repository.root),
      '.debrief',
      'claude-code',
      setOf(told),
    );
    assert.equal(JSON.parse(readFileSync(copy, 'utf8')).hookSpecificOutput.additionalContext, text);
    const call = { agentId: 'claude-code', externalId: 's2', ended: false, lessons: setOf(told) } as const;
    await recorder.noteHooks([call]);
    await look();
    assert.deepEqual(toldOf('s2'), [], 'the transcript is not there yet');
    await claude('s2');
    await look();
    assert.deepEqual(toldOf('s2'), [given(one, 'hook', 'unknown')]);
    const attachment = { type: 'hook_additional_context', hookEvent: 'SessionStart', content: [text] };
    await machine.append(
      '.claude/projects/p/s2.jsonl',
      `${JSON.stringify({ type: 'attachment', uuid: 'x', sessionId: 's2', timestamp: at(), attachment })}\n`,
    );
    await look();
    assert.deepEqual(toldOf('s2').at(-1), given(one, 'hook', 'yes'));
  });

  it('the record may come before the hook is heard of', async () => {
    machine.settings.lessons = { hooks: [] };
    server.lessons = one;
    await claude('s1');
    await look();
    const { text, told } = toldAtStart(one);
    const attachment = { type: 'hook_additional_context', hookEvent: 'SessionStart', content: [text] };
    await claude('s2', [{ type: 'attachment', attachment }]);
    await look();
    assert.deepEqual(toldOf('s2'), []);
    await recorder.noteHooks([
      { agentId: 'claude-code', externalId: 's2', ended: false, lessons: setOf(told) },
    ]);
    await look();
    assert.deepEqual(toldOf('s2'), [given(one, 'hook', 'yes')]);
  });

  it('over MCP: the answer of the tool proves it; a file that was printed does not', async () => {
    const answer = `${toldAtStart(one).text}\n(les_a@2, les_b@1)`;
    const result = (content: unknown) => ({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] },
    });
    await claude('s1', [result([{ type: 'text', text: answer }])]);
    await claude('s2', [result(block(one)), result(`x ${answer}`)]);
    await look();
    assert.deepEqual(toldOf('s1'), [given(one, 'mcp', 'yes')]);
    assert.deepEqual(toldOf('s2'), []);
  });

  it('survives a restart, and is told once the server is there again', async () => {
    repository.write('CLAUDE.md', block(one));
    await claude('s1');
    await recorder.scan();
    for (let n = 0; n < 200 && recorder.uploader.pending() > 0; n++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    server.faults.always = { status: 503, code: 'service_unavailable' };
    await recorder.lookAtLessons();
    assert.deepEqual(toldOf('s1'), []);
    await recorder.close();
    delete server.faults.always;
    recorder = await machine.recorder(server.url, home);
    repository.write('CLAUDE.md', 'none');
    await recorder.lookAtLessons();
    assert.deepEqual(toldOf('s1'), [given(one, 'file', 'unknown')]);
  });

  it('a paused repository is not looked at', async () => {
    repository.write('CLAUDE.md', block(one));
    await claude('s1');
    await recorder.scan();
    machine.settings.pauses.push({
      id: 'p',
      from: Date.now() - 1000,
      begun: true,
      repository: repository.root,
    });
    await look();
    assert.deepEqual(toldOf('s1'), []);
  });

  it('copies come and go with the setting, and with what the server knows', async () => {
    const agentCopies = join(pathsOf(home).lessons, 'at', canonical(repository.root), '.debrief', 'codex');
    server.lessons = one;
    await claude('s1');
    await look();
    assert.ok(!existsSync(pathsOf(home).lessons), 'only for who asked for it');
    machine.settings.lessons = { hooks: [] };
    await look();
    assert.ok(existsSync(agentCopies));
    assert.deepEqual(Object.keys(await readIndex(home)), [canonical(repository.root)]);
    delete (machine.settings as { lessons?: unknown }).lessons;
    await look();
    assert.ok(!existsSync(pathsOf(home).lessons), 'without a trace');
    assert.equal(server.requests.filter(({ route }) => route.includes('/lessons?')).length, 1);
  });
});
