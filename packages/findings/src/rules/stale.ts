import type { CheckKind, Edit } from '../acts/act.ts';
import { outdatesTests } from '../file.ts';

/** Written by commands, and read by no test: what a run printed, a list, a report. */
const leftovers =
  /\.(?:log|txt|out|err|csv|tsv|html|xml|tmp|diff|patch|pid|png|jpg|svg|jsonl|ndjson)$|(?:^|\/)\.(?:git|cache|tmp)\//i;

/** Nothing of the repository is there. */
const temporary =
  /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/|[\\/]AppData[\\/]Local[\\/]Temp[\\/]/i;

/** Settings of the forge and of editors; what runs is not changed by them. */
const beside =
  /(?:^|\/)(?:\.github|\.gitlab|\.vscode|\.idea|\.claude|\.codex|\.cursor|\.beads|\.changeset)\/|(?:^|\/)(?:\.gitignore|\.gitattributes|\.editorconfig|LICENSE)$/;

interface Outcomes {
  lint: boolean;
  others: boolean;
}

/** Every claim and every commit asks it of all edits before. */
const known = new WeakMap<Edit, Outcomes>();

/** Whether a run of that kind may come out otherwise after this edit. */
export function changesOutcome(edit: Edit, of: CheckKind): boolean {
  let outcomes = known.get(edit);
  if (!outcomes) {
    outcomes = { lint: isReadBy(edit, 'lint'), others: isReadBy(edit, 'tests') };
    known.set(edit, outcomes);
  }
  return of === 'lint' ? outcomes.lint : outcomes.others;
}

function isReadBy(edit: Edit, of: 'lint' | 'tests'): boolean {
  if (edit.isOutside || temporary.test(edit.path) || beside.test(edit.path)) return false;
  // Linters read documents, too.
  if (!outdatesTests(edit.file) && !(of === 'lint' && edit.file === 'document')) return false;
  if (edit.isSoft && leftovers.test(edit.path)) return false;
  // A comment or a suppression changes what a linter says, and nothing else.
  return !edit.isCosmetic || of === 'lint';
}

/** Edits without those that a later one of them took back to the letter, and without that one. */
export function standing(edits: readonly Edit[]): Edit[] {
  const left = new Set<Edit>();
  /** By what takes them back. */
  const open = new Map<string, Edit[]>();
  for (const edit of edits) {
    const { path, sides } = edit;
    if (!sides) {
      left.add(edit);
      continue;
    }
    const [before, after] = sides;
    const undone = open.get(`${before} ${after} ${path}`)?.pop();
    if (undone) {
      left.delete(undone);
      continue;
    }
    left.add(edit);
    const reverse = `${after} ${before} ${path}`;
    const same = open.get(reverse);
    if (same) same.push(edit);
    else open.set(reverse, [edit]);
  }
  return [...left];
}
