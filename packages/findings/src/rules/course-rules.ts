import type { Step } from '../acts/act.ts';
import { type Draft, draft, only, type Whole } from './draft.ts';

/** Rules about how the session went. */
export function courseRules({ acts, isEnded }: Whole): Draft[] {
  const found: Draft[] = [];
  const steps = acts.filter(only('step'));
  found.push(...repeated(steps));
  const compactions = acts.filter(only('compaction'));
  const third = compactions[2];
  if (third)
    found.push(
      draft(
        'context.lost',
        'low',
        third,
        'compaction',
        `The conversation was compacted ${compactions.length} times.`,
        [],
        { times: compactions.length },
      ),
    );
  if (!isEnded) return found;
  const plan = acts.findLast(only('plan'));
  if (plan?.open)
    found.push(
      draft(
        'plan.unfinished',
        'low',
        plan,
        'plan',
        `The last plan has ${plan.open} open ${plan.open === 1 ? 'item' : 'items'}.`,
        [{ sequence: plan.sequence, label: 'plan' }],
        { open: plan.open },
      ),
    );
  const last = acts.findLast(
    (act) => act.kind === 'step' || act.kind === 'question' || act.kind === 'claim' || act.kind === 'prompt',
  );
  if (last?.kind === 'question')
    found.push(draft('end.abrupt', 'low', last, 'end', 'The session ends with a question nobody answered.'));
  else if (last?.kind === 'step' && (last.outcome === 'denied' || last.outcome === 'error')) {
    found.push(
      draft(
        'end.abrupt',
        'low',
        last,
        'end',
        `The session ends with a call that ${last.outcome === 'denied' ? 'was refused' : 'failed'}.`,
      ),
    );
  }
  return found;
}

/** Asking again and again whether something is ready is no loop. */
const polls = /\b(?:sleep|watch|wait|checks|status|curl|run view|poll|health|logs?|ping)\b/i;

function repeated(steps: readonly Step[]): Draft[] {
  const found: Draft[] = [];
  let same: Step[] = [];
  let errors: Step[] = [];
  const flush = () => {
    const [first] = same;
    if (first && same.length >= 3) {
      found.push(
        draft(
          'loop.same',
          same.length >= 5 && !polls.test(String(first.mark)) ? 'medium' : 'low',
          first,
          String(first.mark),
          `The same call failed ${same.length} times in a row.`,
          [{ sequence: first.sequence, label: 'first failure' }],
          { times: same.length },
        ),
      );
    }
    const [begin] = errors;
    if (begin && errors.length >= 5 && same.length < errors.length) {
      found.push(
        draft(
          'loop.errors',
          'low',
          begin,
          `errors ${begin.sequence}`,
          `${errors.length} calls in a row failed.`,
          [],
          { times: errors.length },
        ),
      );
    }
  };
  for (const step of steps) {
    if (step.outcome === 'error') {
      errors.push(step);
      if (same[0] && same[0].mark !== step.mark) same = [];
      same.push(step);
      continue;
    }
    flush();
    same = [];
    errors = [];
  }
  flush();
  return found;
}
