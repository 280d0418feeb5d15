import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import type { Entry } from '../entry.ts';
import { createReader } from '../read.ts';
import { atifSchema } from '../testing/atif-schema.ts';
import { caseFiles, fixtures } from '../testing/fixtures.ts';
import { eventsOf } from '../testing/read-all.ts';
import { type Atif, toAtif } from './atif.ts';

const validate = new Ajv({ allowUnionTypes: true, strict: false }).compile(atifSchema);

function made(agent: string, records: readonly unknown[]): { atif: Atif; entries: readonly Entry[] } {
  const reader = createReader(agent);
  reader.feed(eventsOf(records));
  reader.finish();
  return {
    atif: toAtif({ sessionId: 'one', summary: reader.summary(), entries: reader.entries }),
    entries: reader.entries,
  };
}

/** What the format asks beyond its fields. */
function holds(atif: Atif): void {
  assert.ok(validate(atif), JSON.stringify(validate.errors?.slice(0, 3)));
  const within = new Map(atif.subagent_trajectories?.map((one) => [one.trajectory_id, one]));
  assert.equal(within.size, atif.subagent_trajectories?.length ?? 0, 'one id, one sub-agent');
  for (const { steps } of [atif, ...within.values()]) {
    assert.deepEqual(
      steps.map(({ step_id }) => step_id),
      steps.map((_, at) => at + 1),
    );
    for (const { tool_calls = [], observation } of steps) {
      const ids = tool_calls.map(({ tool_call_id }) => tool_call_id);
      assert.equal(new Set(ids).size, ids.length);
      for (const { source_call_id, subagent_trajectory_ref = [] } of observation?.results ?? []) {
        assert.ok(ids.includes(source_call_id), 'a result of a call of the same step');
        for (const { trajectory_id } of subagent_trajectory_ref) assert.ok(within.has(trajectory_id));
      }
    }
  }
}

const callsIn = (entries: readonly Entry[]): number =>
  entries.reduce(
    (sum, entry) =>
      sum +
      (['tool', 'plan', 'subagent'].includes(entry.kind) ? 1 : 0) +
      (entry.kind === 'subagent' ? callsIn(entry.entries) : 0),
    0,
  );

const callsOf = ({ steps, subagent_trajectories = [] }: Atif): number =>
  steps.reduce((sum, { tool_calls = [] }) => sum + tool_calls.length, 0) +
  subagent_trajectories.reduce(
    (sum, one) => sum + one.steps.reduce((all, { tool_calls = [] }) => all + tool_calls.length, 0),
    0,
  );

describe('ATIF', () => {
  it('holds what the format asks of it, for the records of every agent', () => {
    let nested = 0;
    for (const { agent, records } of [...fixtures, ...caseFiles]) {
      const { atif, entries } = made(agent, records);
      holds(atif);
      assert.ok(callsOf(atif) >= callsIn(entries), `${agent}: every call is in it`);
      for (const { text } of entries.filter((entry) => entry.kind === 'prompt' || entry.kind === 'reply')) {
        assert.ok(
          atif.steps.some(({ message }) => message.includes(text)),
          `${agent}: ${text.slice(0, 40)}`,
        );
      }
      nested += atif.subagent_trajectories?.length ?? 0;
    }
    assert.ok(nested > 0, 'sub-agents are among them');
  });

  it('has what was thought, said and called in one step, with its results; the next words begin another', () => {
    const reply = (id: string, content: object[]) => ({
      type: 'assistant',
      uuid: id,
      timestamp: '2026-05-01T10:00:00.000Z',
      message: {
        id,
        role: 'assistant',
        model: 'claude-opus-4-6',
        content,
        usage: { input_tokens: 3, output_tokens: 2 },
      },
    });
    const { atif } = made('claude-code', [
      {
        type: 'user',
        uuid: 'p',
        timestamp: '2026-05-01T09:59:00.000Z',
        message: { role: 'user', content: 'Look' },
      },
      reply('a', [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
      ]),
      {
        type: 'user',
        uuid: 'r',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'a.ts' }] },
      },
      reply('b', [{ type: 'text', text: 'Done.' }]),
    ]);
    const [user, first, last, ...more] = atif.steps;
    assert.deepEqual(more, []);
    assert.deepEqual(user, {
      step_id: 1,
      timestamp: '2026-05-01T09:59:00.000Z',
      source: 'user',
      message: 'Look',
    });
    const { extra, tool_calls = [], observation, ...said } = first ?? assert.fail();
    const id = tool_calls[0]?.tool_call_id ?? '';
    assert.deepEqual(said, {
      ...{ step_id: 2, timestamp: '2026-05-01T10:00:00.000Z', source: 'agent', message: 'I look.' },
      ...{ model_name: 'claude-opus-4-6', reasoning_content: 'Hm.' },
    });
    assert.deepEqual(tool_calls, [{ tool_call_id: id, function_name: 'Bash', arguments: { command: 'ls' } }]);
    assert.deepEqual(observation, { results: [{ source_call_id: id, content: 'a.ts' }] });
    assert.deepEqual(extra, { calls: { [id]: { outcome: 'ok' } } });
    assert.equal(last?.message, 'Done.');
    assert.deepEqual(atif.final_metrics?.total_completion_tokens, 4);
    assert.equal(atif.agent.model_name, 'claude-opus-4-6');
  });

  it('is whole of a session without anything', () => {
    const { atif } = made('codex', []);
    holds(atif);
    assert.equal(atif.steps.length, 1);
  });
});
