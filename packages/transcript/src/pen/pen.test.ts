import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Entry } from '../entry.ts';
import { Pen } from '../pen.ts';
import { GatheredSession } from '../session.ts';
import { Store } from '../store.ts';
import { tokens } from '../totals/tokens.ts';
import { Ledger } from '../totals/usage.ts';

/** A pen with what it wrote; `at` turns to a record of that second. */
function writing() {
  const store = new Store(true);
  const ledger = new Ledger();
  const session = new GatheredSession();
  const pen = new Pen(store, ledger, session, new Map());
  let sequence = 0;
  const at = (second?: number) => {
    sequence++;
    pen.begin([sequence], second === undefined ? undefined : new Date(second * 1000).toISOString());
    return pen;
  };
  const call = (id: string) => pen.get(`call:${id}`) as Extract<Entry, { kind: 'tool' }> | undefined;
  return { at, call, store, ledger, session, pen };
}

describe('a call', () => {
  it('waits for its result, which says how long it took and what it changed', () => {
    const { at, call } = writing();
    at(10).call('c', { name: 'Bash', input: { command: 'ls' } });
    assert.equal(call('c')?.outcome, 'running');
    at(13).result('c', { outcome: 'ok', output: 'a.ts', exitCode: 0 });
    const { outcome, output, exitCode, durationMs, sequences } = call('c') ?? {};
    assert.deepEqual([outcome, output, exitCode, durationMs, sequences], ['ok', 'a.ts', 0, 3000, [1, 2]]);
  });

  it('has the duration that was recorded, or none where call and result came at once or backwards', () => {
    const took = (from: number | undefined, to: number | undefined, durationMs?: number) => {
      const { at, call } = writing();
      at(from).call('c', { name: 'Bash' });
      at(to).result('c', { outcome: 'ok', durationMs });
      return call('c')?.durationMs;
    };
    assert.equal(took(10, 13, 7), 7);
    assert.equal(took(10, 10), undefined);
    assert.equal(took(13, 10), undefined);
    assert.equal(took(undefined, 10), undefined);
    assert.equal(took(10, undefined), undefined);
  });

  it('in the background is answered, and takes as long as until its end', () => {
    const { at, call } = writing();
    at(10).call('c', { name: 'Bash' });
    at(11).result('c', { outcome: 'running' });
    assert.equal(call('c')?.durationMs, undefined);
    at(12).abandon();
    assert.equal(call('c')?.outcome, 'running', 'it has its answer');
    at(20).result('c', { outcome: 'ok' });
    assert.equal(call('c')?.durationMs, 10_000);
  });

  it('without an id gets the next result without one, the oldest first', () => {
    const { at, store } = writing();
    at().call(undefined, { name: 'one' });
    at().call('', { name: 'two' });
    at().result(undefined, { outcome: 'error' });
    at().result(undefined, { outcome: 'ok' });
    assert.deepEqual(
      store.entries.map((entry) => 'outcome' in entry && [entry.name, entry.outcome]),
      [
        ['one', 'error'],
        ['two', 'ok'],
      ],
    );
  });

  it('may come after its result: then it has the name, and the time between counts', () => {
    const { at, call, store } = writing();
    at(13).result('c', { outcome: 'ok', output: 'done' });
    assert.equal(call('c')?.name, 'unknown tool');
    at(10).call('c', { name: 'Bash', input: { command: 'ls' } });
    const { name, outcome, durationMs, output } = call('c') ?? {};
    assert.deepEqual(
      [name, outcome, durationMs, output, store.entries.length],
      ['Bash', 'ok', 3000, 'done', 1],
    );
  });

  it('told twice is told once, and its input is filled in', () => {
    const { at, call, store } = writing();
    at().call('c', { name: 'Bash' });
    at().call('c', { name: 'Bash', input: { command: 'ls' } });
    at().call('c', { name: 'Bash', input: { command: 'other' } });
    assert.deepEqual(
      [call('c')?.input, call('c')?.outcome, store.entries.length],
      [{ command: 'ls' }, 'running', 1],
    );
  });

  it('told first without its input may turn out to be a sub-agent, which has entries then', () => {
    const { at, pen, store } = writing();
    at().result('c', { outcome: 'ok' });
    at().call('c', { name: 'Task', input: { prompt: 'Look' } });
    at().bind('c', 'lane');
    at().enter({ id: 'lane' });
    pen.put({ kind: 'reply', text: 'inside' });
    at().call('c', { name: 'Task', input: { prompt: 'Look' } });
    const [entry] = store.entries;
    assert.ok(entry?.kind === 'subagent');
    assert.deepEqual([store.entries.length, entry.entries.length, entry.prompt], [1, 1, 'Look']);
  });

  it('of a sub-agent that is told again with its input keeps what the sub-agent has said', () => {
    const { at, pen, store } = writing();
    at().call('c', { name: 'Task' });
    at().bind('c', 'lane');
    at().enter({ id: 'lane' });
    pen.put({ kind: 'reply', text: 'inside' });
    at().call('c', { name: 'Task', input: { prompt: 'Look' } });
    const [entry] = store.entries;
    assert.ok(entry?.kind === 'subagent');
    assert.deepEqual([entry.entries.length, entry.prompt], [1, 'Look']);
  });

  it('that a person refused has a decision beside it, with their words', () => {
    const { at, store } = writing();
    at().call('c', { name: 'Bash', input: { command: 'ls' } });
    at().result('c', { outcome: 'denied', refusedBy: 'person', output: 'User feedback: not here' });
    const decision = store.entries[1];
    assert.ok(decision?.kind === 'decision');
    assert.deepEqual(
      [decision.about, decision.verdict, decision.words, decision.call],
      ['permission', 'denied', 'not here', store.entries[0]?.id],
    );
    at().call('d', { name: 'Bash' });
    at().result('d', { outcome: 'denied' });
    assert.equal(store.entries.length, 3, 'nobody said that a person did');
  });

  it('without a result is given up with its own conversation, or with all of them', () => {
    const { at, call } = writing();
    at().call('main', { name: 'Bash' });
    at().enter({ id: 'lane' });
    const pen = at();
    pen.enter({ id: 'lane' });
    pen.call('inner', { name: 'Bash' });
    pen.abandon();
    assert.deepEqual([call('main')?.outcome, call('inner')?.outcome], ['running', 'interrupted']);
    pen.call('second', { name: 'Bash' });
    at().abandon('error');
    assert.deepEqual([call('main')?.outcome, call('second')?.outcome], ['error', 'running']);
    at().abandon('interrupted', true);
    assert.equal(call('second')?.outcome, 'interrupted');
  });
});

describe('a sub-agent', () => {
  const subagent = (entry: Entry | undefined) => entry as Extract<Entry, { kind: 'subagent' }>;

  it('is found by the call it names, by its prompt, or stands for itself', () => {
    const { at, store } = writing();
    at().call('c', { name: 'Task', input: { prompt: 'Look around' } });
    at().call('d', { name: 'Task', input: { prompt: 'Look around' } });
    at().enter({ id: 'one', prompt: ' Look around ' });
    at().enter({ id: 'two', prompt: 'Look around' });
    at().enter({ id: 'three', prompt: 'Look around', name: 'helper' });
    at().call('e', { name: 'Task', input: { prompt: 'Other' } });
    at().enter({ id: 'four', callId: 'e', type: 'explorer' });
    assert.deepEqual(
      store.entries.map((entry) => [subagent(entry).agentId, subagent(entry).agentType]),
      [
        ['one', undefined],
        ['two', undefined],
        ['three', undefined],
        ['four', 'explorer'],
      ],
    );
    assert.equal(subagent(store.entries[2]).title, 'helper');
  });

  it('has its own entries, memory and title; what it used is told as its own', () => {
    const { at, store, ledger, session } = writing();
    at().remember('k', 'outer');
    const pen = at();
    pen.enter({ id: 'lane' });
    assert.equal(pen.wrote, false, 'to open it is not yet to tell what the record says');
    assert.equal(pen.recall('k'), undefined);
    pen.title('inner', 'custom');
    pen.learn({ cwd: '/inner' });
    pen.put({ kind: 'reply', text: 'inside' });
    pen.spend('r', { model: 'm', tokens: tokens({ output: 5 }) });
    assert.equal(at().recall('k'), 'outer');
    assert.equal(subagent(store.entries[0]).entries.length, 1);
    assert.deepEqual([session.saved.title, session.saved.facts], [null, {}]);
    assert.equal(ledger.byModelOf(new Set(['lane'])).get('m')?.tokens.output, 5);
  });

  it('that spoke before its call was named is linked with it, once', () => {
    const { at, store } = writing();
    at().enter({ id: 'lane' });
    at().call('c', { name: 'Task', input: { prompt: 'Go' } });
    at().bind('c', 'lane', 'explorer');
    const [half, call] = store.entries.map(subagent);
    assert.deepEqual([half?.link, call?.link, half?.agentType], [call?.id, half?.id, 'explorer']);
    at().bind('missing', 'lane');
    at().call('d', { name: 'Task', input: { prompt: 'Again' } });
    at().bind('d', 'lane');
    assert.equal(subagent(store.entries[2]).link, undefined);
    at().bind('d', 'fresh');
    assert.equal(subagent(store.entries[2]).agentId, 'fresh');
  });
});

describe('what is said', () => {
  it('on two channels is told once; on the same channel, or much later, again', () => {
    const { at, store } = writing();
    const said = (channel: string) => at().once('user', 'Hello ', channel, { kind: 'reply', text: 'Hello' });
    said('a');
    said('b');
    assert.equal(store.entries.length, 1);
    said('a');
    assert.equal(store.entries.length, 2);
    for (let other = 0; other < 64; other++) at().put({ kind: 'reply', text: 'x' });
    said('b');
    assert.equal(store.entries.length, 2 + 64 + 1);
  });

  it('without words first gets them from the second telling', () => {
    const { at, store } = writing();
    at().once('user', 'same', 'a', { kind: 'reply', text: '' });
    at().once('user', 'same', 'b', { kind: 'reply', text: 'words' });
    assert.deepEqual(
      store.entries.map((entry) => 'text' in entry && entry.text),
      ['words'],
    );
  });

  it('as a mode is told when it is another than before', () => {
    const { at, store } = writing();
    for (const mode of ['default', 'default', undefined, '', 'plan']) at().mode(mode);
    assert.deepEqual(
      store.entries.map((entry) => 'title' in entry && entry.title),
      ['default → plan'],
    );
  });

  it('as a thought without words is marked, until they come', () => {
    const { at, pen } = writing();
    at().put({ kind: 'thinking', text: ' \n' }, 't');
    const thought = () => pen.get('t') as Extract<Entry, { kind: 'thinking' }>;
    assert.deepEqual([thought().text, thought().hidden], ['', true]);
    at().put({ kind: 'thinking', text: 'words' }, 't');
    assert.deepEqual([thought().text, thought().hidden], ['words', undefined]);
  });

  it('is taken back from a place, or for some turns', () => {
    const { at, store } = writing();
    for (const text of ['one', 'two', 'three']) {
      at().put({ kind: 'prompt', text, origin: 'human' });
      at().put({ kind: 'reply', text: 'ok' });
    }
    at().retractTurns(1);
    assert.deepEqual(
      store.entries.map(({ retracted }) => retracted === true),
      [false, false, false, false, true, true],
    );
    at().retractTurns(1);
    assert.deepEqual(
      store.entries.map(({ retracted }) => retracted === true),
      [false, false, true, true, true, true],
    );
    at().retractTurns(9);
    assert.equal(store.entries[0]?.retracted, undefined);
    at().retract(1);
    assert.deepEqual([store.entries[0]?.retracted, store.entries[1]?.retracted], [undefined, true]);
  });
});
