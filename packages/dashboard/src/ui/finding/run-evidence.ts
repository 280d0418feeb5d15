import type { CheckedClaim, RunEvidence } from '@debrief/contract';

const outputs: Record<RunEvidence['output'], string> = {
  whole: 'whole output',
  cut: 'output cut',
  away: 'output not shown',
  file: 'output sent to a file',
  running: 'no end recorded',
  killed: 'stopped before its end',
};

const sources: Record<RunEvidence['from'], string | undefined> = {
  session: undefined,
  hook: 'in a git hook',
  subagent: 'by a sub-agent',
  pasted: 'pasted by the person',
  ci: 'fetched from CI',
};

const results: Record<RunEvidence['result'], string> = {
  passed: 'passed',
  failed: 'failed',
  unknown: 'result not known',
  'not run': 'did not run',
};

/** What a run shows and what it does not: never only that it passed. */
export function runEvidenceText(run: RunEvidence): string[] {
  const { result, output, scope, suite, from, edits, passed, failed } = run;
  const counts = [passed !== undefined && `${passed} passed`, failed ? `${failed} failed` : undefined].filter(
    Boolean,
  );
  return [
    counts.length > 0 && result !== 'unknown' ? counts.join(', ') : results[result],
    outputs[output],
    scope === 'part' ? `only ${suite ?? 'a part'}` : undefined,
    sources[from],
    edits > 0 ? `${edits} ${edits === 1 ? 'edit' : 'edits'} since` : 'no edit recorded since',
  ].filter((one): one is string => one !== undefined);
}

/** “Proven by #143”: the verdict with the run it rests on. */
export const verdictText = (
  { support, run }: Pick<CheckedClaim, 'support' | 'run'>,
  short: string,
): string => {
  if (!run) return short;
  if (support === 'supported') return `Proven by #${run.sequence}`;
  return support === 'contradicted' ? `Contradicted by #${run.sequence}` : short;
};
