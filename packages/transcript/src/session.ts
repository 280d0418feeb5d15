import { clip } from './json.ts';
import { headline, isTold } from './reading/title.ts';

/** Where a title came from; a higher rank wins, within a rank the last said (prompts and plans: the first said). */
export const titleRanks = { command: 0, prompt: 1, plan: 2, generated: 3, custom: 4 } as const;
export type TitleRank = keyof typeof titleRanks;

const maxTold = 12;

/** What the records say about the session itself. */
export interface SessionFacts {
  agentSessionId?: string;
  cwd?: string;
  branch?: string;
  repository?: string;
  agentVersion?: string;
}

export interface SavedSession {
  facts: SessionFacts;
  title: { text: string; rank: TitleRank } | null;
  /** Titles it had so far, and how its first prompts begin: whoever opened the session may have called it one of them. */
  told?: string[];
  models: string[];
  startedAt: string | null;
  endedAt: string | null;
}

export class GatheredSession {
  readonly saved: SavedSession;
  readonly #seen: Set<string>;

  constructor(saved?: SavedSession) {
    this.saved = saved ?? { facts: {}, title: null, models: [], startedAt: null, endedAt: null };
    this.#seen = new Set(this.saved.models);
  }

  learn(facts: { [K in keyof SessionFacts]: SessionFacts[K] | undefined }): void {
    for (const [key, value] of Object.entries(facts)) {
      if (value !== undefined && value !== '') this.saved.facts[key as keyof SessionFacts] = value;
    }
  }

  title(text: string, rank: TitleRank): void {
    // What a person or an agent calls it is a title; of a prompt or a plan only a line is one.
    const line = rank === 'prompt' || rank === 'plan' ? headline(text) || clip(text, 200) : clip(text, 200);
    if (line === '') return;
    this.#tell(line);
    this.#tell(clip(text, 200));
    const old = this.saved.title;
    const better = old === null || titleRanks[rank] > titleRanks[old.rank];
    const again = old !== null && rank === old.rank && titleRanks[rank] >= titleRanks.generated;
    if (better || again) this.saved.title = { text: line, rank };
  }

  isTold(title: string): boolean {
    return isTold(title, this.saved.told ?? []);
  }

  #tell(line: string): void {
    this.saved.told ??= [];
    const { told } = this.saved;
    if (told.length < maxTold && !told.includes(line)) told.push(line);
  }

  model(name: string): void {
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    this.saved.models.push(name);
  }

  at(time: string): void {
    const { startedAt, endedAt } = this.saved;
    if (startedAt === null || time < startedAt) this.saved.startedAt = time;
    if (endedAt === null || time > endedAt) this.saved.endedAt = time;
  }
}
