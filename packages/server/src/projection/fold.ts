import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  type Brief,
  type BriefFold,
  createBriefFold,
  createFindingsFold,
  type FindingsFold,
  heardBy,
  type Judgement,
} from '@debrief/findings';
import { failuresIn } from '@debrief/lessons';
import { createFold, type Fold, type PriceList, type Written } from '@debrief/transcript';
import type { LoggedEvent } from '../domain/session/log-ports.ts';
import type { Figures } from '../domain/session/statistics.ts';
import { requestRow } from './family/request.ts';
import { fingerprint, openFindings, type StoredJudgement, storedJudgement } from './findings/judgement.ts';
import type { Terms } from './findings/terms.ts';
import { workMeasures } from './insights/work.ts';
import { LeakCount } from './leak.ts';
import { FactsFold } from './links/facts.ts';
import { eventDigest } from './model/lineage.ts';
import type { FoldStep, Saved, SavedState, Subject } from './port.ts';
import { briefPage } from './reading/brief.ts';
import { type StoredPage, unpackItems } from './reading/page.ts';
import { type PageSource, PageWriter } from './reading/writer.ts';
import { type Chunk, chunksOf, clean } from './search/chunk.ts';
import { figuresOf } from './statistics.ts';

/** A state this small is written at every step. */
const smallState = 8 * 1024;
/** A larger one after one event for so many of its bytes, so that writing it costs no more than reading on. */
const bytesPerEvent = 256;

export const packState = (state: SavedState): Uint8Array => zstdCompressSync(JSON.stringify(state));

export const unpackState = (body: Uint8Array): SavedState => JSON.parse(zstdDecompressSync(body).toString());

/** Thrown when the records themselves cannot be folded: no matter how often one tries. */
export class FoldFault extends Error {}

/** What a session comes to as it is judged now; what is as it was stored is absent. */
interface Judged {
  judgement: Judgement;
  compactions: number;
  findings: StoredJudgement | undefined;
  brief: Brief;
  page: StoredPage | undefined;
}

/** The fold of one session, kept in memory between the steps of a live one. */
export class SessionFold {
  readonly #fold: Fold;
  readonly #leaks: LeakCount;
  readonly #findings: FindingsFold;
  readonly #brief: BriefFold;
  readonly #links: FactsFold;
  readonly #pages = new PageWriter();
  /** Of the read model it was begun with. */
  readonly build: string;
  /** How often words had been taken out of the session then. */
  readonly redactions: number;
  #foldedTo: number | undefined;
  /** How far the fold has read; behind `foldedTo` just after it was loaded with an older state. */
  #readTo: number;
  #savedTo: number;
  #stateBytes: number;
  #title: string | null;
  #judgedIn = 0;
  /** As it was judged at the last step. A step that is not saved takes the whole fold with it. */
  #last: { judgement: Judgement; mark: string } | undefined;
  /** Fingerprint of the findings as they are stored. */
  #judged: string | undefined;
  /** The brief as it is stored. */
  #briefed: string | undefined;

  constructor(
    subject: Subject,
    saved: Saved | undefined,
    from: { to: number; state: SavedState } | undefined,
    prices?: PriceList,
  ) {
    this.build = subject.build;
    this.redactions = subject.redactions;
    this.#leaks = new LeakCount(from?.state.leaks);
    const root = subject.repoRoot?.replace(/\/$/, '') || undefined;
    this.#findings = createFindingsFold(
      { root, agent: subject.agentId, facts: () => this.#fold.facts() },
      from?.state.findings,
    );
    this.#brief = guarded(() => createBriefFold(from?.state.brief));
    const listener = heardBy(this.#findings, this.#brief);
    this.#fold = guarded(() =>
      createFold(subject.agentId, from?.state.fold, this.#leaks.look, prices, listener),
    );
    this.#links = guarded(() => new FactsFold(from?.state.links));
    this.#foldedTo = saved?.foldedTo;
    this.#readTo = from?.to ?? 0;
    this.#savedTo = this.#readTo;
    this.#stateBytes = 0;
    this.#title = saved?.title ?? null;
  }

  /** Read the log from here. */
  get readTo(): number {
    return this.#readTo;
  }

  /** Bytes of its state as it was last written; in memory it takes some thirty times as many. */
  get stateBytes(): number {
    return this.#stateBytes;
  }

  /** Characters of the pages it keeps between two steps. */
  get pageLength(): number {
    return this.#pages.keptLength;
  }

  /** Milliseconds that the last judgement took: it looks at the whole session, however little is new. */
  get judgedIn(): number {
    return this.#judgedIn;
  }

  get foldedTo(): number | undefined {
    return this.#foldedTo;
  }

  /** Takes the next events; the step has to be saved, and `keep` called, before the next one. */
  async step(
    subject: Subject,
    logged: readonly LoggedEvent[],
    source: PageSource,
    terms: Terms,
  ): Promise<FoldStep> {
    const { written, ...step } = this.#feed(subject, logged);
    await this.#pages.load(written, source);
    const pages = guarded(() => this.#pages.apply(written, step.to));
    const begun = performance.now();
    const judged = guarded(() => this.#judge(subject, step.to, terms));
    this.#judgedIn = performance.now() - begun;
    const figures = guarded(() => this.#figures(subject, judged?.brief));
    const work = guarded(() => this.#work(subject, figures, judged, terms));
    const title = this.#searchable(subject, figures.title);
    return {
      ...step,
      figures: JSON.stringify(figures),
      title: title === (this.#title ?? '') ? undefined : title,
      pages: judged?.page ? [...pages, judged.page] : pages,
      findings: judged?.findings,
      work,
    };
  }

  #work({ status }: Subject, figures: Figures, judged: Judged | undefined, terms: Terms) {
    if (!judged) return undefined;
    return workMeasures({ ...judged, figures, terms, isOver: status !== 'active' });
  }

  /** Nothing while it still reads what it had read before: half a session would be judged. */
  #judge(subject: Subject, to: number, { policy, settled }: Terms): Judged | undefined {
    if (this.#readTo < to) return undefined;
    const context = {
      policy,
      isEnded: subject.status !== 'active',
      isContinued: subject.continuesSessionId !== null,
    };
    const judgement = this.#findings.judge(context);
    // The same judgement under the same terms is stored already: what was heard since changes nothing.
    const isStored = judgement === this.#last?.judgement && subject.mark === this.#last.mark;
    this.#last = { judgement, mark: subject.mark };
    const stored = isStored
      ? undefined
      : storedJudgement(judgement, settled, {
          mark: subject.mark,
          foldedTo: to,
          failures: failuresIn(this.#findings.acts(policy).acts),
        });
    const summary = this.#fold.summary();
    const brief = this.#brief.brief({
      summary,
      judgement,
      findings: openFindings(judgement, settled),
      proof: this.#findings.proof(context),
    });
    const text = JSON.stringify(brief);
    return {
      judgement,
      compactions: summary.counts.compaction,
      findings: stored && fingerprint(stored) !== this.#judged ? stored : undefined,
      brief,
      page: text === this.#briefed ? undefined : briefPage(text, to),
    };
  }

  /** A title that somebody gave it stays; one that was taken from its records gives way to a better one. */
  #figures({ title, isRenamed }: Subject, brief: Brief | undefined): Figures {
    const { pending } = this.#fold.accounting();
    const isGiven = title !== null && (Boolean(isRenamed) || !this.#fold.isTold(title));
    const given = isGiven ? title : undefined;
    return figuresOf(this.#fold.summary(), { leaks: this.#leaks.list(), pending, brief, given });
  }

  #searchable(subject: Subject, derived: string | undefined): string {
    const titles = [subject.title, derived].filter((title) => title != null);
    return clean([...new Set(titles)].join(' · '));
  }

  #feed(
    subject: Subject,
    logged: readonly LoggedEvent[],
  ): Omit<FoldStep, 'pages' | 'findings' | 'figures' | 'title' | 'work'> & { written: Written } {
    return guarded(() => {
      const known = this.#foldedTo ?? 0;
      const events = logged.map(transcriptEvent);
      // What was folded before the state was loaded has been indexed and written already.
      const again = this.#fold.feed(events.filter(({ sequence }) => sequence <= known));
      this.#links.feed(again.written);
      const { search, written } = this.#fold.feed(events.filter(({ sequence }) => sequence > known));
      this.#links.feed(written);
      this.#readTo = events.at(-1)?.sequence ?? this.#readTo;
      const last = logged.at(-1);
      return {
        subject,
        from: this.#foldedTo,
        to: Math.max(this.#readTo, known),
        lastEvent: last && last.sequence >= known ? eventDigest(last) : undefined,
        state: this.#readTo >= known ? this.#stateIfDue() : undefined,
        chunks: chunksOf(search).filter(isWorthIndexing),
        links: this.#links.step(subject),
        requests: this.#fold.changedRequests().map((request) => requestRow(subject, request)),
        written,
      };
    });
  }

  keep(step: FoldStep): void {
    this.#foldedTo = step.to;
    if (step.title !== undefined) this.#title = step.title;
    if (step.findings) this.#judged = fingerprint(step.findings);
    const page = step.pages.findLast(({ kind }) => kind === 'brief');
    if (page) [this.#briefed] = unpackItems(page.body);
    if (!step.state) return;
    this.#savedTo = step.state.to;
    this.#stateBytes = step.state.body.byteLength;
  }

  #stateIfDue(): FoldStep['state'] {
    const fed = this.#readTo - this.#savedTo;
    if (this.#stateBytes >= smallState && fed * bytesPerEvent < this.#stateBytes) return undefined;
    const state = {
      fold: this.#fold.state(),
      leaks: this.#leaks.counts,
      findings: this.#findings.state(),
      brief: this.#brief.state(),
      links: this.#links.state(),
    };
    return { to: this.#readTo, body: packState(state) };
  }
}

const isWorthIndexing = ({ text }: Chunk): boolean => text !== '';

export const transcriptEvent = (event: LoggedEvent) => ({
  sequence: event.sequence,
  eventType: JSON.parse(event.type) as string,
  payload: JSON.parse(event.payload.toString()) as unknown,
  createdAt: new Date(event.at).toISOString(),
});

function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new FoldFault(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
