import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uuid5 } from './identity.ts';
import { addFindings, type Redacted } from './redaction-ledger.ts';
import {
  applyStep,
  isPending,
  lastActivityOf,
  newSession,
  type SessionState,
  type SourcePlace,
  type Step,
  setPlace,
} from './session.ts';

const session = (given: Partial<SessionState> = {}): SessionState => ({
  ...newSession('id', 'codex', 's'),
  ...given,
});
const step = (given: Partial<Step> = {}): Step => ({
  places: [],
  events: 2,
  leg: 1,
  lastChangeAt: 5,
  ...given,
});
const place = (part: string, offset: number, rows?: Record<string, string>): SourcePlace => ({
  part,
  path: `/${part}`,
  offset,
  fence: '',
  ...(rows && { rows }),
});

describe('what a batch adds to its session', () => {
  it('is its number, its events, its places and what it says of the session', () => {
    const state = session({ events: 3, held: 4, places: [place('a', 1)] });
    applyStep(state, 7, step({ places: [place('a', 9), place('b', 2)], cwd: '/x', endedAt: 8 }));
    assert.deepEqual(state, {
      ...newSession('id', 'codex', 's'),
      batch: 7,
      events: 5,
      held: 0,
      places: [place('a', 9), place('b', 2)],
      lastChangeAt: 5,
      cwd: '/x',
      endedAt: 8,
    });
  });

  it('opens a session that was closed only when it begins another leg', () => {
    const same = session({ leg: 2, closed: true });
    applyStep(same, 1, step({ leg: 2 }));
    assert.deepEqual([same.leg, same.closed], [2, true]);
    const next = session({ leg: 2, closed: true });
    applyStep(next, 1, step({ leg: 3 }));
    assert.deepEqual([next.leg, next.closed], [3, false]);
    const earlier = session({ leg: 2 });
    applyStep(earlier, 1, step({ leg: 1 }));
    assert.equal(earlier.leg, 2);
  });

  it('says how many records a pause held back after it', () => {
    const state = session({ held: 4 });
    applyStep(state, 1, step({ held: 2 }));
    assert.equal(state.held, 2);
  });

  it('counts what was redacted, and nothing where nothing was', () => {
    const state = session();
    applyStep(state, 1, step());
    assert.equal(state.redactions, undefined);
    const redacted: Redacted[] = [
      { index: 0, eventType: 'a', rules: { jwt: 1 } },
      { index: 1, eventType: 'b', rules: { jwt: 2, github: 1 } },
    ];
    applyStep(state, 2, step({ redacted }));
    applyStep(state, 3, step({ redacted }));
    assert.deepEqual(state.redactions, { jwt: 6, github: 2 });
    assert.deepEqual(addFindings({ a: 1 }, { b: 2 }), { a: 1, b: 2 });
  });

  it('keeps the rows of a place that it does not name', () => {
    const state = session();
    setPlace(state, place('a', 1, { one: '1' }));
    setPlace(state, place('a', 2, { two: '2' }));
    assert.deepEqual(state.places, [place('a', 2, { one: '1', two: '2' })]);
    setPlace(state, place('a', 3, { one: '3' }));
    assert.deepEqual(state.places[0]?.rows, { one: '3', two: '2' });
    setPlace(state, place('b', 1));
    assert.equal(state.places[1]?.rows, undefined);
  });
});

describe('when something last happened in a session', () => {
  const at = (given: Partial<SessionState>) =>
    lastActivityOf(session({ lastRecordAt: 10, lastChangeAt: 50, firstReadAt: 60, ...given }));

  it('is what its records say while its file was not seen to change', () => {
    assert.equal(at({}), 10);
    assert.equal(at({ lastChangeAt: 60 }), 10);
    assert.equal(at({ lastChangeAt: 61 }), 61);
  });

  it('is the change of its file where the records do not say it, or not those at its end', () => {
    assert.equal(lastActivityOf(session({ lastChangeAt: 50, firstReadAt: 60 })), 50);
    assert.equal(lastActivityOf(session({ lastChangeAt: 50, lastRecordAt: 10 })), 50);
    assert.equal(at({ trailing: 8 }), 10);
    assert.equal(at({ trailing: 9 }), 50);
  });
});

it('a session waits while the server does not have its last batch', () => {
  assert.deepEqual(
    [
      [1, 1],
      [2, 1],
    ].map(([batch, acked]) => isPending(session({ batch, acked } as Partial<SessionState>))),
    [false, true],
  );
});

it('ids made of a name have the version and the variant of RFC 9562', () => {
  assert.equal(
    uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com'),
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
  for (let n = 0; n < 64; n++)
    assert.match(
      uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', String(n)),
      /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  assert.equal(
    uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'python.org'),
    '886313e1-3b8a-5372-9b90-0c9aee199e5d',
  );
});
