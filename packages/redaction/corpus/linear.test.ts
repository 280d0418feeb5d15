import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDetector } from '../src/detect.ts';
import { createRedactor, ownRules } from '../src/redactor.ts';
import { secretlintRules } from '../src/rules/secretlint.ts';
import { ALNUM, seeded } from './random.ts';

const LENGTH = 100_000;
const LIMIT_MS = 50;
/** What takes less than a sixteenth for a quarter of the length is within the limit even if it is quadratic. */
const SHORTER = 4;
/** A busy machine takes more processor time, too: what is over the limit must grow with its length, and not be this much over. */
const BUSY = 3;
/** What stands between two keywords, or without end behind one: everything the expressions repeat over. */
const FILLERS = ['', 'a', 'aB3', '=', ': ', '="', '.a', '-', '://a:', ';a=', '1_a.', ' ', '\n', '\\n'];

/** Processor time, not the clock: other processes on the machine must not count. */
function milliseconds(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** The least of some runs: the first may have paid for compiling or collecting garbage. */
const least = (run: () => unknown): number => Math.min(...Array.from({ length: 3 }, () => milliseconds(run)));

type Adversary = (length: number) => string;

interface Measured {
  text: string;
  time: number;
  /** Over the limit: how many times as long as for a quarter of the text. */
  growth: number;
}

/** Those that may be over the limit. */
function* measured(adversaries: Iterable<Adversary>, detect: (text: string) => unknown): Generator<Measured> {
  for (const adversary of adversaries) {
    const short = adversary(LENGTH / SHORTER);
    if (milliseconds(() => detect(short)) < LIMIT_MS / SHORTER ** 2) continue;
    const long = adversary(LENGTH);
    let time = milliseconds(() => detect(long));
    if (time > LIMIT_MS / 2)
      time = Math.min(
        time,
        least(() => detect(long)),
      );
    const growth = time > LIMIT_MS ? time / least(() => detect(short)) : 0;
    yield { text: JSON.stringify(long.slice(0, 40)), time, growth };
  }
}

const filled = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

function* adversaries(keyword: string): Iterable<Adversary> {
  for (const filler of FILLERS) {
    yield (length) => filled(keyword + filler, length);
    if (filler) yield (length) => keyword + filled(filler, length);
  }
}

const ruleSets = [
  ...ownRules.map((rule) => ({
    rule,
    detect: createDetector([rule], [], false),
  })),
  ...secretlintRules.map((rule) => ({ rule, detect: createDetector([], [rule], false) })),
  // What is looked for in every long run, without a keyword.
  ...['patA1.', 'M1a.', 'cioA1', 'MIIA1', 'q7Zt4WmXn2LbVc9R ', 'acme_live_q7Zt4WmXn2LbVc9RkY '].map(
    (keyword) => ({
      rule: { name: `runs ${keyword}`, keywords: [keyword] },
      detect: createDetector([], []),
    }),
  ),
];

test(`a rule takes ${LIMIT_MS} ms at most for ${LENGTH / 1_000} KB made against it; on a busy machine more, in proportion`, (t) => {
  const times = ruleSets.flatMap(({ rule, detect }) => {
    // A rule's prefixes share one expression, so one of them stands for all.
    const keyword = rule.keywords[0] as string;
    return [...measured(adversaries(keyword), detect)].map((one) => ({ name: rule.name, ...one }));
  });
  times.sort((a, b) => b.time - a.time);
  for (const { name, text, time } of times.slice(0, 5)) t.diagnostic(`${time.toFixed(1)} ms ${name} ${text}`);
  const isSlow = ({ time, growth }: Measured) =>
    time > LIMIT_MS && (time > BUSY * LIMIT_MS || growth > 2 * SHORTER);
  assert.deepEqual(times.filter(isSlow), []);
});

test('a value of dashes, and a text full of placeholders, take time in proportion to their length', (t) => {
  const redactor = createRedactor({ machineKey: 'linear' });
  const token = `${'gh'.concat('p_')}${seeded(1).text(ALNUM, 36)}`;
  const adversaries = {
    // A longer value is not looked at as a whole.
    dashes: (length: number) => ({ password: `a${'-'.repeat((7_000 * length) / (LENGTH * SHORTER))}00000x` }),
    'dashes in a text': (length: number) => `password = "abcd${'-'.repeat(length)}00000x"`,
    placeholders: (length: number) => filled(`[REDACTED:github:0000] ${token} `, length),
  };
  for (const [name, adversary] of Object.entries<(length: number) => object | string>(adversaries)) {
    const [given, longer] = [adversary(LENGTH), adversary(LENGTH * SHORTER)];
    const short = least(() => redactor.redact(given));
    const long = least(() => redactor.redact(longer));
    t.diagnostic(`${name}: ${short.toFixed(1)} ms, ${SHORTER} times as long ${long.toFixed(1)} ms`);
    // Quadratic would be 16 times as long; what is over at once is told from that by the clock's own grain.
    assert.ok(long <= 2 * SHORTER * Math.max(short, 2), `${name}: ${short} ms, then ${long} ms`);
  }
});
