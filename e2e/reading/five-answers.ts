import { writers } from '../../packages/findings/src/planted/records/table.ts';
import {
  edit,
  green,
  type PlantedStep,
  prompt,
  read,
  red,
  run,
  says,
  write,
} from '../../packages/findings/src/planted/step.ts';
import {
  moreWorkSessions,
  type RecordedFile,
  recordedFiles,
  workSessions,
} from '../../packages/transcript/src/testing/corpus.ts';

/** What somebody who has gone through the records of a session by hand says of it. */
export interface Answers {
  asked: RegExp;
  /** How many files it changed by its own edits, and how many commits it made. */
  changed: { files: number; commits?: number; pullRequests?: number };
  /** Did tests pass at the end, and does the record show it? */
  tests: 'passed' | 'failed' | 'a part passed' | 'passed before the last edit' | 'none ran';
  /** All tokens the agent recorded; absent where it recorded none. */
  tokens?: number;
  /** Why somebody has to act: what the page has to say about it. */
  act?: RegExp;
}

export interface Asked {
  agent: string;
  name: string;
  records: unknown[];
  answers: Answers;
}

/** Of real sessions, by how their file begins; written by reading the files, before the brief was looked at. */
const real: Record<string, Answers> = {
  // Claude Code
  '2026-01-12-cab865ac': {
    asked: /are now not duplicated/,
    changed: { files: 2 },
    tests: 'passed',
    tokens: 1_655_901,
  },
  '2026-01-22-94e68429': {
    asked: /a constant or should we make it one/,
    changed: { files: 2 },
    tests: 'passed',
    tokens: 899_479,
  },
  '2b945d54': {
    asked: /lint and test failures/,
    changed: { files: 1 },
    tests: 'passed',
    tokens: 555_807,
  },
  '2026-01-09-97007e37': {
    asked: /Truncating the string by byte index/,
    changed: { files: 5 },
    tests: 'passed',
    tokens: 2_370_080,
  },
  d19ec7f9: {
    asked: /create the directory but not commit its contents/,
    changed: { files: 2 },
    tests: 'a part passed',
    tokens: 700_918,
  },
  '37a27d31': {
    asked: /fix some merge conflicts/,
    changed: { files: 3, commits: 2 },
    tests: 'passed',
  },
  e3c445a1: { asked: /review this PR/, changed: { files: 0 }, tests: 'none ran', tokens: 1_205_972 },
  '32e7c00e': {
    asked: /release pipeline fails/,
    changed: { files: 2, commits: 1 },
    tests: 'none ran',
    tokens: 872_011,
  },
  // It changed code, ran no test, and force-pushed.
  ce6db73e: {
    asked: /reuse the SegmentType/,
    changed: { files: 1, commits: 1 },
    tests: 'none ran',
    tokens: 2_002_470,
    act: /no tests? ran|without running|test/i,
  },
  // Codex
  '019f1de1': {
    asked: /adopt promptfoo eval contract/,
    changed: { files: 1, commits: 1, pullRequests: 1 },
    tests: 'none ran',
  },
  '019f15f7': {
    asked: /window 0 in this tmux session/,
    changed: { files: 2, commits: 1 },
    tests: 'none ran',
  },
  'Irrlicht__5-4_architect-editor-pair__2026-05-31': {
    asked: /create a file calc\.py/,
    changed: { files: 1 },
    tests: 'none ran',
  },
  'Irrlicht__2-20_interrupted-turn__2026-05-16-22-56': {
    asked: /essay about the history of computing/,
    changed: { files: 0 },
    tests: 'none ran',
  },
  // Copilot CLI
  c3f091b3: {
    asked: /no-force-push merge-conflict resolution/,
    changed: { files: 1, commits: 3, pullRequests: 1 },
    tests: 'none ran',
  },
  'Irrlicht__3-5_workflow-fanout__2026-08-05': {
    asked: /Fan out exactly THREE subagents/,
    changed: { files: 0 },
    tests: 'none ran',
  },
  // The agent answered with an empty message.
  '2426852d': {
    asked: /Respond with exactly PASS/,
    changed: { files: 0 },
    tests: 'none ran',
    act: /the last prompt has no answer/,
  },
  // Gemini CLI. The record ends with the result of a call.
  'Irrlicht__2-16_oversized-transcript-line__2026-06-11': {
    asked: /a single very long sentence/,
    changed: { files: 0 },
    tests: 'none ran',
    act: /without a last word/,
  },
  'Irrlicht__2-3_task-list__2026-06-12': {
    asked: /create exactly three todo items/,
    changed: { files: 0 },
    tests: 'none ran',
  },
  // opencode
  'Irrlicht__2-6_long-agentic-session-stress__2026-05-27': {
    asked: /create six files/,
    changed: { files: 10 },
    tests: 'none ran',
    tokens: 614_955,
  },
  'Irrlicht__reg-foreground-subagent__2026-05-22': {
    asked: /use the task tool THREE times/,
    changed: { files: 0 },
    tests: 'none ran',
    tokens: 40_252,
  },
};

const agents = ['claude-code', 'codex', 'copilot-cli', 'gemini-cli', 'opencode'];

/** Those of them that are beside the repository. */
export function* realSessions(): Generator<Asked> {
  const files: RecordedFile[] = [...workSessions(), ...moreWorkSessions(), ...recordedFiles()];
  for (const [begin, answers] of Object.entries(real)) {
    const found = files.find(({ agent, name }) => name.startsWith(begin) && agents.includes(agent));
    if (found) yield { ...found, answers };
  }
}

const steps: Record<string, { steps: readonly PlantedStep[]; answers: Answers }> = {
  'ends green': {
    steps: [prompt('Split the address'), read('a.ts'), edit('a.ts'), green, says('All tests pass.')],
    answers: { asked: /Split the address/, changed: { files: 1 }, tests: 'passed' },
  },
  'ends red': {
    steps: [prompt('Split the address'), edit('a.ts'), red, says('Two tests are still red.')],
    answers: { asked: /Split the address/, changed: { files: 1 }, tests: 'failed', act: /fail/ },
  },
  'edited after the run': {
    steps: [
      prompt('Split the address'),
      edit('a.ts'),
      green,
      write('b.ts', 'export const b = 1;\n'),
      says('All tests pass.'),
    ],
    answers: {
      asked: /Split the address/,
      changed: { files: 2 },
      tests: 'passed before the last edit',
      act: /./,
    },
  },
  'only answers': {
    steps: [prompt('What is a retry?'), read('a.ts'), run('ls', 'a.ts'), says('Trying once more.')],
    answers: { asked: /What is a retry\?/, changed: { files: 0 }, tests: 'none ran' },
  },
};

/** Sessions that are always there: four, as each of five agents writes them. */
export function* madeUpSessions(): Generator<Asked> {
  for (const [agent, writer] of Object.entries(writers))
    for (const [name, one] of Object.entries(steps))
      yield { agent, name: `${agent}: ${name}`, records: writer?.(one.steps) ?? [], answers: one.answers };
}
