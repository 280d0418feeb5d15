import { createFold, type Summary } from '@debrief/transcript';
import type { Brief } from '../brief/brief.ts';
import { createBriefFold } from '../brief/fold.ts';
import { createFindingsFold } from '../fold.ts';
import { heardBy } from '../heard-by.ts';
import type { RecordedSession } from './corpus.ts';

export interface Briefed {
  brief: Brief;
  title: string;
  summary: Summary;
}

/** As the server does it. */
export function briefedSession({ agent, events }: Pick<RecordedSession, 'agent' | 'events'>): Briefed {
  const findings = createFindingsFold({ agent, facts: () => fold.facts() });
  const brief = createBriefFold();
  const fold = createFold(agent, undefined, undefined, undefined, heardBy(findings, brief));
  fold.feed(events);
  const context = { isEnded: true };
  const judgement = findings.judge(context);
  const summary = fold.summary();
  return {
    brief: brief.brief({
      summary,
      judgement,
      findings: judgement.findings,
      proof: findings.proof(context),
    }),
    title: summary.title ?? '',
    summary,
  };
}
