import type { Act, CheckKind, Edit, Run } from '../acts/act.ts';
import { Tree } from '../state/tree-move.ts';
import type { Course } from './checked-claim.ts';
import { changesOutcome } from './stale.ts';

const testLike = /(?:^|[\s/:_.-])(?:tests?|specs?|checks?|verify|ci|e2e|smoke|suite)(?:$|[\s/:_.-])/i;
/** Tests that a build was told to leave out. */
const leftOut =
  /(?:-x|--exclude-task) \S{0,40}|-DskipTests\S{0,10}|-Dmaven\.test\.skip\S{0,10}|--(?:no|skip)-tests?\b|\btest(?= .{0,60}--no-run)/g;
/** Only what happened shortly before a claim is looked at one by one. */
const maxKept = 200;

/** What has happened before the next claim. */
export class Before {
  readonly runs: Run[] = [];
  readonly #edits: Edit[] = [];
  readonly #base: Run[] = [];
  #hasEdited = false;
  #mayHaveRun = false;
  /** Something ran that may have called any program. */
  #hasScript = false;
  #promptedAt = -1;
  /** Somebody has written to a file of the repository, or may have. */
  #hasWritten = false;
  readonly #tree: Tree;
  /** The trees of the call that is heard, one after the other. */
  #treesOfCall: { sequence: number; trees: number[] } = { sequence: -1, trees: [] };
  readonly #treeOf = new WeakMap<Run, number>();

  /** `branch`: what is checked out at the beginning, where that is known. */
  constructor(branch?: string) {
    this.#tree = new Tree(branch);
  }

  hear(act: Act): void {
    switch (act.kind) {
      case 'run':
        this.#treeOf.set(act, this.#treeAt(act));
        if ((!this.#hasWritten || act.isOfBase) && act.from !== 'pasted') keep(this.#base, act);
        // A run of the state before the edits says nothing of the work.
        if (act.isOfBase && this.#hasEdited) return;
        keep(this.runs, act);
        if (act.isOneOff) return;
        if ((act.of === 'tests' && act.from !== 'pasted') || act.from === 'subagent') this.#mayHaveRun = true;
        return;
      case 'edit':
        keep(this.#edits, act);
        if (changesOutcome(act, 'tests')) this.#hasEdited = true;
        if (!act.isOutside && !act.isTemporary) this.#hasWritten = true;
        return;
      case 'command':
        if (act.move && act.lane === undefined) {
          const { trees } = this.#treesAt(act.sequence);
          this.#tree.hear(act.move);
          trees.push(this.#tree.now);
        }
        return;
      case 'made':
        // What a sub-agent says that it wrote.
        if (act.isTold) this.#hasWritten = true;
        return;
      case 'prompt':
        this.#promptedAt = act.sequence;
        return;
      case 'script':
        this.#hasScript = true;
        this.#mayHaveRun ||= testLike.test(act.line.replace(leftOut, ' '));
        return;
      case 'step':
        if (act.tool === 'mcp' || act.tool === 'task' || act.outcome === 'unknown') this.#hasScript = true;
        this.#mayHaveRun ||= (act.tool === 'mcp' || act.tool === 'task') && testLike.test(act.mark);
    }
  }

  #treesAt(sequence: number): { trees: number[] } {
    if (this.#treesOfCall.sequence !== sequence) this.#treesOfCall = { sequence, trees: [this.#tree.now] };
    return this.#treesOfCall;
  }

  /** In `npm test && git rebase main` the tests saw the tree as it was before. */
  #treeAt({ sequence, movesBefore }: Run): number {
    if (movesBefore === undefined) return this.#tree.now;
    return this.#treesAt(sequence).trees[movesBefore] ?? this.#tree.now;
  }

  course(isContinued: boolean): Course {
    const mayHaveRun = this.#mayHaveRun || !this.#hasEdited;
    const isKnown = this.runs.some(({ result }) => result === 'passed' || result === 'failed');
    const mayBeSeen = this.#hasEdited && !this.#hasScript && isKnown;
    const now = this.#tree.now;
    const isMoved = (run: Run): boolean => (this.#treeOf.get(run) ?? now) !== now;
    const { runs } = this;
    return { runs, edits: this.#edits, base: this.#base, isMoved, mayHaveRun, mayBeSeen, isContinued };
  }

  /** The last that was looked at is what CI says. */
  get isLastOfCi(): boolean {
    return this.runs.at(-1)?.from === 'ci';
  }

  /** What “everything” is: the tests, where there were any since the person last spoke, or before what was edited since. */
  get kindOfAll(): CheckKind | undefined {
    const own = this.runs.filter(({ from, isOneOff }) => from !== 'pasted' && !isOneOff);
    const since = own.filter(({ sequence }) => sequence > this.#promptedAt);
    const isEdited = this.#edits.some(
      (edit) => edit.sequence > this.#promptedAt && changesOutcome(edit, 'tests'),
    );
    const meant = since.length > 0 || !isEdited ? since : own;
    return meant.findLast(({ of }) => of === 'tests')?.of ?? since.at(-1)?.of;
  }
}

/** The newest ones; the list is cut now and then, not with every one. */
function keep<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > 2 * maxKept) items.splice(0, items.length - maxKept);
}
