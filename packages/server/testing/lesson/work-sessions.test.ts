import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { effectOf, type Kept, parseCheck } from '@debrief/lessons';
import { edits, runs } from '../session/judged-session.ts';
import { type DatedRule, datedRules } from './dated-rules.ts';
import { productCount } from './product-count.ts';
import { rawCount, rawDeeds } from './raw-count.ts';
import { unrelated } from './unrelated.ts';

/** What the product counts in records is held against a count that shares no line with it. */

const shared = fileURLToPath(new URL('../../../../../shared/', import.meta.url));
const corpora = ['work-sessions', 'work-sessions-2/oh-my-posh'] as const;
const isThere = corpora.every((name) => existsSync(join(shared, name)));
const missing = 'no ../shared/work-sessions here: see the sessions made above instead';

const folder = mkdtempSync(join(tmpdir(), 'debrief-kept-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, records: object[]): string {
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, records.map((record) => `${JSON.stringify({ cwd: '/repo', ...record })}\n`).join(''));
  return file;
}

const writes = (path: string, content: string) =>
  (runs('x', 'File created successfully') as { message: { content: object[] } }[]).map((record, at) => {
    const [block] = record.message.content;
    const input = { file_path: path, content };
    return at === 0
      ? { ...record, message: { ...record.message, content: [{ ...block, name: 'Write', input }] } }
      : record;
  });

const goTest = (name: string, body: string) => `func Test${name}(t *testing.T) {\n\t${body}\n}\n`;

const made: Record<string, object[]> = {
  careful: [
    ...edits('/repo/a.go'),
    ...runs('cd src && go test ./... && golangci-lint run'),
    ...runs('git -C /repo commit -m "$(cat <<\'EOF\'\nfix: it; git commit -m no\nEOF\n)"'),
    ...runs('mise run fmt && mise run lint'),
  ],
  hasty: [
    ...runs('go test ./...'),
    ...edits('/repo/a.go'),
    ...runs('git commit -m x'),
    ...runs('go test ./... > /tmp/out.txt'),
    ...runs('git commit --amend --no-edit'),
    ...runs('sed -i s/a/b/ a.go'),
    ...runs('git commit -m "and again"'),
  ],
  scratch: [...edits('/repo/b.go'), ...runs('golangci-lint run'), ...writes('/tmp/x.sh', 'ls\n')],
  tests: [
    ...writes('/repo/a_test.go', `${goTest('A', 't.Parallel()')}\n${goTest('B', 'assert.Equal(t, 1, 1)')}`),
    ...writes('/repo/b_test.go', goTest('C', 't.Parallel()\n\trequire.NoError(t, err)')),
    ...writes('/repo/b.go', 'func b() {\n\tif a {\n\t} else {\n\t}\n}\n'),
  ],
};

const sharesOf = (file: string, rules: readonly DatedRule[]) => {
  const counts = productCount(
    file,
    'claude-code',
    rules.map(({ check }) => parseCheck(check)),
  );
  const deeds = rawDeeds(file);
  return rules.map(({ raw }, at) => ({
    product: counts[at] ?? { opportunities: 0, kept: 0 },
    raw: rawCount(deeds, raw),
  }));
};
const text = ({ kept, opportunities }: Kept) => `${kept} of ${opportunities}`;

describe('what is counted', () => {
  it('is what an independent count finds, in sessions made for it', () => {
    const found = Object.entries(made).map(([name, records]) =>
      sharesOf(written(name, records), datedRules).map(({ product, raw }) => [text(product), text(raw)]),
    );
    for (const [session, shares] of found.entries())
      for (const [rule, [product, raw]] of shares.entries())
        assert.equal(product, raw, `${Object.keys(made)[session]}: ${datedRules[rule]?.check}`);
    const of = (name: string, check: string) =>
      found[Object.keys(made).indexOf(name)]?.[
        datedRules.findIndex((rule) => rule.check.includes(check))
      ]?.[0];
    assert.equal(of('careful', 'commit unless ran "go test"'), '1 of 1');
    assert.equal(of('hasty', 'commit unless ran "go test"'), '1 of 3');
    assert.equal(of('scratch', 'done unless ran "golangci-lint run"'), '1 of 1');
    assert.equal(of('tests', 't.Parallel()'), '2 of 3');
    assert.equal(of('tests', 'assert.'), '2 of 3');
    assert.equal(of('tests', '} else {'), '0 of 1');
  });
});

interface Session {
  start: number;
  file: string;
}

function sessionsOf(corpus: string): Session[] {
  const files = readdirSync(join(shared, corpus)).filter((name) =>
    /[0-9a-f]{8}-[\da-f-]{27}\.jsonl$/.test(name),
  );
  return files.flatMap((name) => {
    const file = join(shared, corpus, name);
    const records = readFileSync(file, 'utf8');
    const [, start = ''] = /"timestamp":"([^"]+)"/.exec(records) ?? [];
    // One of them is of another agent.
    return records.startsWith('{"') ? [{ file, start: Date.parse(start) }] : [];
  });
}

describe('in the work sessions', () => {
  it('the shares of dated rules are within two points of an independent count', (t) => {
    if (!isThere) return t.skip(missing);
    let compared = 0;
    for (const corpus of corpora) {
      const rules = datedRules.filter((rule) => rule.corpus === corpus);
      const sessions = sessionsOf(corpus).map(({ start, file }) => ({
        start,
        shares: sharesOf(file, rules),
      }));
      for (const [at, { day, check }] of rules.entries())
        for (const isSince of [false, true]) {
          const side = sessions.filter(({ start }) => start >= Date.parse(day) === isSince);
          const sum = (of: 'product' | 'raw') =>
            side.reduce(
              ({ kept, opportunities }, { shares }) => ({
                kept: kept + (shares[at]?.[of].kept ?? 0),
                opportunities: opportunities + (shares[at]?.[of].opportunities ?? 0),
              }),
              { kept: 0, opportunities: 0 },
            );
          const [product, raw] = [sum('product'), sum('raw')];
          const said = `${check}, ${isSince ? 'since' : 'before'} ${day}: ${text(product)}, by hand ${text(raw)}`;
          t.diagnostic(said);
          assert.equal(product.opportunities > 0, raw.opportunities > 0, said);
          if (raw.opportunities === 0) continue;
          compared++;
          const apart = product.kept / product.opportunities - raw.kept / raw.opportunities;
          assert.ok(Math.abs(apart) <= 0.02, said);
        }
    }
    assert.ok(compared >= 16, `${compared}`);
  });

  it('200 days and checks that have nothing to do with each other claim an effect in five of a hundred at most', (t) => {
    if (!isThere) return t.skip(missing);
    const checks = unrelated.map(parseCheck);
    const counted = corpora.map((corpus) =>
      sessionsOf(corpus).map(({ start, file }) => ({
        start,
        counts: productCount(file, 'claude-code', checks) as Kept[],
      })),
    );
    let state = 35;
    const next = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const verdicts: Record<string, number> = { 'too few': 0, none: 0, more: 0, less: 0 };
    for (let told = 0; told < 200; ) {
      const sessions = counted[Math.floor(next() * 2)] ?? [];
      const starts = sessions.map(({ start }) => start);
      const day = Math.min(...starts) + next() * (Math.max(...starts) - Math.min(...starts));
      const check = Math.floor(next() * checks.length);
      const on = (isSince: boolean) =>
        sessions.flatMap(({ start, counts }) => (start >= day === isSince ? [counts[check] as Kept] : []));
      const { verdict } = effectOf({ before: on(false), since: on(true) });
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      // Those of which nothing can be told are no proof of honesty.
      if (verdict !== 'too few') told++;
    }
    t.diagnostic(JSON.stringify(verdicts));
    assert.ok((verdicts.more ?? 0) + (verdicts.less ?? 0) <= 10, JSON.stringify(verdicts));
  });
});
