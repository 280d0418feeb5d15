import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TranscriptLane } from '@debrief/contract';
import { kindCode, LaneSkeleton } from '../transcript/skeleton.ts';
import { resultLine, stepFacts, titleOf } from './subagent-facts.ts';

const lane: TranscriptLane = {
  lane: 1,
  agentId: 'a',
  entry: '4.0',
  parent: 0,
  total: 9,
  tokens: { input: 1000, output: 200, cache: 800 },
  costUsd: 0.21,
};

function skeleton(...kinds: Parameters<typeof kindCode>[0][]): LaneSkeleton {
  const made = new LaneSkeleton();
  made.resize(kinds.length);
  kinds.forEach((kind, at) => {
    made.kinds[at] = kindCode(kind);
  });
  return made;
}

describe('what is said of a sub-agent', () => {
  it('counts calls as steps, once its entries are known', () => {
    const known = skeleton('prompt', 'tool:read', 'tool:shell', 'reply');
    assert.deepEqual(stepFacts({ durationMs: 61_000 }, lane, known), [
      '2 steps',
      '2k tokens',
      '$0.21',
      '1 m 01 s',
    ]);
    assert.deepEqual(stepFacts({}, { ...lane, costUsd: 0 }, undefined), ['9 entries', '2k tokens']);
    assert.deepEqual(stepFacts({}, undefined, undefined), []);
  });

  it('has the first line of its answer', () => {
    assert.equal(resultLine({ output: '\n## Found two places\n- queue.ts' }), 'Found two places');
    assert.equal(resultLine({ output: 'task_id: ses_1\n\nDone' }), 'Done');
    assert.equal(resultLine({}), '');
  });

  it('is called by what it was asked where its name is its type', () => {
    const one = { title: 'Explore', agentType: 'Explore', prompt: 'Find it\nnow' } as Parameters<
      typeof titleOf
    >[0];
    assert.equal(titleOf(one), 'Find it');
    assert.equal(titleOf({ ...one, title: 'Who retries?' }), 'Who retries?');
  });
});
