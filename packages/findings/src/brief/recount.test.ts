import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isPresent,
  moreWorkSessions,
  type RecordedFile,
  recordedFiles,
  workSessions,
} from '../../../transcript/src/testing/corpus.ts';
import { writers } from '../planted/records/table.ts';
import { edit, green, prompt, read, run, says, write } from '../planted/step.ts';
import { briefedSession } from '../testing/briefed-session.ts';
import type { RecordedSession } from '../testing/corpus.ts';
import { recount } from '../testing/recount/claude-code.ts';
import { shortRecounts } from '../testing/recount/other-agents.ts';

/** What the brief says that can be counted in the records by hand. */
function counted(session: Pick<RecordedSession, 'agent' | 'events'>) {
  const { brief, summary } = briefedSession(session);
  const planned = brief.did.work.find(({ kind }) => kind === 'planned')?.calls ?? 0;
  return {
    prompts: brief.asked.prompts,
    calls: brief.did.calls - planned,
    files: summary.files.map(({ path }) => path).sort(),
    commits: brief.changed.commits.total,
  };
}

const asEvents = ({ agent, records }: RecordedFile) => ({
  agent,
  events: records.map((payload, at) => ({ sequence: at + 1, eventType: 'record', payload })),
});

/** Whole sessions as an agent wrote them: a sub-agent's own file is a part of one, and some were put together by hand. */
const isSession = ({ real, name }: RecordedFile) => real && !/__subagents__|__stage0__/.test(name);

const recordsOf = ({ events }: Pick<RecordedSession, 'events'>) => events.map(({ payload }) => payload);

const skip = !isPresent && 'there are no recordings beside the repository';

describe('the brief counts what anybody counts in the records', () => {
  it('of a made-up session', () => {
    const records = writers['claude-code']?.([
      prompt('Split the address'),
      read('a.ts'),
      edit('a.ts'),
      edit('a.ts'),
      write('b.ts', 'x'),
      prompt('and commit'),
      green,
      run('git add -A && git commit -m "git commit; twice"', '[main 4c1f9a2] twice'),
      run('git commit -m no', 'error', 1),
      says('Done.'),
    ]);
    const events = (records ?? []).map((payload, at) => ({ sequence: at + 1, eventType: 'x', payload }));
    const session = { agent: 'claude-code', events };
    assert.deepEqual(recount(recordsOf(session)), {
      prompts: 2,
      calls: 7,
      files: ['/home/dev/shop/a.ts', '/home/dev/shop/b.ts'],
      commits: 1,
    });
    assert.deepEqual(counted(session), recount(recordsOf(session)));
  });

  it('of every session of Claude Code beside the repository', { skip }, (t) => {
    let count = 0;
    for (const session of [...workSessions(), ...moreWorkSessions(), ...recordedFiles()]) {
      if (session.agent !== 'claude-code' || !isSession(session)) continue;
      assert.deepEqual(counted(asEvents(session)), recount(session.records), session.name);
      count++;
    }
    t.diagnostic(`${count} sessions`);
  });

  it('of every session of four more agents beside the repository: prompts and calls', { skip }, (t) => {
    const numbers: Record<string, number> = {};
    for (const session of [...moreWorkSessions(), ...recordedFiles()]) {
      const again = shortRecounts[session.agent];
      if (!again || !isSession(session)) continue;
      const { prompts, calls } = counted(asEvents(session));
      assert.deepEqual({ prompts, calls }, again(session.records), `${session.agent} ${session.name}`);
      numbers[session.agent] = (numbers[session.agent] ?? 0) + 1;
    }
    t.diagnostic(JSON.stringify(numbers));
  });
});
