import type { SubmittedEvent } from '@debrief/contract';
import { type Brief, createBriefFold, createFindingsFold, type Judgement } from '@debrief/findings';
import { createFold } from '@debrief/transcript';

export interface JudgedSession extends Judgement {
  title: string | undefined;
  /** Whether anything that a person or the agent did could be read. */
  isRead: boolean;
}

/** The findings of a session as the server comes to them: the same events, the same fold, the same folder. */
export class SessionJudge {
  readonly #fold: ReturnType<typeof createFold>;
  readonly #findings: ReturnType<typeof createFindingsFold>;
  readonly #brief = createBriefFold();
  #sequence = 0;
  #isRead = false;

  constructor(agentId: string, repoRoot: string | undefined) {
    const findings = createFindingsFold({
      root: repoRoot?.replace(/\/$/, '') || undefined,
      agent: agentId,
      facts: () => this.#fold.facts(),
    });
    this.#findings = findings;
    this.#fold = createFold(agentId, undefined, undefined, undefined, {
      ...findings,
      added: (entry, place) => {
        this.#isRead ||= doings.has(entry.kind);
        findings.added(entry, place);
        this.#brief.added(entry, place);
      },
      changed: (entry, patch, appended) => {
        findings.changed(entry, patch, appended);
        this.#brief.changed(entry, patch, appended);
      },
      retracted: (lane, from) => {
        findings.retracted(lane, from);
        this.#brief.retracted(lane, from);
      },
    });
  }

  feed({ eventType, payload }: SubmittedEvent): void {
    this.#fold.feed([{ sequence: ++this.#sequence, eventType, payload }]);
  }

  brief(): Brief {
    const context = { isEnded: true };
    const judgement = this.#findings.judge(context);
    return this.#brief.brief({
      summary: this.#fold.summary(),
      judgement,
      findings: judgement.findings,
      proof: this.#findings.proof(context),
    });
  }

  judge(): JudgedSession {
    const title = this.#fold.summary().title ?? undefined;
    return { ...this.#findings.judge({ isEnded: true }), title, isRead: this.#isRead };
  }
}

const doings: ReadonlySet<string> = new Set([
  'prompt',
  'reply',
  'reasoning',
  'tool',
  'subagent',
  'decision',
  'plan',
]);
