import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { createSessionFold, type SessionFacts, type SessionFoldState } from '@debrief/links';
import type { Written } from '@debrief/transcript';
import type { FactsStep } from './port.ts';

export const packFacts = (facts: SessionFacts): Uint8Array => zstdCompressSync(JSON.stringify(facts));

export const unpackFacts = (body: Uint8Array): SessionFacts =>
  JSON.parse(zstdDecompressSync(body).toString()) as SessionFacts;

/** Collects what links are concluded from, beside the fold of the transcript. */
export class FactsFold {
  readonly #fold;
  #files = 0;
  #pulls = 0;
  #stored = '';
  /** Whether something came that may change the facts; packing them takes long in a long session. */
  #isDue = true;

  constructor(state: SessionFoldState | undefined) {
    this.#fold = createSessionFold(state);
  }

  feed(written: Written): void {
    this.#fold.feed(written);
    this.#isDue ||= written.edits.length > 0 || written.entries.some(({ part }) => mayTell(part));
  }

  state(): SessionFoldState {
    return this.#fold.state();
  }

  /** What is to be stored with this step. */
  step(subject: { repoRoot: string | null; startedAt: number }): FactsStep | undefined {
    if (!this.#isDue) return undefined;
    this.#isDue = false;
    const facts = this.#fold.facts();
    const { lines, edits, files, commits, pullRequests, from, to } = facts;
    const sizes = [lines.length, edits.length, files.length, commits.length, pullRequests.length];
    const isEmpty = edits.length + commits.length + pullRequests.length === 0;
    const print = [...sizes, from, to].join(' ');
    if (isEmpty || print === this.#stored) return undefined;
    this.#stored = print;
    const step: FactsStep = {
      fromAt: timeOf(from) ?? subject.startedAt,
      toAt: timeOf(to) ?? subject.startedAt,
      facts: packFacts(facts),
      files: files.slice(this.#files).flatMap(({ path, first }) => {
        const relative = relativePath(path, subject.repoRoot);
        const sequence = edits[first]?.sequence ?? 0;
        return relative === undefined || sequence < 1 ? [] : [{ path: relative, sequence }];
      }),
      pulls: pullRequests.slice(this.#pulls).filter(({ sequence }) => sequence >= 1),
    };
    this.#files = files.length;
    this.#pulls = pullRequests.length;
    return step;
  }
}

/** Calls edit files, print commits and open pull requests; notices name pull requests. */
const mayTell = (part: Written['entries'][number]['part']): boolean =>
  part.kind === 'tool' || part.kind === 'notice' || 'outcome' in part;

const timeOf = (time: string | undefined): number | undefined => {
  const at = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isFinite(at) && at >= 0 ? at : undefined;
};

/** A path as the repository names it; undefined for what lies outside of it, or is no text a database takes. */
export function relativePath(path: string, root: string | null): string | undefined {
  const slashed = path.replaceAll('\\', '/');
  const folder = root?.replaceAll('\\', '/').replace(/(?<!\/)\/+$/, '');
  const inside =
    folder !== undefined && slashed.startsWith(`${folder}/`) ? slashed.slice(folder.length + 1) : slashed;
  const plain = inside.replace(/^(?:\.\/)+/, '');
  const isOutside = plain.startsWith('/') || /^[a-z]:\//i.test(plain) || plain.startsWith('../');
  if (plain === '' || isOutside || plain.length > 4096 || /\p{Cc}/u.test(plain)) return undefined;
  return plain.toWellFormed();
}
