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

const ofBranches =
  /^git (?:log|diff|show|checkout|switch|merge|rebase|fetch|worktree|branch|push|pull|cherry)\b/;
const branch = /^(?!-)[\w.-]{1,60}(?:\/[\w.-]{1,60}){0,4}$/;

/** `docker compose up --build`, `docker buildx bake`. */
const builds =
  /^(?:docker|podman|docker-compose|nerdctl|buildah|kaniko)\b.{0,120}(?:\bbuild\b|--build\b|\bbake\b)/;

/** Other versions of what is there already. */
const upgrades =
  /^(?:npm-check-updates|ncu)\b.{0,60} -\w{0,3}u|^npx (?:--yes |-y )?(?:npm-check-updates|ncu)\b.{0,60} -\w{0,3}u|^(?:npm|pnpm) (?:up|update|upgrade|audit fix)\b|^yarn (?:up|upgrade)\b|^bun update\b|^cargo (?:update|upgrade)\b|^go get -u|^pip3? install .{0,60}(?:-U|--upgrade)\b|^(?:poetry|pdm|bundle|composer|mix deps\.|conda|uv) ?(?:update|upgrade)\b|^uv (?:lock|sync) .{0,60}(?:-U|--upgrade)\b|^mix deps\.update\b|^swift package update\b|^flutter pub upgrade\b|^dart pub upgrade\b/;

/** Where a run was: in which tree, and on which branch where the session chose it; else empty. */
interface Place {
  tree: number;
  branch: string;
}

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
  /** Where other versions of what the program needs were put in place. */
  #upgradedAt = -1;
  /** Where an image was built last. */
  #imageAt = -1;
  #isUnmounted = false;
  #told: { sequence: number; path: string } | undefined;
  /** Somebody has written to a file of the repository, or may have. */
  #hasWritten = false;
  readonly #tree: Tree;
  /** The session itself has checked a branch out. */
  #hasChosen = false;
  readonly #branches = new Set<string>();
  /** The trees of the call that is heard, one after the other. */
  #placesOfCall: { sequence: number; places: Place[] } = { sequence: -1, places: [] };
  readonly #placeOf = new WeakMap<Run, Place>();

  /** `branch`: what is checked out at the beginning, where that is known. */
  constructor(branch?: string) {
    this.#tree = new Tree(branch);
  }

  hear(act: Act): void {
    switch (act.kind) {
      case 'run':
        this.#placeOf.set(act, this.#placeAt(act));
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
          const { places } = this.#placesAt(act.sequence);
          this.#tree.hear(act.move);
          this.#hasChosen ||= act.move.what === 'to';
          places.push(this.#here);
        }
        this.#keepBranches(act.line);
        if (upgrades.test(act.line) && act.isOk !== false) this.#upgradedAt = act.sequence;
        if (builds.test(act.line) && act.isOk !== false) this.#imageAt = act.sequence;
        return;
      case 'made':
        // What a sub-agent says that it wrote.
        if (act.isTold) this.#hasWritten = true;
        return;
      case 'unmounted':
        this.#isUnmounted = true;
        return;
      case 'told':
        this.#hasWritten = true;
        this.#told = act;
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

  get #here(): Place {
    return { tree: this.#tree.now, branch: this.#hasChosen ? this.#tree.name : '' };
  }

  #placesAt(sequence: number): { places: Place[] } {
    if (this.#placesOfCall.sequence !== sequence) this.#placesOfCall = { sequence, places: [this.#here] };
    return this.#placesOfCall;
  }

  /** In `npm test && git rebase main` the tests saw the tree as it was before. */
  #placeAt({ sequence, movesBefore }: Run): Place {
    if (movesBefore === undefined) return this.#here;
    return this.#placesAt(sequence).places[movesBefore] ?? this.#here;
  }

  /** `git log origin/feature/vouchers`. */
  #keepBranches(line: string): void {
    if (!ofBranches.test(line) || this.#branches.size > maxKept) return;
    for (const word of line.split(' -- ')[0]?.split(' ').slice(2, 20) ?? [])
      if (branch.test(word) && !/\.[a-z]{1,5}$/.test(word)) this.#branches.add(word.replace(/^origin\//, ''));
  }

  course(isContinued: boolean): Course {
    const mayHaveRun = this.#mayHaveRun || !this.#hasEdited;
    const isKnown = this.runs.some(({ result }) => result === 'passed' || result === 'failed');
    const mayBeSeen = this.#hasEdited && !this.#hasScript && isKnown;
    const now = this.#tree.now;
    const isMoved = (run: Run): boolean => (this.#placeOf.get(run)?.tree ?? now) !== now;
    const branchOf = (run: Run): string => this.#placeOf.get(run)?.branch ?? '';
    const { runs } = this;
    const shown = { runs, edits: this.#edits, base: this.#base, branches: this.#branches, told: this.#told };
    const since = { imageAt: this.#imageAt, upgradedAt: this.#upgradedAt, isUnmounted: this.#isUnmounted };
    return {
      ...shown,
      ...since,
      promptedAt: this.#promptedAt,
      isMoved,
      branchOf,
      mayHaveRun,
      mayBeSeen,
      isContinued,
    };
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
