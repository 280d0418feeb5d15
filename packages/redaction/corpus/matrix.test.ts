import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDetector } from '../src/detect.ts';
import { createRedactor } from '../src/index.ts';
import { secretlintRules } from '../src/rules/secretlint.ts';
import { HELD_OUT_CONTEXTS, NAMED_CONTEXTS, type NamedContext, TOKEN_CONTEXTS } from './contexts.ts';
import { MORE_CONTEXTS } from './more-contexts.ts';
import { seeded } from './random.ts';
import { SECRET_TEXTS } from './secret-texts.ts';
import { TOKENS } from './tokens.ts';
import { CHOSEN, GENERATED, type MakeValue, PASSWORD_NAMES, TOKEN_NAMES } from './values.ts';

const SEED = 20_261_115;
const PER_CELL = 2;
const { redact } = createRedactor({ machineKey: 'matrix' });

/** How many secrets of each kind, and in each context, are gone. */
class Table {
  readonly #rows = new Map<string, { gone: number; all: number }>();
  gone = 0;
  all = 0;

  note(kind: string, context: string, isGone: boolean): void {
    this.all++;
    if (isGone) this.gone++;
    for (const row of [`kind ${kind}`, `context ${context}`]) {
      const count = this.#rows.get(row) ?? { gone: 0, all: 0 };
      count.all++;
      if (isGone) count.gone++;
      this.#rows.set(row, count);
    }
  }

  get recall(): number {
    return this.gone / this.all;
  }

  say(print: (line: string) => void): void {
    print(`${this.gone} of ${this.all}, recall ${(this.recall * 100).toFixed(2)} %`);
    for (const [row, { gone, all }] of this.#rows)
      print(`${((100 * gone) / all).toFixed(1)} % ${gone}/${all} ${row}`);
  }
}

/** Neither the secret nor, of a long one, its end may be left, plain or as in a URL. */
function isGone(secret: string, input: unknown): boolean {
  const output = JSON.stringify(redact(input).value);
  return [secret, encodeURIComponent(secret)].every((form) => {
    const written = JSON.stringify(form).slice(1, -1);
    return !output.includes(written) && !(written.length >= 24 && output.includes(written.slice(-12)));
  });
}

function named(contexts: Readonly<Record<string, NamedContext>>): Table {
  const random = seeded(SEED);
  const table = new Table();
  const fill = (kinds: Readonly<Record<string, MakeValue>>, names: readonly string[]) => {
    for (const [context, place] of Object.entries(contexts)) {
      for (const [kind, make] of Object.entries(kinds)) {
        for (let i = 0; i < PER_CELL; i++) {
          const value = make(random);
          table.note(kind, context, isGone(value, place(random.pick(names), value, random)));
        }
      }
    }
  };
  fill(GENERATED, TOKEN_NAMES);
  fill(CHOSEN, PASSWORD_NAMES);
  return table;
}

describe('recall by kind and context', () => {
  test('values that are secret by their name, in the contexts the rules were written for', (t) => {
    const table = named(NAMED_CONTEXTS);
    table.say((line) => t.diagnostic(line));
    assert.ok(table.recall >= 0.99, `recall ${table.recall}`);
  });

  test('the same values in further contexts, on which the rules were tuned', (t) => {
    const table = named(MORE_CONTEXTS);
    table.say((line) => t.diagnostic(line));
    assert.ok(table.recall >= 0.97, `recall ${table.recall}`);
  });

  test('the same values in contexts that were held out', (t) => {
    const table = named(HELD_OUT_CONTEXTS);
    table.say((line) => t.diagnostic(line));
    assert.ok(table.recall >= 0.98, `recall ${table.recall}`);
  });

  test('tokens that are known by their form, wherever they stand', (t) => {
    const random = seeded(SEED);
    const table = new Table();
    for (const [kind, make] of TOKENS) {
      for (const [context, place] of Object.entries(TOKEN_CONTEXTS)) {
        const token = make(random);
        table.note(kind, context, isGone(token, place(token)));
      }
    }
    table.say((line) => t.diagnostic(line));
    assert.ok(table.recall >= 0.99, `recall ${table.recall}`);
  });

  test('what commands, files of passwords, keys and wallets hold', () => {
    const random = seeded(SEED);
    const missed: string[] = [];
    for (const [kind, make] of Object.entries(SECRET_TEXTS)) {
      for (let i = 0; i < 5; i++) {
        const { secret, text } = make(random);
        if (!isGone(secret, text)) missed.push(`${kind}: ${JSON.stringify(redact(text).value)}`);
      }
    }
    assert.deepEqual(missed, []);
  });
});

test('no rule of the kept set leaves the rest of a token standing', () => {
  const random = seeded(SEED);
  const alone = createDetector([], secretlintRules, false);
  const known = new Set<string>();
  const cut: string[] = [];
  // Several of each kind: some rules want a letter or a sign that a token need not have.
  for (const [kind, make] of [...TOKENS].flatMap((one) => [one, one, one, one, one])) {
    const token = make(random);
    for (const { start, end, rule } of alone(token)) {
      known.add(rule);
      const rest = token.slice(end);
      if (start > 8 || /^[A-Za-z0-9_-]{4}/.test(rest))
        cut.push(`${kind}: ${rule} left ${rest.length} of ${token.length}`);
    }
  }
  assert.deepEqual(cut, []);
  assert.ok(known.size >= 18, [...known].join(' '));
});
