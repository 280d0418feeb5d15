import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPresent, moreWorkSessions, type RecordedFile } from '../testing/corpus.ts';
import { flatten, readAll } from '../testing/read-all.ts';

/**
 * What a transcript shows of Codex and Copilot CLI, against a count of the raw records that shares no code with their
 * readers: prompts, calls, and how the calls ended.
 */

type Fields = Record<string, unknown>;
type Counted = { prompts: number; calls: number; failed: number; cutOff: number; open: number };
const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const countOf = <Value>(values: Iterable<Value>, is: (value: Value) => boolean) =>
  [...values].filter(is).length;

function ofCodex(records: readonly unknown[]): Counted {
  const ends = new Map<string, string>();
  let [prompts, unnamed] = [0, 0];
  for (const record of records) {
    const { type, payload } = fields(record);
    const item = fields(payload);
    if (type === 'event_msg' && item.type === 'user_message') prompts++;
    if (type !== 'response_item') continue;
    if (/_call$/.test(String(item.type))) {
      if (typeof item.call_id === 'string') ends.set(item.call_id, 'open');
      else unnamed++;
    } else if (/_call_output$/.test(String(item.type))) ends.set(String(item.call_id), endOf(item.output));
  }
  return {
    prompts,
    calls: ends.size + unnamed,
    failed: countOf(ends.values(), (end) => end === 'failed'),
    cutOff: countOf(ends.values(), (end) => end === 'cut off'),
    open: countOf(ends.values(), (end) => end === 'open'),
  };
}

function endOf(output: unknown): string {
  const printed = typeof output === 'string' ? output : JSON.stringify(output);
  const code = /(?:Process exited with code |Exit code: |"exit_code":\s?)(-?\d+)/.exec(
    printed.slice(0, 400),
  )?.[1];
  if (code !== undefined) return code === '0' ? 'done' : 'failed';
  if (printed.startsWith('aborted by user')) return 'cut off';
  return printed.startsWith('apply_patch verification failed') ? 'failed' : 'done';
}

function ofCopilot(records: readonly unknown[]): Counted {
  const ends = new Map<string, string>();
  let prompts = 0;
  for (const record of records) {
    const { type, data } = fields(record);
    const { toolCallId, success, toolTelemetry } = fields(data);
    if (type === 'user.message') prompts++;
    if (type === 'tool.execution_start') ends.set(String(toolCallId), 'open');
    if (type !== 'tool.execution_complete') continue;
    // A command that fails succeeds as a call: its telemetry has the code.
    const code = fields(fields(toolTelemetry).metrics).exit_code ?? 0;
    ends.set(String(toolCallId), success === true && code === 0 ? 'done' : 'failed');
  }
  return {
    prompts,
    calls: ends.size,
    failed: countOf(ends.values(), (end) => end === 'failed'),
    cutOff: 0,
    open: countOf(ends.values(), (end) => end === 'open'),
  };
}

function shown({ agent, records }: RecordedFile): Counted {
  const entries = flatten(readAll(agent, records).entries);
  const calls = entries.flatMap((entry) => ('outcome' in entry ? [entry.outcome] : []));
  return {
    prompts: countOf(entries, (entry) => entry.kind === 'prompt' && entry.origin !== 'agent'),
    calls: calls.length,
    failed: countOf(calls, (outcome) => outcome === 'error' || outcome === 'denied'),
    cutOff: countOf(calls, (outcome) => outcome === 'interrupted'),
    open: countOf(calls, (outcome) => outcome === 'running'),
  };
}

describe('prompts, calls and outcomes of real sessions', () => {
  for (const [agent, count] of [
    ['codex', ofCodex],
    ['copilot-cli', ofCopilot],
  ] as const)
    it(`${agent}: are those that the raw records tell of`, (t) => {
      if (!isPresent) return t.skip('no ../shared here: see the tests of each agent');
      let [files, calls] = [0, 0];
      for (const file of moreWorkSessions()) {
        if (file.agent !== agent) continue;
        const counted = count(file.records);
        assert.deepEqual(shown(file), counted, file.name);
        files++;
        calls += counted.calls;
      }
      assert.ok(files >= 5 && calls > 100, `${files} files, ${calls} calls`);
      t.diagnostic(`${files} files, ${calls} calls`);
    });
});
