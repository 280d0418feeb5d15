import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFold, type FoldState, type TranscriptEvent } from '@debrief/transcript';
import { createFindingsFold, type FindingsFoldState } from '../fold.ts';
import { heardBy } from '../heard-by.ts';
import { writers } from '../planted/records/table.ts';
import {
  edit,
  green,
  type PlantedStep,
  prompt,
  read,
  red,
  refused,
  run,
  says,
  write,
} from '../planted/step.ts';
import { briefedSession } from '../testing/briefed-session.ts';
import { recordedSessions, workSessions } from '../testing/corpus.ts';
import type { Brief } from './brief.ts';
import { type BriefFoldState, createBriefFold } from './fold.ts';

const eventsOf = (records: readonly object[]): TranscriptEvent[] =>
  records.map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload }));

const copied = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Folds in steps of so many events; each step begins with what the one before saved. */
function inSteps(agent: string, events: readonly TranscriptEvent[], size: number): Brief {
  let saved: { fold: FoldState; findings: FindingsFoldState; brief: BriefFoldState } | undefined;
  for (let from = 0; ; from += size) {
    const findings = createFindingsFold({ agent, facts: () => fold.facts() }, saved?.findings);
    const brief = createBriefFold(saved?.brief);
    const fold = createFold(agent, saved?.fold, undefined, undefined, heardBy(findings, brief));
    fold.feed(events.slice(from, from + size));
    if (from + size >= events.length) {
      const context = { isEnded: true };
      const judgement = findings.judge(context);
      const proof = findings.proof(context);
      return copied(brief.brief({ summary: fold.summary(), judgement, findings: judgement.findings, proof }));
    }
    saved = copied({ fold: fold.state(), findings: findings.state(), brief: brief.state() });
  }
}

const briefOf = (agent: string, steps: readonly PlantedStep[]): Brief =>
  copied(briefedSession({ agent, events: eventsOf(writers[agent]?.(steps) ?? []) }).brief);

/** What a person would say of it, in the same words for every agent. */
function shortly({ outcome, asked, did, changed, proved, steppedIn, open }: Brief) {
  return {
    outcome: `${outcome.kind}: ${outcome.reason}`,
    asked: [asked.first?.text, ...asked.later.items.map(({ text }) => text)],
    prompts: asked.prompts,
    calls: did.calls,
    files: changed.files.items.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)),
    commits: changed.commits.items.map(({ hash }) => hash),
    pullRequests: changed.pullRequests.items.map(({ url }) => url),
    checks: proved.checks.map(({ of, state }) => `${of} ${state}`),
    claims: `${proved.supported} of ${proved.claims}`,
    denied: steppedIn.denied,
    corrected: steppedIn.corrected,
    isPlanOpen: open.plan !== undefined,
  };
}

const shop: PlantedStep[] = [
  prompt('Split the address into street and city. The shop stays open.'),
  read('src/label.ts'),
  edit('src/label.ts'),
  red,
  edit('src/label.ts', 'return 2;', 'return 3;'),
  prompt('yes, go on'),
  green,
  prompt('also the receipt mail'),
  write('src/receipt.ts', 'one\ntwo\n'),
  green,
  run('git commit -am "Split the address"', '[main 4c1f9a2] Split the address\n 2 files changed'),
  run('gh pr create --fill', 'https://github.com/acme/shop/pull/7\n'),
  says('The address is split. All tests pass.'),
];

describe('the brief of a made-up session', () => {
  for (const agent of Object.keys(writers)) {
    it(`says the same however ${agent} writes it`, () => {
      assert.deepEqual(shortly(briefOf(agent, shop)), {
        outcome: 'finished: tests pass',
        asked: ['Split the address into street and city. The shop stays open.', 'also the receipt mail'],
        prompts: 3,
        calls: 9,
        files: ['label.ts', 'receipt.ts'],
        commits: ['4c1f9a2'],
        pullRequests: ['https://github.com/acme/shop/pull/7'],
        checks: ['tests passed'],
        claims: '1 of 1',
        denied: 0,
        corrected: 0,
        isPlanOpen: false,
      });
    });

    it(`says of ${agent} what a person refused and put right, and that nothing is proven`, () => {
      const brief = briefOf(agent, [
        prompt('Retry uploads with a limit'),
        edit('src/upload.ts'),
        prompt("no, don't change the client"),
        edit('src/retry.ts'),
        refused('rm -rf build'),
        says('All tests pass.'),
      ]);
      const { outcome, denied, corrected, checks, claims } = shortly(brief);
      assert.deepEqual(
        { outcome, denied, corrected, checks, claims },
        {
          outcome: 'finished: files were changed; no test run was recognised',
          denied: 1,
          corrected: 1,
          checks: [],
          claims: '0 of 1',
        },
      );
      assert.deepEqual(
        brief.steppedIn.items.map(({ what }) => what),
        ['corrected', 'denied'],
      );
      assert.deepEqual(
        brief.proved.unproven.items.map(({ text, support }) => [text, support]),
        [['All tests pass.', 'none']],
      );
    });
  }

  it('names the event of everything it says', () => {
    const { outcome, asked, did, changed, proved } = briefOf('claude-code', shop);
    // Each call is two records: 1 prompt, 2–9 calls, 10 prompt, 11 tests, 13 prompt, 14 … 21 calls, 22 the reply.
    assert.deepEqual(outcome, { kind: 'finished', reason: 'tests pass', sequence: 16 });
    assert.deepEqual(asked.first?.sequence, 1);
    assert.deepEqual(asked.later.items, [{ sequence: 13, text: 'also the receipt mail' }]);
    assert.deepEqual(changed.files.items, [
      { path: '/home/dev/shop/src/label.ts', added: 2, removed: 2, edits: 2, sequence: 4 },
      { path: '/home/dev/shop/src/receipt.ts', added: 2, removed: 0, edits: 1, sequence: 14 },
    ]);
    assert.deepEqual(changed.commits.items, [{ sequence: 18, hash: '4c1f9a2' }]);
    assert.deepEqual(changed.pullRequests.items, [
      { sequence: 20, url: 'https://github.com/acme/shop/pull/7' },
    ]);
    assert.deepEqual(
      proved.checks.map(({ of, state, run: { sequence, passed, edits } }) => [
        of,
        state,
        sequence,
        passed,
        edits,
      ]),
      [['tests', 'passed', 16, 12, 0]],
    );
    assert.deepEqual(
      did.phases.items.map(({ of, text, sequence, calls }) => [of, text.slice(0, 10), sequence, calls]),
      [
        ['prompt', 'Split the ', 1, 4],
        ['prompt', 'yes, go on', 10, 1],
        ['prompt', 'also the r', 13, 4],
      ],
    );
    assert.deepEqual(
      did.work.map(({ kind, calls, sequence }) => [kind, calls, sequence]),
      [
        ['explored', 1, 2],
        ['edited', 3, 4],
        ['ran', 5, 6],
      ],
    );
    assert.deepEqual(did.runs, { items: [{ sequence: 6, of: 'tests' }], total: 3 });
  });

  it('is the same at once and restarted after every event', () => {
    for (const [agent, records] of Object.entries(writers)) {
      const events = eventsOf(records(shop));
      const whole = copied(briefedSession({ agent, events }).brief);
      assert.deepEqual(inSteps(agent, events, 1), whole, agent);
      assert.deepEqual(inSteps(agent, events, 7), whole, agent);
    }
  });
});

const claude = (at: string, type: 'user' | 'assistant', content: unknown, index: number) => ({
  type,
  uuid: `u${index}`,
  timestamp: at,
  message: {
    ...(type === 'assistant' && { id: `m${index}`, model: 'claude-opus-4-6' }),
    role: type,
    content,
  },
});

describe('time in the brief', () => {
  const time = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 9) + minutes * 60_000).toISOString();
  const use = (id: string, name: string, input: object) => [{ type: 'tool_use', id, name, input }];
  const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: 'ok' }];

  it('leaves out who was waited for: a person, a closed laptop', () => {
    const records = [
      claude(time(0), 'user', 'Fix it', 0),
      claude(time(4), 'assistant', [{ type: 'text', text: 'I look.' }], 1),
      // A command of twelve minutes is work.
      claude(time(5), 'assistant', use('t1', 'Bash', { command: 'make' }), 2),
      claude(time(17), 'user', result('t1'), 3),
      claude(time(17), 'assistant', [{ type: 'text', text: 'Done.' }], 4),
      // A person who comes back after five hours was waited for, and one who comes back at once, too.
      claude(time(317), 'user', 'And the other one?', 5),
      claude(time(318), 'assistant', [{ type: 'text', text: 'Also done.' }], 6),
      claude(time(319), 'user', 'Good. And the third?', 7),
      // Nothing for an hour, and then an answer: nobody thinks that long.
      claude(time(379), 'assistant', [{ type: 'text', text: 'That too.' }], 8),
    ];
    const { brief } = briefedSession({ agent: 'claude-code', events: eventsOf(records) });
    assert.deepEqual(brief.time, { activeMs: 18 * 60_000, waitingMs: 361 * 60_000 });
    assert.deepEqual(
      brief.did.phases.items.map(({ ms }) => ms / 60_000),
      [17, 1, 0],
    );
    assert.deepEqual(
      brief.did.work.map(({ kind, ms }) => [kind, ms / 60_000]),
      [
        ['ran', 13],
        ['answered', 5],
      ],
    );
  });

  it('is absent where the records have none', () => {
    const { timestamp: _, ...record } = claude('', 'user', 'Fix it', 0);
    assert.equal(briefedSession({ agent: 'claude-code', events: eventsOf([record]) }).brief.time, undefined);
  });
});

describe('plans and sub-agents in the brief', () => {
  const at = (index: number) => new Date(Date.UTC(2026, 5, 1, 9) + index * 60_000).toISOString();
  const todo = (index: number, todos: [string, string][]) =>
    claude(
      at(index),
      'assistant',
      [
        {
          type: 'tool_use',
          id: `t${index}`,
          name: 'TodoWrite',
          input: { todos: todos.map(([content, status]) => ({ content, status, activeForm: content })) },
        },
      ],
      index,
    );
  const bash = (index: number) =>
    claude(
      at(index),
      'assistant',
      [{ type: 'tool_use', id: `t${index}`, name: 'Bash', input: { command: 'ls' } }],
      index,
    );

  it('has the steps of the plan with what was done in each, and what is left', () => {
    const records = [
      claude(at(0), 'user', 'Do the three things', 0),
      todo(1, [
        ['One', 'in_progress'],
        ['Two', 'pending'],
        ['Three', 'pending'],
      ]),
      bash(2),
      bash(3),
      todo(4, [
        ['One', 'completed'],
        ['Two', 'in_progress'],
        ['Three', 'pending'],
      ]),
      bash(5),
      claude(at(6), 'assistant', [{ type: 'text', text: 'I stop here.' }], 6),
    ];
    const { brief } = briefedSession({ agent: 'claude-code', events: eventsOf(records) });
    assert.deepEqual(brief.did.phases, {
      items: [
        { of: 'plan', text: 'One', sequence: 2, calls: 3, ms: 180_000, status: 'done' },
        { of: 'plan', text: 'Two', sequence: 5, calls: 1, ms: 120_000, status: 'active' },
        { of: 'plan', text: 'Three', sequence: 2, calls: 0, ms: 0, status: 'pending' },
      ],
      total: 3,
    });
    assert.deepEqual(brief.open.plan, { sequence: 5, total: 3, left: { items: ['Two', 'Three'], total: 2 } });
    assert.deepEqual(brief.outcome, {
      kind: 'handed over',
      reason: '2 of 3 steps of its plan are open',
      sequence: 5,
    });
  });
});

describe('a brief of hostile records', () => {
  const long = 'A̸‮<script>'.repeat(2000);
  const hostile = [
    claude('9999-99-99', 'user', long, 0),
    claude('2026-06-01T09:00:00.000Z', 'user', '\0\ud800', 1),
    claude('0001-01-01T00:00:00.000Z', 'assistant', [{ type: 'text', text: long }], 2),
    ...Array.from({ length: 700 }, (_, index) =>
      claude(
        new Date(Date.UTC(1990, 0, 1) + index * 40_000_000 * (index % 2 ? 1 : -1)).toISOString(),
        index % 3 ? 'assistant' : 'user',
        index % 3
          ? [
              {
                type: 'tool_use',
                id: `t${index}`,
                name: index % 5 ? 'Edit' : 'Task',
                input: { file_path: `${index}/${long}`, old_string: 'a', new_string: 'b', description: long },
              },
              { type: 'tool_result', tool_use_id: `t${index}`, content: long },
            ]
          : `prompt ${index} ${long.slice(0, 1000)}`,
        index + 3,
      ),
    ),
  ];

  it('is short, and so is what is kept of them', () => {
    const events = eventsOf(hostile);
    const brief = createBriefFold();
    const fold = createFold('claude-code', undefined, undefined, undefined, brief);
    fold.feed(events);
    assert.ok(JSON.stringify(brief.state()).length < 300_000, `${JSON.stringify(brief.state()).length}`);
    const told = JSON.stringify(briefedSession({ agent: 'claude-code', events }).brief);
    assert.ok(told.length < 40_000, `${told.length}`);
    assert.ok(told.isWellFormed() && !told.includes('\\u0000'));
  });
});

describe('the brief of real sessions', () => {
  for (const [set, sessions] of [
    ['every agent', recordedSessions],
    ['long work', workSessions],
  ] as const) {
    it(`is the same at once and in pieces, restarted in between: ${set}`, (t) => {
      let count = 0;
      for (const { agent, name, events } of sessions()) {
        const whole = copied(briefedSession({ agent, events }).brief);
        assert.deepEqual(inSteps(agent, events, 53), whole, `${agent} ${name}`);
        assert.ok(JSON.stringify(whole).length < 40_000, name);
        count++;
      }
      t.diagnostic(`${count} sessions`);
    });
  }
});
