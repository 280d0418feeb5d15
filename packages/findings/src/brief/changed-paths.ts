import type { Draft, FileChange, Tool } from '@debrief/transcript';
import { scriptOf } from '../acts/shell.ts';
import { type Listed, shown } from './brief.ts';

/** JSON through and through. */
export interface SavedChangedPaths {
  /** Where each file was first changed. */
  first: [path: string, sequence: number][];
  pullRequests: { sequence: number; url: string }[];
  pullRequestTotal: number;
  /** Calls that open one, until their answer is there. */
  opening: string[];
}

const max = { paths: 500, path: 400, pullRequests: 20, output: 20_000, opening: 20 };
const opensPullRequest =
  /\b(?:pr|mr) create\b|\bhub pull-request\b|create_?pull_?request|create_?merge_?request/i;
const address =
  /https:\/\/[\w.-]{1,200}(?::\d{1,5})?\/[\w./~-]{1,300}?\/(?:pull|-\/merge_requests|merge_requests|pull-requests)\/\d{1,10}(?!\d)/;

/** Where files were changed first, and the pull requests that calls opened. */
export class ChangedPaths {
  readonly #first: Map<string, number>;
  readonly #pullRequests: { sequence: number; url: string }[];
  readonly #opening: Set<string>;
  #total: number;

  constructor(saved?: SavedChangedPaths) {
    this.#first = new Map(saved?.first);
    this.#pullRequests = saved?.pullRequests.map((one) => ({ ...one })) ?? [];
    this.#opening = new Set(saved?.opening);
    this.#total = saved?.pullRequestTotal ?? 0;
  }

  /** `patch` is what a later record brought: the command of a call is not kept until its answer. */
  hear(sequence: number, call: Tool, patch: Partial<Draft> = call): void {
    const { input, output } = patch as { input?: unknown; output?: string };
    if (input !== undefined && opensPullRequest.test(lineOf(call, input))) this.#expect(call.id);
    if (call.outcome !== 'ok' && call.outcome !== 'unknown') return;
    for (const { path, movedTo } of call.changes ?? []) this.#note(movedTo ?? path, sequence);
    if (output !== undefined && this.#opening.has(call.id)) this.#opened(sequence, output);
  }

  sequenceOf(path: string): number | undefined {
    return this.#first.get(path.slice(-max.path));
  }

  pullRequests(): Listed<{ sequence: number; url: string }> {
    return { items: this.#pullRequests.slice(-shown.pullRequests), total: this.#total };
  }

  save(): SavedChangedPaths {
    return {
      first: [...this.#first],
      pullRequests: this.#pullRequests,
      pullRequestTotal: this.#total,
      opening: [...this.#opening],
    };
  }

  #expect(id: string): void {
    this.#opening.add(id);
    const [oldest] = this.#opening;
    if (this.#opening.size > max.opening && oldest !== undefined) this.#opening.delete(oldest);
  }

  #opened(sequence: number, output: string): void {
    const [url] = address.exec(output.slice(-max.output)) ?? [];
    if (url === undefined || this.#pullRequests.some((one) => one.url === url)) return;
    this.#total++;
    if (this.#pullRequests.length < max.pullRequests) this.#pullRequests.push({ sequence, url });
  }

  #note(path: FileChange['path'], sequence: number): void {
    const key = path.slice(-max.path);
    if (!this.#first.has(key) && this.#first.size < max.paths) this.#first.set(key, sequence);
  }
}

/** The name of the call and its command; a title of 200 characters may end before `gh pr create`. */
const lineOf = ({ name, title }: Tool, input: unknown): string =>
  `${name} ${title} ${(scriptOf(input) ?? '').slice(0, 4000)}`;
