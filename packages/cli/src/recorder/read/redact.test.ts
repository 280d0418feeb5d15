import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createRedactor } from '@debrief/redaction';
import { startFakeServer } from '../../testing/fake-server.ts';
import { createMachine } from '../../testing/machine.ts';
import { statusOf } from '../run/status.ts';
import { createRedaction, type Redaction, WITHHELD } from './redact.ts';

/** As the product's, but caught in one word: what a rule with a bad expression would do. */
const caught = (patience: number): Redaction =>
  createRedaction(
    'key',
    {},
    {
      patience,
      createRedactor(options) {
        const redactor = createRedactor(options);
        return {
          ...redactor,
          redact(value) {
            const done = redactor.redact(value);
            if (JSON.stringify(value).includes('hang')) /^(?:a+)+$/.test(`${'a'.repeat(60)}b`);
            return done;
          },
        };
      },
    },
  );

const token = `${'gh'.concat('p_')}8sQv2LmXr4TzBn6KdWc0YhPjFa3GuEoRi1Sa`;

describe('redaction in time', () => {
  it('replaces the one record that takes too long, and redacts the others', () => {
    const records = [{ text: 'one' }, { text: `hang ${token}` }, { text: `three ${token}` }];
    const begun = performance.now();
    const [one, two, three] = caught(300).clean(records, 1000);
    assert.ok(performance.now() - begun < 5_000);
    assert.equal(one?.record, records[0]);
    assert.deepEqual(two?.rules, { [WITHHELD]: 1 });
    assert.ok(!JSON.stringify(two).includes(token) && !JSON.stringify(two).includes('hang'));
    assert.deepEqual(three?.rules, { github: 1 });
    assert.ok(!JSON.stringify(three).includes(token));
  });

  it('forgets nothing of the rules when it was ended in the middle', () => {
    const redaction = caught(200);
    redaction.clean([{ text: `hang ${token}` }], 100);
    const [cleaned] = redaction.clean([{ text: token }], 100);
    assert.ok(!JSON.stringify(cleaned).includes(token));
  });

  it('passes on what goes wrong otherwise', () => {
    const broken = createRedaction(
      'key',
      {},
      {
        createRedactor: () => ({
          redact: () => {
            throw new RangeError('broken');
          },
          scan: () => ({}),
          strike: (output) => output,
          learn() {},
        }),
      },
    );
    assert.throws(() => broken.clean([{}], 1), RangeError);
    assert.deepEqual(broken.clean([], 0), []);
  });

  it('sends a marker in place of the record, counts it, and leaves the record where it was', async () => {
    const server = await startFakeServer();
    const machine = await createMachine({ redaction: caught(300) });
    try {
      const lines = `{"type":"a"}\n{"type":"user","text":"hang ${token}"}\n{"type":"c"}\n`;
      const path = await machine.write('.claude/projects/-tmp-project/s1.jsonl', lines);
      const recorder = await machine.recorder(server.url);
      await recorder.scan();
      await recorder.uploader.drained();
      const events = server.eventsOf('s1');
      assert.deepEqual(
        events.map((event) => event.eventType),
        ['a', 'debrief/withheld', 'c'],
      );
      assert.ok(!JSON.stringify(events).includes(token));
      assert.equal(await readFile(path, 'utf8'), lines);
      const status = statusOf(recorder, { version: '0', startedAt: 0, lastHookCall: {} });
      assert.deepEqual(status.redactions, { [WITHHELD]: 1 });
      await recorder.close();
    } finally {
      await server.close();
      await machine.remove();
    }
  });
});
