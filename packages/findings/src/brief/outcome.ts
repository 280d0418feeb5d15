import { clipped } from '../acts/act.ts';
import type { Brief, BriefOutcome, StandingCheck } from './brief.ts';

/** The last thing in the main conversation that says how it ended. */
export interface Tail {
  id: string;
  index: number;
  sequence: number;
  kind: 'prompt' | 'reply' | 'call' | 'error' | 'interruption' | 'decision';
  /** Of a reply its end, of an error and a question what it says. */
  text: string;
  outcome?: string;
  verdict?: string;
  about?: string;
}

type Ended = Pick<Brief, 'changed' | 'did' | 'open' | 'proved'>;

/** How a session ended, and by what one sees it. Only what the records show: else it cannot be told. */
export function outcomeOf(tail: Tail | undefined, brief: Ended): BriefOutcome {
  if (!tail) return { kind: 'cannot be told', reason: 'the record holds nothing that was said or done' };
  const { sequence } = tail;
  switch (tail.kind) {
    case 'prompt':
      return { kind: 'abandoned', reason: 'the last prompt has no answer', sequence };
    case 'interruption':
      return { kind: 'abandoned', reason: 'it was interrupted and nothing followed', sequence };
    case 'error': {
      const said = clipped(tail.text, 120);
      return { kind: 'failed', reason: `it ended with an error${said && `: ${said}`}`, sequence };
    }
    case 'decision':
      return { ...byDecision(tail), sequence };
    case 'call':
      return { ...byCall(tail), sequence };
    case 'reply':
      return byReply(tail, brief);
  }
}

function byDecision({ about, verdict }: Tail): Omit<BriefOutcome, 'sequence'> {
  const isPlan = about === 'plan';
  if (verdict === 'waiting')
    return {
      kind: 'handed over',
      reason: isPlan ? 'its plan waits for a decision' : 'it asked something that nobody answered',
    };
  if (verdict === 'sent-back')
    return { kind: 'abandoned', reason: 'its plan was sent back and nothing followed' };
  if (verdict === 'denied') return { kind: 'abandoned', reason: 'a call was refused and nothing followed' };
  if (verdict === 'dismissed')
    return { kind: 'abandoned', reason: `its ${isPlan ? 'plan' : 'question'} was dismissed` };
  return { kind: 'cannot be told', reason: 'the record ends after a decision, without a last word' };
}

function byCall({ outcome }: Tail): Omit<BriefOutcome, 'sequence'> {
  switch (outcome) {
    case 'running':
      return { kind: 'cannot be told', reason: 'the record ends while a call was running' };
    case 'interrupted':
      return { kind: 'abandoned', reason: 'its last call was interrupted and nothing followed' };
    case 'denied':
      return { kind: 'abandoned', reason: 'its last call was refused and nothing followed' };
    case 'error':
      return { kind: 'failed', reason: 'its last call failed and nothing followed' };
    default:
      return { kind: 'cannot be told', reason: 'the record ends after a call, without a last word' };
  }
}

/** “Would you like me to …?” after the work is done is politeness. */
const offers =
  /\b(?:would you like|do you want|want me to|like me to|anything else|let me know|shall i also|should i also)\b/i;

function byReply({ text, sequence }: Tail, { changed, open, proved }: Ended): BriefOutcome {
  const red = proved.checks.find(({ state }) => state === 'failed');
  if (red)
    return {
      kind: 'handed over',
      reason: `the last run of the ${names[red.of]} failed`,
      sequence: red.run.sequence,
    };
  if (open.plan) {
    const { left, total } = open.plan;
    return {
      kind: 'handed over',
      reason: `${left.total} of ${total} steps of its plan are open`,
      sequence: open.plan.sequence,
    };
  }
  const hasChanged = changed.files.total > 0 || changed.commits.total > 0;
  const last = lastLine(text);
  if (last.endsWith('?') && !(hasChanged && offers.test(last.slice(-300))))
    return { kind: 'handed over', reason: 'it ended with a question', sequence };
  if (!hasChanged) return { kind: 'finished', reason: 'it answered; no file was changed', sequence };
  const tests = proved.checks.find(({ of }) => of === 'tests');
  if (tests?.state === 'edited' && tests.run.result === 'failed')
    return {
      kind: 'cannot be told',
      reason: 'the tests failed, files were changed since, and no run was recognised after that',
      sequence: tests.run.sequence,
    };
  return { kind: 'finished', ...checkedBy(tests, sequence) };
}

const names = { tests: 'tests', build: 'build', lint: 'linter', types: 'type checker' } as const;

function checkedBy(
  tests: StandingCheck | undefined,
  sequence: number,
): Pick<BriefOutcome, 'reason' | 'sequence'> {
  if (!tests) return { reason: 'files were changed; no test run was recognised', sequence };
  const at = { sequence: tests.run.sequence };
  switch (tests.state) {
    case 'passed':
      return { reason: 'tests pass', ...at };
    case 'partly':
      return { reason: 'a part of the tests passes', ...at };
    case 'edited':
      return { reason: 'files were changed after the last tests', ...at };
    case 'not-run':
      return { reason: 'the tests could not start', ...at };
    default:
      return { reason: 'whether the tests passed cannot be told', ...at };
  }
}

/** Without what closes it: quotes, brackets, the marks of Markdown. */
function lastLine(text: string): string {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  let end = line.length;
  while (end > 0 && '*_`"”’)] '.includes(line[end - 1] ?? '')) end--;
  return line.slice(0, end);
}
