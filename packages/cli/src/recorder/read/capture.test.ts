import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Capturing, payloadsOf } from '../../testing/capturing.ts';
import { uuid5 } from '../spool/identity.ts';
import { markOf, rememberSeen } from '../spool/seen.ts';
import { Hold } from './hold.ts';
import { noRedaction, type Redaction } from './redact.ts';
import { fenceAt } from './tail.ts';

const line = (n: number, more = {}) => ({ type: 'user', n, ...more });
const lines = (count: number, from = 0) => Array.from({ length: count }, (_, index) => line(from + index));

describe('a file that is read', () => {
  let capturing: Capturing;
  beforeEach(() => {
    capturing = new Capturing();
  });
  afterEach(() => capturing.remove());
  const offsetAfter = (count: number) =>
    readFileSync(capturing.path, 'utf8').split('\n').slice(0, count).join('\n').length + 1;

  it('goes in batches of fifty, each with the place after its last record and a key made of it', async () => {
    capturing.write(...lines(120));
    const batches = await capturing.read();
    assert.deepEqual(payloadsOf(batches), lines(120));
    assert.deepEqual(
      batches.map(({ head }) => [head.session, head.id, head.batch, head.count, head.step.events, head.more]),
      [
        ['codex/s', capturing.id, 1, 50, 50, undefined],
        ['codex/s', capturing.id, 2, 50, 50, undefined],
        ['codex/s', capturing.id, 3, 20, 20, undefined],
      ],
    );
    for (const [index, count] of [50, 100, 120].entries()) {
      const offset = offsetAfter(count);
      const fence = await fenceAt(capturing.path, offset);
      assert.deepEqual(batches[index]?.head.step.places, [{ part: '', path: capturing.path, offset, fence }]);
      assert.equal(batches[index]?.head.key, uuid5(capturing.id, `${index + 1}/@${offset}`));
    }
    assert.deepEqual(
      batches.map(({ marks }) => marks.length),
      [50, 50, 20],
    );
    assert.equal(batches[0]?.marks[3], markOf(Buffer.from(JSON.stringify(line(3)))));
  });

  it('goes on where it was read to; a look at what is not new makes nothing', async () => {
    capturing.write(...lines(3));
    await capturing.read();
    assert.deepEqual(await capturing.read(), []);
    capturing.write(...lines(5));
    assert.deepEqual(payloadsOf(await capturing.read()), lines(2, 3));
    assert.equal(capturing.session.places[0]?.offset, offsetAfter(5));
    assert.equal(capturing.isWhole, true);
  });

  it('that was rewritten is read from its beginning, without the lines that were taken', async () => {
    capturing.write(...lines(3));
    const [first] = await capturing.read();
    await rememberSeen(capturing.folder, capturing.id, first?.marks ?? []);
    capturing.write(line(9), ...lines(3), line(0));
    const again = await capturing.read();
    assert.deepEqual(payloadsOf(again), [line(9), line(0)]);
    assert.equal(again[0]?.marks.length, 2);
    assert.equal(capturing.session.places[0]?.offset, offsetAfter(5));
  });

  it('that became shorter is read anew from its beginning', async () => {
    capturing.write(...lines(3));
    const [first] = await capturing.read();
    await rememberSeen(capturing.folder, capturing.id, first?.marks ?? []);
    truncateSync(capturing.path, offsetAfter(1));
    assert.deepEqual(await capturing.read(), []);
    assert.equal(capturing.session.places[0]?.offset, offsetAfter(1));
  });

  it('keeps a line without an end until its writer is gone', async () => {
    writeFileSync(capturing.path, '{"n":1}\n{"n":2}');
    assert.deepEqual(payloadsOf(await capturing.read()), [{ n: 1 }]);
    const torn = await capturing.read({}, { torn: true });
    assert.deepEqual(payloadsOf(torn), [{ n: 2 }]);
    assert.equal(torn[0]?.head.step.places[0]?.offset, 15);
  });

  it('sends a record as it stands in the file where it is valid, without the return at its end', async () => {
    writeFileSync(
      capturing.path,
      Buffer.concat([
        Buffer.from('{"a": 1,  "b":2}\r\n{"c":3}{"d":4}\n[5]\n{"broken\n \n'),
        Buffer.from([123, 34, 101, 34, 58, 34, 0xff, 34, 125, 10]),
      ]),
    );
    const bodies: string[] = [];
    await capturing.read(
      {},
      {
        async append(_, body) {
          bodies.push(body.toString());
        },
      },
    );
    const [body = ''] = bodies;
    assert.ok(body.includes('"payload":{"a": 1,  "b":2}}'), body);
    assert.ok(body.includes('"payload":{"c":3}}') && body.includes('"payload":{"d":4}}'), body);
    assert.deepEqual(
      JSON.parse(body).events.map(({ payload }: { payload: unknown }) => payload),
      [
        { a: 1, b: 2 },
        { c: 3 },
        { d: 4 },
        [5],
        { debrief: { v: 1, malformed: true }, text: '{"broken' },
        { e: '\ufffd' },
      ],
    );
  });

  it('of blank lines alone moves its place and makes no batch', async () => {
    capturing.write('', '');
    assert.deepEqual(await capturing.read(), []);
    assert.equal(capturing.session.places[0]?.offset, 2);
    assert.equal(capturing.remembered.length, 2);
  });

  it('with a record too large for one event sends its parts, and moves the place with the last one', async () => {
    const large = { type: 'user', text: 'x'.repeat(2_500_000) };
    capturing.write(line(1), large, line(2));
    const batches = await capturing.read();
    assert.deepEqual(payloadsOf(batches.slice(0, 1)), [line(1)]);
    assert.deepEqual(
      batches.map(({ head }) => [head.more, head.step.places[0]?.offset]),
      [
        [true, undefined],
        ...Array(batches.length - 3).fill([true, undefined]),
        [undefined, offsetAfter(2)],
        [undefined, offsetAfter(3)],
      ],
    );
    assert.ok(batches.length > 4, String(batches.length));
    assert.deepEqual(
      batches.map(({ marks }) => marks.length),
      [...Array(batches.length - 2).fill(0), 2, 1],
    );
    const parts = payloadsOf(batches.slice(1, -1)) as { text: string }[];
    assert.equal(parts.map(({ text }) => text).join(''), JSON.stringify(large));
    assert.equal(new Set(batches.map(({ head }) => head.key)).size, batches.length);
  });

  describe('by a recorder that was just started', () => {
    function recalling(isKnown: boolean): {
      redaction: Redaction;
      recalled: unknown[];
      sources: Set<string>;
    } {
      const recalled: unknown[] = [];
      const sources = new Set<string>();
      const redaction: Redaction = {
        ...noRedaction(),
        knows(source) {
          sources.add(source);
          return isKnown;
        },
        recall(records, source) {
          recalled.push(...records);
          sources.add(source);
        },
      };
      return { redaction, recalled, sources };
    }

    it('looks at the records before its place, for calls whose results are to come', async () => {
      capturing.write(...lines(3));
      await capturing.read();
      appendFileSync(capturing.path, `${JSON.stringify(line(3))}\n`);
      const { redaction, recalled, sources } = recalling(false);
      assert.deepEqual(payloadsOf(await capturing.read({}, { redaction })), [line(3)]);
      assert.deepEqual(recalled, lines(3));
      assert.deepEqual([...sources], [`s ${capturing.path}`]);
    });

    it('looks no further back than a megabyte, and not where there is nothing new or all is known', async () => {
      const filler = line(0, { text: 'x'.repeat(700_000) });
      capturing.write(filler, filler, line(1));
      await capturing.read();
      const idle = recalling(false);
      await capturing.read({}, { redaction: idle.redaction });
      appendFileSync(capturing.path, `${JSON.stringify(line(2))}\n`);
      const knowing = recalling(true);
      assert.equal((await capturing.read({}, { redaction: knowing.redaction })).length, 1);
      assert.deepEqual([idle.recalled, knowing.recalled], [[], []]);
      appendFileSync(capturing.path, `${JSON.stringify(line(3))}\n`);
      const { redaction, recalled } = recalling(false);
      await capturing.read({}, { redaction });
      assert.equal(recalled.length, 4, 'half of the first, the second and two short ones');
      assert.deepEqual(recalled.slice(1), [filler, line(1), line(2)]);
    });
  });

  it('is redacted in groups of some hundred lines or a megabyte', async () => {
    const groups: [records: number, bytes: number, source: string | undefined][] = [];
    const redaction: Redaction = {
      ...noRedaction(),
      clean(records, bytes, source) {
        groups.push([records.length, bytes, source]);
        return noRedaction().clean(records, bytes, source);
      },
    };
    capturing.write(...Array(300).fill('{"n":1}'), ...Array(3).fill(line(1, { text: 'x'.repeat(600_000) })));
    await capturing.read({}, { redaction });
    const large = JSON.stringify(line(1, { text: 'x'.repeat(600_000) })).length;
    const source = `s ${capturing.path}`;
    // What one read of the file brought is never joined with the next.
    assert.deepEqual(groups[0], [256, 256 * 7, source]);
    assert.equal(
      groups.reduce((sum, [records]) => sum + records, 0),
      303,
    );
    assert.ok(groups.every(([records, bytes]) => records <= 256 && bytes < 1_048_576 + large));
  });

  it('says the folder of its session where only one repository is paused', async () => {
    const pause = { id: 'p', from: 0, repository: '/paused', ended: true, to: 10 };
    const held = async (first: object) => {
      capturing.session.places = [];
      capturing.session.cwd = undefined as unknown as string;
      capturing.write(line(1, { at: 5 }), first);
      const source = capturing.source();
      return (await capturing.read({}, { hold: new Hold([pause], source, undefined) })).length === 0;
    };
    assert.equal(await held(line(2, { cwd: '/paused', at: 5 })), true);
    assert.equal(await held(line(2, { cwd: '/other', at: 5 })), false, 'a later record says it');
  });
});
