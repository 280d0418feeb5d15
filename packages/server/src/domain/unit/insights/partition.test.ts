import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AskedPart, answerOf, type Cell, groupsOf, leastAuthors } from '../../insights/partition.ts';

/** Nothing of fewer than three people can be computed from Insights, however answers are put together. */

const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

/** A week as teams have them: some work everywhere, some in one place, some machines are nobody's. */
function population(next: () => number): Cell[] {
  const pick = (count: number) => Math.floor(next() * count);
  const [people, repositories, agents] = [2 + pick(7), 1 + pick(5), 1 + pick(3)];
  const habit = Array.from({ length: people }, () => [pick(repositories), pick(agents)]);
  const cells = new Map<string, Cell & { authors: Set<string> }>();
  for (let session = 0; session < 4 + pick(40); session++) {
    const who = pick(people);
    const [home = 0, usual = 0] = habit[who] ?? [];
    const repository = `r${next() < 0.7 ? home : pick(repositories)}`;
    const agentId = `a${next() < 0.7 ? usual : pick(agents)}`;
    const isOpen = next() < 0.8;
    const key = `${repository} ${agentId} ${isOpen}`;
    const cell = cells.get(key) ?? { repository, agentId, isOpen, authors: new Set<string>() };
    cells.set(key, cell);
    if (next() > 0.1) cell.authors.add(`p${who}`);
  }
  return [...cells.values()];
}

/** Everything that can be asked of a week. */
function questions(cells: readonly Cell[]): (AskedPart & { content: boolean })[] {
  const repositories = [undefined, ...new Set(cells.map(({ repository }) => repository))];
  const agents = [undefined, ...new Set(cells.map(({ agentId }) => agentId))];
  return repositories.flatMap((repository) =>
    agents.flatMap((agentId) => [false, true].map((content) => ({ repository, agentId, content }))),
  );
}

type Publish = (cells: readonly Cell[], asked: AskedPart & { content: boolean }) => readonly Cell[];

const published: Publish = (cells, { content, ...asked }) =>
  answerOf(cells, groupsOf(cells), asked, content).cells;

/** What one would do at first: each answer by itself, if it is of three. */
const naive: Publish = (cells, { repository, agentId, content }) => {
  const some = cells.filter(
    (cell) =>
      (repository === undefined || cell.repository === repository) &&
      (agentId === undefined || cell.agentId === agentId) &&
      (cell.isOpen || !content),
  );
  return new Set(some.flatMap(({ authors }) => [...authors])).size < leastAuthors ? [] : some;
};

/** What each author, and what nobody known, did in each cell: what somebody might want to know. */
interface Unknown {
  cell: Cell;
  author: string;
}
const unknownsOf = (cells: readonly Cell[]): Unknown[] =>
  cells.flatMap((cell) => ['', ...cell.authors].map((author) => ({ cell, author })));

const prime = 2_147_483_629n;
const inverse = (value: bigint): bigint => {
  let [result, base, power] = [1n, value, prime - 2n];
  for (; power > 0n; power >>= 1n) {
    if (power & 1n) result = (result * base) % prime;
    base = (base * base) % prime;
  }
  return result;
};

/** How many independent equations these are. */
function rank(rows: readonly (readonly bigint[])[]): number {
  const left = rows.map((row) => [...row]);
  let found = 0;
  for (let column = 0; column < (left[0]?.length ?? 0); column++) {
    const at = left.findIndex((row, index) => index >= found && row[column] !== 0n);
    if (at < 0) continue;
    [left[found], left[at]] = [left[at] as bigint[], left[found] as bigint[]];
    const pivot = left[found] as bigint[];
    const factor = inverse(pivot[column] as bigint);
    for (const row of left.slice(found + 1)) {
      const times = ((row[column] as bigint) * factor) % prime;
      if (times === 0n) continue;
      for (let index = column; index < row.length; index++)
        row[index] = ((row[index] as bigint) + prime * prime - times * (pivot[index] as bigint)) % prime;
    }
    found++;
  }
  return found;
}

/**
 * Whether some combination of answers says something of `few` alone, to somebody who knows what is `known` already:
 * exactly if the equations depend on each other once `few` are left out of them, and did not before.
 */
function computes(
  cells: readonly Cell[],
  publish: Publish,
  few: readonly string[],
  known: readonly string[],
) {
  const unknowns = unknownsOf(cells).filter(({ author }) => !known.includes(author));
  const answers = questions(cells).map((question) => new Set(publish(cells, question)));
  const equations = (of: readonly Unknown[]) =>
    answers.map((answer) => of.map(({ cell }) => (answer.has(cell) ? 1n : 0n)));
  const others = unknowns.filter(({ author }) => author !== '' && !few.includes(author));
  return rank(equations(unknowns)) > rank(equations(others));
}

const peopleIn = (cells: readonly Cell[]): string[] => [
  ...new Set(cells.flatMap(({ authors }) => [...authors])),
];

/** Two people whom answers say something about, or one, to a colleague who knows their own. */
function victims(cells: readonly Cell[], publish: Publish): string | undefined {
  const people = peopleIn(cells);
  for (const one of people) {
    for (const other of people) {
      if (one < other && computes(cells, publish, [one, other], [])) return `${one} and ${other}`;
      if (one !== other && computes(cells, publish, [one], [other])) return `${one}, to ${other}`;
    }
  }
  return computes(cells, publish, people.slice(0, 1), []) ? people[0] : undefined;
}

describe('what Insights shows of a week', () => {
  it('says nothing of two people, nor of one to another, however all answers are combined', () => {
    let [shown, caught] = [0, 0];
    for (let seed = 1; seed <= 150; seed++) {
      const cells = population(random(seed));
      assert.equal(victims(cells, published), undefined, `population ${seed}`);
      if (published(cells, { content: false }).length > 0) shown++;
      if (seed <= 30 && victims(cells, naive)) caught++;
    }
    assert.ok(shown > 100, `${shown} weeks were shown at all`);
    assert.ok(caught > 10, `the search finds something where answers are given one by one: ${caught}`);
  });

  it('shows all of a team of three, and of a repository where three work, whoever else works elsewhere', () => {
    const cell = (repository: string, agentId: string, ...authors: string[]): Cell => ({
      ...{ repository, agentId, isOpen: true },
      authors: new Set(authors),
    });
    const cells = [
      cell('app', 'claude-code', 'a', 'b'),
      cell('app', 'codex', 'c'),
      cell('tools', 'codex', 'e', 'f'),
      cell('web', 'codex', 'd'),
    ];
    const answer = (asked: AskedPart) => answerOf(cells, groupsOf(cells), asked);
    assert.deepEqual(answer({}), { cells, isWhole: true });
    assert.deepEqual(answer({ repository: 'app' }), { cells: cells.slice(0, 2), isWhole: true });
    assert.deepEqual(answer({ repository: 'web' }), { cells: [], isWhole: false });
    // Those who use one agent in a repository are too few: nothing is said of either agent there.
    assert.deepEqual(answer({ repository: 'app', agentId: 'codex' }), { cells: [], isWhole: false });
    assert.equal(answer({ agentId: 'codex' }).cells.length, 2);
    assert.equal(answer({ agentId: 'codex' }).isWhole, false);
  });

  it('shows nothing of a team of two', () => {
    const cells: Cell[] = [
      { repository: 'app', agentId: 'codex', isOpen: true, authors: new Set(['a', 'b']) },
      { repository: 'app', agentId: 'gemini', isOpen: true, authors: new Set() },
    ];
    assert.deepEqual(groupsOf(cells), []);
    assert.deepEqual(answerOf(cells, [], {}), { cells: [], isWhole: false });
  });
});
