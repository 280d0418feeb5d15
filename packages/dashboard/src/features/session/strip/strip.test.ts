import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BriefStrip } from '@debrief/contract';
import { TimeAxis } from './axis.ts';
import { sequenceAt, sequencesBetween, timeOf } from './places.ts';
import { slowCallName, slowCallTime } from './slow-call.ts';
import { stretchRows, tracksOf } from './stretch-rows.ts';

const minute = 60_000;
const near = (value: number, wanted: number) =>
  assert.ok(Math.abs(value - wanted) < 1e-9, `${value}, wanted ${wanted}`);

describe('the axis of time', () => {
  const axis = new TimeAxis([
    [0, 30 * minute],
    [90 * minute, 120 * minute],
  ]);

  it('draws work to scale, and an hour of pause as wide as any', () => {
    assert.deepEqual(
      axis.stretches.map(({ from, to, isPause }) => [from / minute, to / minute, isPause]),
      [
        [0, 30, false],
        [30, 90, true],
        [90, 120, false],
      ],
    );
    near(axis.pauses[0]?.width ?? 0, 0.03);
    near(axis.at(0), 0);
    near(axis.at(15 * minute), 0.485 / 2);
    near(axis.at(60 * minute), 0.5);
    near(axis.at(120 * minute), 1);
    near(axis.at(500 * minute), 1);
    near(axis.at(-5), 0);
  });

  it('leads back to the time', () => {
    for (const share of [0, 0.1, 0.4999, 0.7, 1]) near(axis.at(axis.timeAt(share)), share);
  });

  it('leaves two thirds to the work, however many pauses there were, and a moment can still be seen', () => {
    const many = new TimeAxis(
      Array.from({ length: 150 }, (_, at) => [at * 10 * minute, at * 10 * minute + (at === 3 ? minute : 0)]),
    );
    near(
      many.pauses.reduce((sum, { width }) => sum + width, 0),
      0.33,
    );
    assert.ok(many.stretches.every(({ width }) => width > 0));
    near(
      many.stretches.reduce((sum, { width }) => sum + width, 0),
      1,
    );
  });

  it('has a place for what happened while nobody was at work', () => {
    const marked = new TimeAxis([[0, minute]], [10 * minute]);
    assert.deepEqual(
      marked.stretches.map(({ from, to, isPause }) => [from / minute, to / minute, isPause]),
      [
        [0, 1, false],
        [1, 10, true],
        [10, 10, false],
      ],
    );
  });

  it('is there also when nothing is', () => {
    const none = new TimeAxis([]);
    assert.deepEqual([none.at(5), none.timeAt(0.5), none.from, none.to], [0, 0, 0, 0]);
  });
});

describe('events and times', () => {
  const places = [
    [0, 1],
    [100, 11],
    [300, 31],
  ];

  it('lead to each other', () => {
    assert.deepEqual(
      [-5, 0, 50, 100, 200, 300, 900].map((time) => sequenceAt(places, time)),
      [1, 1, 6, 11, 21, 31, 31],
    );
    assert.deepEqual(
      [0, 1, 6, 11, 21, 31, 99].map((sequence) => timeOf(places, sequence)),
      [0, 0, 50, 100, 200, 300, 300],
    );
  });

  it('a time is some events', () => {
    assert.deepEqual(sequencesBetween(places, -10, 900), { from: 1, to: 31 });
    assert.deepEqual(sequencesBetween(places, 90, 110), { from: 11, to: 12 });
    assert.deepEqual(sequencesBetween(places, 120, 140), { from: 13, to: 15 });
  });
});

describe('the strip as a table', () => {
  const strip: BriefStrip = {
    active: [
      [0, 5 * minute],
      [60 * minute, 61 * minute],
    ],
    lanes: {
      prompts: [
        [0, 0, 1, 1],
        [60 * minute, 60 * minute, 9, 1],
      ],
      edits: [[minute, 2 * minute, 2, 3]],
      commands: [[3 * minute, 4 * minute, 5, 2]],
      failures: [[3 * minute, 3 * minute, 5, 1]],
      waiting: [[5 * minute, 60 * minute, 9, 1]],
    },
    subagents: [{ from: 2 * minute, to: 3 * minute, sequence: 4, title: 'Look' }],
    slowest: [],
    places: [
      [0, 1],
      [60 * minute, 9],
    ],
  };

  it('has a row for each stretch of work', () => {
    assert.deepEqual(stretchRows(strip, new TimeAxis(strip.active)), [
      {
        from: 0,
        to: 5 * minute,
        ...{ sequence: 1, prompts: 1, edits: 3, commands: 2, failures: 1, subagents: 1 },
      },
      {
        from: 60 * minute,
        to: 61 * minute,
        pauseMs: 55 * minute,
        ...{ sequence: 9, prompts: 1, edits: 0, commands: 0, failures: 0, subagents: 0 },
      },
    ]);
  });

  it('puts what was at the same time below each other', () => {
    const bar = (from: number, to: number) => ({ from, to });
    const bars = [bar(0, 10), bar(2, 4), bar(5, 8), bar(11, 12), bar(3, 9), bar(3, 4)];
    assert.deepEqual(tracksOf(bars, 3), [
      [bar(0, 10), bar(11, 12)],
      [bar(2, 4), bar(5, 8)],
      [bar(3, 9), bar(3, 4)],
    ]);
  });
});

describe('a slow call', () => {
  const active = [
    [0, 10 * minute],
    [70 * minute, 80 * minute],
  ];
  const axis = new TimeAxis(active);
  const places = [
    [0, 1],
    [9 * minute, 10],
    [80 * minute, 20],
  ];
  const strip = { active, places } as unknown as BriefStrip;
  const call = (sequence: number, minutes: number) => ({ sequence, text: 'Bash make', ms: minutes * minute });

  it('says that nobody was at work for most of it: it waited for somebody, or the machine slept', () => {
    assert.equal(slowCallTime(call(1, 8), strip, axis), '8 m');
    assert.equal(slowCallTime(call(10, 65), strip, axis), '1 h 5 m, mostly idle');
  });

  it('is named by what it does', () => {
    assert.equal(slowCallName({ ...call(1, 1), text: 'Bash cd /srv/a && make test' }), 'Bash make test');
    assert.equal(slowCallName({ ...call(1, 1), text: 'Skill {"skill":"review"}' }), 'Skill review');
  });
});
