import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Failure } from '../../failure.ts';
import { DigestSet } from './digest-set.ts';
import { MarkFile } from './mark-file.ts';
import { PauseMemory } from './pause-memory.ts';
import { SaidBefore } from './said-before.ts';
import { SessionMemory } from './session-memory.ts';
import { pausedMarker } from './strike.ts';

const never = () => false;

describe('the memory of pauses', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'debrief-memory-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const asFolder = (path: string) => {
    rmSync(path, { force: true });
    mkdirSync(path);
  };
  const user = (content: string) => ({ type: 'user', message: { role: 'user', content } });
  const assistant = (content: string) => ({ type: 'assistant', message: { role: 'assistant', content } });
  async function learnt(...records: unknown[]): Promise<PauseMemory> {
    const memory = await PauseMemory.open(folder);
    const session = new SessionMemory(memory, 'claude-code/s');
    for (const record of records) session.learn(record, new SaidBefore());
    await memory.flush();
    return memory;
  }
  const struckIn = (memory: PauseMemory, record: unknown, session = 'claude-code/s'): number =>
    new SessionMemory(memory, session).strike(record, never).struck;

  it('knows what it learnt after a new start, and nothing with another key', async () => {
    const said = user('The merger is announced on the ninth of May.');
    await learnt(said);
    const again = await PauseMemory.open(folder);
    assert.equal(again.isLearnt, true);
    assert.equal(struckIn(again, said, 'codex/other'), 1);
    writeFileSync(join(folder, 'key'), `${Buffer.alloc(32, 7).toString('base64url')}\n`);
    assert.equal(struckIn(await PauseMemory.open(folder), said), 0);
    assert.equal(statSync(join(folder, 'words')).mode & 0o077, 0);
  });

  for (const [name, damage, word] of [
    ['its key is gone', () => rmSync(join(folder, 'key')), 'is damaged'],
    ['its key is cut', () => writeFileSync(join(folder, 'key'), 'AAAA\n'), 'is damaged'],
    ['its key cannot be read', () => asFolder(join(folder, 'key')), 'cannot be read (EISDIR)'],
    ['its words cannot be read', () => asFolder(join(folder, 'words')), 'cannot be read (EISDIR)'],
    ['its lines cannot be read', () => asFolder(join(folder, 'lines')), 'cannot be read (EISDIR)'],
  ] as const) {
    it(`is not taken for empty where ${name}`, async () => {
      await learnt(user('The merger is announced on the ninth of May.'));
      damage();
      await assert.rejects(
        PauseMemory.open(folder),
        (error) =>
          error instanceof Failure &&
          error.message.includes(word) &&
          error.message.includes('debrief forget'),
      );
    });
  }

  it('is not taken for empty where only lines are left without their key', async () => {
    writeFileSync(join(folder, 'lines'), Buffer.alloc(8, 1));
    await assert.rejects(PauseMemory.open(folder), Failure);
  });

  it('is empty where there is none', async () => {
    const memory = await PauseMemory.open(join(folder, 'none'));
    assert.deepEqual([memory.isEmpty(), memory.isLearnt], [true, false]);
  });

  it('keeps what was said before a pause for the fifty files written last', async () => {
    const memory = await PauseMemory.open(folder);
    for (let n = 0; n < 50; n++) memory.keepSaidBefore(`${n}`, new SaidBefore());
    memory.keepSaidBefore('0', new SaidBefore());
    memory.keepSaidBefore('50', new SaidBefore());
    assert.deepEqual(
      ['0', '1', '2', '50'].map((path) => memory.saidBefore(path) !== undefined),
      [true, false, true, true],
    );
  });

  it('leaves short and common sentences alone, and strikes shorter ones in their own session', async () => {
    const memory = await learnt(
      ...['ok', 'yes', 'continue', 'go on', 'fire Bob today', 'Ask Olga about the payroll'].map(user),
      assistant('Let me check the tests.'),
      assistant('Let me read the payroll file of Olga first.'),
    );
    for (const common of ['ok', 'Yes.', 'continue', 'Go on!'])
      assert.equal(struckIn(memory, user(common)), 0, common);
    assert.equal(struckIn(memory, user('Fire Bob today!')), 1);
    assert.equal(struckIn(memory, user('Fire Bob today!'), 'claude-code/t'), 0);
    assert.equal(struckIn(memory, user('Ask Olga about the payroll'), 'claude-code/t'), 1);
    assert.equal(struckIn(memory, assistant('Let me check the tests.'), 'claude-code/t'), 0);
    assert.equal(
      struckIn(memory, assistant('Let me read the payroll file of Olga first.'), 'claude-code/t'),
      1,
    );
  });

  it('strikes what was said everywhere, what a tool printed only where somebody says it again', async () => {
    const line = 'total 14 files in the folder of the finance people';
    const result = (text: string, id: string) => ({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] },
    });
    const memory = await learnt(
      result(line, 'toolu_01AbCdEf234567890'),
      user('Who pays the finance people then?'),
    );
    assert.equal(
      struckIn(memory, result(line, 'toolu_99AbCdEf234567890')),
      0,
      'printed again after the pause',
    );
    assert.equal(struckIn(memory, result(line, 'toolu_01AbCdEf234567890')), 1, 'the very same call');
    assert.equal(struckIn(memory, assistant(`It printed: ${line}`)), 1);
    assert.equal(
      struckIn(memory, result('> Who pays the finance people then?', 'toolu_98AbCdEf234567890')),
      1,
    );
  });

  it('leaves everything but words as it is, and the very same object where nothing is known', async () => {
    const memory = await learnt({
      ...user('We never talk about the island again.'),
      cwd: '/home/mira/My Own Project Folder',
    });
    const record = {
      type: 'user',
      cwd: '/home/mira/My Own Project Folder',
      n: 1,
      list: [null, 'ok', { deep: true }],
    };
    const session = new SessionMemory(memory, 'claude-code/s');
    assert.equal(session.strike(record, never).record, record);
    const mixed = { ...record, text: 'First this. We never talk about the island again! Then that.' };
    assert.deepEqual(session.strike(mixed, never).record, {
      ...mixed,
      text: `First this. ${pausedMarker}! Then that.`,
    });
    const parts = {
      messages: [
        { timestamp: 5, text: 'short', n: 3 },
        { timestamp: 9, text: 'short' },
      ],
    };
    assert.deepEqual(session.strike(parts, (at) => at === 5).record, {
      messages: [
        { timestamp: 5, text: pausedMarker, n: 3 },
        { timestamp: 9, text: 'short' },
      ],
    });
  });

  it('survives a torn end and a record that is too deep', async () => {
    const said = user('The merger is announced on the ninth of May.');
    await learnt(said);
    appendFileSync(join(folder, 'words'), 'abc');
    const memory = await learnt(user('And the tenth of May is a holiday for everybody.'));
    assert.equal(readFileSync(join(folder, 'words')).length % 8, 0);
    assert.equal(struckIn(await PauseMemory.open(folder), said), 1);
    let deep: unknown = 'The merger is announced on the ninth of May.';
    for (let i = 0; i < 5000; i++) deep = { deep };
    assert.ok(!JSON.stringify(new SessionMemory(memory, 's').strike(deep, never).record).includes('merger'));
    assert.doesNotThrow(() => new SessionMemory(memory, 's').learn(deep, new SaidBefore()));
  });

  it('has room for so many marks, and then keeps the newest', async () => {
    const path = join(folder, 'few');
    const file = new MarkFile(path, 8);
    for (let n = 1; n <= 10; n++) {
      file.note({ high: n, low: n });
      await file.flush();
    }
    const marks = (await new MarkFile(path, 8).read()) ?? [];
    assert.deepEqual(
      marks.map(({ low }) => low),
      [4, 5, 6, 7, 8, 9, 10],
    );
    assert.equal(await new MarkFile(join(folder, 'none'), 8).read(), undefined);
  });

  it('finds each of many marks and no other', () => {
    const set = new DigestSet();
    for (let n = 0; n < 5000; n++) assert.equal(set.add({ high: n, low: n * 7 }), true);
    assert.equal(set.add({ high: 1, low: 7 }), false);
    assert.equal(set.size, 5000);
    for (let n = 0; n < 5000; n++) {
      assert.ok(set.has({ high: n, low: n * 7 }));
      assert.ok(!set.has({ high: n, low: n * 7 + 1_000_000 }));
    }
  });
});
