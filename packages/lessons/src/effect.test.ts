import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CountedSession } from './effect.ts';
import { effectOf } from './effect.ts';
import { chanceOf, shareOf, wilson } from './statistics.ts';

/** Sessions that each have so many cases, of which as many are kept as `shares` says in turn. */
const sessions = (
  count: number,
  shares: readonly number[],
  more: { cases?: number; wasGiven?: boolean } = {},
): CountedSession[] =>
  Array.from({ length: count }, (_, at) => {
    const opportunities = more.cases ?? 4;
    const kept = Math.round((shares[at % shares.length] ?? 0) * opportunities);
    return { opportunities, kept, ...(more.wasGiven !== undefined && { wasGiven: more.wasGiven }) };
  });

const often = [1, 0.75, 1, 1, 0.5];
const half = [0.5, 0.25, 0.75, 0.5, 0.5];
const more = [0.75, 0.5, 0.75, 1, 0.5];
const seldom = [0, 0.25, 0, 0, 0.25];

describe('what became of a rule', () => {
  const said = (of: Parameters<typeof effectOf>[0]) => {
    const { counts, sentence, verdict, offer } = effectOf(of);
    return [counts, sentence, verdict, ...(offer ? [offer] : [])];
  };

  it('is said in counts and one plain sentence', () => {
    const table: [string, Parameters<typeof effectOf>[0], string[]][] = [
      [
        'strong',
        { before: sessions(20, seldom), since: sessions(20, often) },
        ['Kept before in 8 of 80, since in 68 of 80.', 'Kept far more often since.', 'more'],
      ],
      [
        'weak',
        { before: sessions(40, half), since: sessions(40, more) },
        ['Kept before in 80 of 160, since in 112 of 160.', 'Kept more often since.', 'more'],
      ],
      [
        'none',
        { before: sessions(30, half), since: sessions(30, [0.5, 0.5, 0.25, 0.75, 0.5]) },
        ['Kept before in 60 of 120, since in 60 of 120.', 'No difference to be seen.', 'none'],
      ],
      [
        'reversed',
        { before: sessions(20, often), since: sessions(20, half) },
        ['Kept before in 68 of 80, since in 40 of 80.', 'Kept far less often since.', 'less'],
      ],
      [
        'reversed, a little',
        { before: sessions(40, more), since: sessions(40, half) },
        ['Kept before in 112 of 160, since in 80 of 160.', 'Kept less often since.', 'less'],
      ],
      [
        'confounded',
        { before: sessions(20, seldom), since: sessions(20, often), others: ['Lint first', 'No else'] },
        [
          'Kept before in 8 of 80, since in 68 of 80.',
          'Kept far more often since. In the same week came “Lint first” and “No else”.',
          'more',
        ],
      ],
      [
        'few cases',
        { before: sessions(9, [1], { cases: 1 }), since: sessions(30, often) },
        ['Kept before in 9 of 9, since in 102 of 120.', 'Too few to tell.', 'too few'],
      ],
      [
        'few sessions',
        { before: sessions(3, [0], { cases: 50 }), since: sessions(30, often) },
        ['Kept before in 0 of 150, since in 102 of 120.', 'Too few to tell.', 'too few'],
      ],
      [
        'nothing',
        { before: [], since: [] },
        ['Kept before in 0 of 0, since in 0 of 0.', 'Too few to tell.', 'too few'],
      ],
    ];
    for (const [name, of, expected] of table) assert.deepEqual(said(of), expected, name);
  });

  it('names a cause only where those that were given it differ from those that were not', () => {
    const before = sessions(20, seldom);
    const split = [...sessions(15, often, { wasGiven: true }), ...sessions(15, seldom, { wasGiven: false })];
    assert.deepEqual(said({ before, since: split }), [
      'Kept before in 8 of 80, since in 57 of 120 (given: 51 of 60).',
      'Kept far more often since. Sessions that were given it keep it more often than the others: it seems to help.',
      'more',
    ]);
    assert.equal(
      effectOf({ before, since: split, others: ['Lint first'] }).sentence,
      'Kept far more often since. Sessions that were given it keep it more often than the others. In the same week came “Lint first”.',
    );
    const alike = [...sessions(15, often, { wasGiven: true }), ...sessions(15, often, { wasGiven: false })];
    assert.equal(
      effectOf({ before, since: alike }).sentence,
      'Kept far more often since. Sessions that were not given it keep it as often: it may have another cause.',
    );
    const fewNot = [...sessions(15, often, { wasGiven: true }), ...sessions(2, seldom, { wasGiven: false })];
    assert.equal(effectOf({ before, since: fewNot }).sentence, 'Kept far more often since.');
  });

  it('offers to take back what was given 50 times and is not shown to help, and to say it anew before', () => {
    const before = sessions(30, half);
    const since = (count: number, shares: number[]) => sessions(count, shares, { wasGiven: true });
    assert.equal(effectOf({ before, since: since(49, half) }).offer, undefined);
    const { offer, sentence } = effectOf({ before, since: since(50, half) });
    assert.equal(offer, 'retire');
    assert.equal(sentence, 'No difference to be seen. Given in 50 sessions, and not shown to help.');
    assert.equal(effectOf({ before, since: since(50, often) }).offer, undefined);
    const rare = sessions(30, seldom);
    assert.equal(effectOf({ before: rare, since: since(20, seldom) }).offer, 'reword');
    assert.equal(effectOf({ before: rare, since: since(19, seldom) }).offer, undefined);
  });

  it('does not take the cases of one session for many', () => {
    // Two habits, by session: 200 cases on either side, and still only a few people who keep it or do not.
    const before = sessions(8, [1, 0, 1, 0], { cases: 25 });
    const since = sessions(8, [1, 1, 1, 0], { cases: 25 });
    const { verdict, sentence } = effectOf({ before, since });
    assert.deepEqual([verdict, sentence], ['none', 'The difference may be chance.']);
    const { low, high } = shareOf(before);
    assert.ok(low < 0.25 && high > 0.75, `${low} to ${high}`);
  });
});

describe('histories in which nothing happened', () => {
  /** Each session has a habit of its own, and from one to thirty cases. */
  function session(next: () => number): CountedSession {
    const opportunities = 1 + Math.floor(next() ** 3 * 30);
    const habit = next() < 0.3 ? 0.05 : next() < 0.5 ? 0.95 : next();
    const kept = Array.from({ length: opportunities }, next).filter((one) => one < habit).length;
    return { opportunities, kept };
  }

  it('claim an effect in five of a hundred at most', () => {
    let state = 1;
    const next = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const verdicts = Array.from({ length: 200 }, () => {
      const history = Array.from({ length: 20 + Math.floor(next() * 80) }, () => session(next));
      const day = 5 + Math.floor(next() * (history.length - 10));
      return effectOf({ before: history.slice(0, day), since: history.slice(day) }).verdict;
    });
    const claimed = verdicts.filter((verdict) => verdict === 'more' || verdict === 'less').length;
    assert.ok(claimed <= 10, `${claimed}`);
    assert.ok(verdicts.filter((verdict) => verdict === 'none').length > 150);
  });
});

describe('how often chance would make the difference', () => {
  it('is as much over a bound, and the same below it, when dealing ends early', () => {
    const some = (share: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        opportunities: 2,
        kept: (at * 7) % 10 < share * 10 ? 2 : at % 2,
      }));
    let [over, below] = [0, 0];
    for (let share = 0; share <= 1; share += 0.1) {
      const [before, since] = [some(0.3, 25), some(share, 20)];
      const whole = chanceOf(before, since, 1);
      const bounded = chanceOf(before, since, 0.01);
      if (whole <= 0.01) assert.equal(bounded, whole);
      else assert.ok(bounded > 0.01 && bounded <= whole, `${bounded} for ${whole}`);
      if (whole <= 0.01) below++;
      else over++;
    }
    assert.ok(over > 0 && below > 0, `${over} ${below}`);
  });
});

describe('the interval of a share', () => {
  const rounded = ({ low, high }: { low: number; high: number }) => [low.toFixed(4), high.toFixed(4)];

  it("is Wilson's where each case is a session", () => {
    // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    assert.deepEqual(rounded(wilson(81 / 263, 263)), ['0.2553', '0.3662']);
    assert.deepEqual(rounded(wilson(15 / 148, 148)), ['0.0624', '0.1605']);
    assert.deepEqual(rounded(wilson(0, 20)), ['0.0000', '0.1611']);
    assert.deepEqual(rounded(wilson(1 / 29, 29)), ['0.0061', '0.1718']);
    const single = [...sessions(81, [1], { cases: 1 }), ...sessions(182, [0], { cases: 1 })];
    assert.deepEqual(rounded(shareOf(single)), ['0.2553', '0.3662']);
  });

  it('is everything where nothing is known', () => {
    assert.deepEqual(wilson(Number.NaN, 0), { low: 0, high: 1 });
  });
});
