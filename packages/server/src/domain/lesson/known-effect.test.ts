import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Context } from '../context.ts';
import { knownEffects } from './known-effect.ts';

const day = 86_400_000;
const adoptedAt = 100 * day;

interface Counted {
  kept: number;
  authors: readonly (string | null)[];
}

/** One lesson, ten sessions before it was adopted and ten since, each with two cases. */
function aContext(
  { before, since }: { before: Counted; since: Counted },
  check = 'when command "npm publish"',
) {
  const asked: unknown[] = [];
  const sessions = [before, since].flatMap(({ kept, authors }, side) =>
    Array.from({ length: 10 }, (_, at) => ({
      ...{ sessionId: `ses_${side}${at}`, agentId: 'codex', startedAt: adoptedAt + (side - 0.5) * day },
      ...{ authorUserId: authors[at % authors.length] ?? null, kept },
    })),
  );
  const lesson = {
    ...{ lessonId: 'les_1', text: 'Do not publish', repository: null, paths: [], agents: [], check },
    steps: [{ deed: 'adopted', doneAt: adoptedAt }],
  };
  const context = {
    clock: () => adoptedAt + 10 * day,
    store: {
      lesson: { list: async () => [lesson] },
      finding: { policies: async () => [] },
      session: {
        records: async (_: string, question: unknown) => {
          asked.push(question);
          return sessions;
        },
      },
      judgement: {
        checked: async (_: unknown, __: unknown, some: typeof sessions) =>
          some.map(({ sessionId, kept }) => ({
            sessionId,
            checked: [{ opportunities: 2, kept, events: [] }],
          })),
      },
    },
  } as unknown as Context;
  return { context, asked };
}

const three = ['usr_a', 'usr_b', 'usr_c'];
const of = (context: Context, since = adoptedAt - day) =>
  knownEffects(context, { organizationId: 'org_1' }, since);

it('what became of a lesson is known where both sides are of enough cases and of three people', async () => {
  const told = async (before: Counted, since: Counted) =>
    (await of(aContext({ before, since }).context)).map(({ verdict }) => verdict);
  assert.deepEqual(await told({ kept: 0, authors: three }, { kept: 2, authors: three }), ['more']);
  assert.deepEqual(await told({ kept: 2, authors: three }, { kept: 0, authors: three }), ['less']);
  assert.deepEqual(await told({ kept: 1, authors: three }, { kept: 1, authors: three }), ['none']);
  const two = [...three.slice(0, 2), null];
  assert.deepEqual(await told({ kept: 0, authors: two }, { kept: 2, authors: three }), []);
  assert.deepEqual(await told({ kept: 0, authors: three }, { kept: 2, authors: two }), []);
});

it('lessons adopted earlier, and those whose check cannot be read, are not spoken of', async () => {
  const sides = { before: { kept: 0, authors: three }, since: { kept: 2, authors: three } };
  assert.deepEqual(await of(aContext(sides).context, adoptedAt + 1), []);
  assert.deepEqual(await of(aContext(sides, 'whatever').context), []);
});

it('only sessions that everybody may read are counted', async () => {
  const { context, asked } = aContext({
    before: { kept: 0, authors: three },
    since: { kept: 2, authors: three },
  });
  const access = { holds: [] } as never;
  await knownEffects(context, { organizationId: 'org_1', access }, 0);
  const [{ reader, onlyReadable }] = asked as [{ reader: object; onlyReadable: boolean }];
  assert.deepEqual(reader, { userId: '', isAdmin: false, now: context.clock(), rules: access });
  assert.equal(onlyReadable, true);
});
