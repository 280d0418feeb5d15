import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFold } from '@debrief/transcript';
import { createFindingsFold } from '../fold.ts';

const rules = '# How we work\n\n- Run `make lint` before every commit.\n- Do not edit `db/migrations/`.\n';
const wanted = ['when commit unless ran "make lint" since the last edit', 'when edit "db/migrations/"'];

const claudeCall = (name: string, input: object, content: string) => [
  {
    type: 'assistant',
    uuid: 'a1',
    message: { id: 'm1', role: 'assistant', content: [{ type: 'tool_use', id: 't1', name, input }] },
  },
  {
    type: 'user',
    uuid: 'u1',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content }] },
  },
];
const numbered = rules
  .split('\n')
  .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
  .join('\n');

const shown: readonly (readonly [how: string, agent: string, file: string, records: object[]])[] = [
  [
    'Claude Code meets one on its way',
    'claude-code',
    'CLAUDE.md',
    [
      {
        type: 'attachment',
        uuid: 'x',
        attachment: {
          type: 'nested_memory',
          path: '/repo/CLAUDE.md',
          displayPath: 'CLAUDE.md',
          content: { type: 'memory', path: '/repo/CLAUDE.md', content: rules },
        },
      },
    ],
  ],
  [
    'Codex begins with it',
    'codex',
    'AGENTS.md',
    [
      {
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'user',
          content: [
            {
              type: 'input_text',
              text: `# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\n${rules}\n</INSTRUCTIONS>`,
            },
          ],
        },
      },
    ],
  ],
  [
    'a tool reads one',
    'claude-code',
    'AGENTS.md',
    claudeCall('Read', { file_path: '/repo/packages/a/AGENTS.md' }, numbered),
  ],
  [
    'a command prints one',
    'claude-code',
    'AGENTS.md',
    claudeCall('Bash', { command: 'cat AGENTS.md' }, rules),
  ],
];

function offersOf(agent: string, records: readonly object[]) {
  const findings = createFindingsFold({ agent, facts: () => fold.facts() });
  const fold = createFold(agent, undefined, undefined, undefined, findings);
  fold.feed(records.map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload })));
  const kept = JSON.parse(JSON.stringify(findings.state()));
  const again = createFindingsFold({ agent, facts: () => ({ cwd: undefined, branch: undefined }) }, kept);
  return { offers: again.offers(), findings: findings.judge({ isEnded: true }).findings };
}

describe('files of instructions that the records show', () => {
  for (const [how, agent, file, records] of shown)
    it(`${how}: offered with its place, and judged by none of it`, () => {
      const { offers, findings } = offersOf(agent, records);
      assert.deepEqual(
        offers.map((offer) => [offer.text, offer.file, offer.sequence]),
        wanted.map((text) => [text, file, 1]),
      );
      assert.deepEqual(findings, []);
    });

  it('of another file nothing is offered, and of one a call could not read', () => {
    const [call, answer] = claudeCall('Read', { file_path: '/repo/docs/rules.md' }, rules);
    assert.deepEqual(offersOf('claude-code', [call ?? {}, answer ?? {}]).offers, []);
    assert.deepEqual(
      offersOf('claude-code', claudeCall('Bash', { command: 'cat notes.md' }, rules)).offers,
      [],
    );
  });

  for (const path of [
    '/repo/node_modules/p/AGENTS.md',
    'vendor/x/CLAUDE.md',
    'C:\\r\\third_party\\AGENTS.md',
  ])
    it(`of a dependency nothing is offered: ${path}`, () =>
      assert.deepEqual(offersOf('claude-code', claudeCall('Read', { file_path: path }, rules)).offers, []));

  it('keeps little of a hostile one', () => {
    const hostile = 'Do not edit `a/b.ts` '.repeat(20_000) + 'Never run `rm -rf x`.\n'.repeat(20_000);
    const { offers } = offersOf('claude-code', claudeCall('Read', { file_path: 'AGENTS.md' }, hostile));
    assert.ok(JSON.stringify(offers).length < 20_000);
  });
});
