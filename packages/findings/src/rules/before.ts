import type { Act, Edit, Run } from '../acts/act.ts';
import type { Course } from './checked-claim.ts';
import { changesOutcome } from './stale.ts';

const testLike = /(?:^|[\s/:_.-])(?:tests?|specs?|checks?|verify|ci|e2e|smoke|suite)(?:$|[\s/:_.-])/i;
/** Only what happened shortly before a claim is looked at one by one. */
const maxKept = 200;

/** What has happened before the next claim. */
export class Before {
  readonly runs: Run[] = [];
  readonly #edits: Edit[] = [];
  readonly #base: Run[] = [];
  #hasEdited = false;
  #mayHaveRun = false;
  #isStashed = false;
  #stashedAt = -1;

  hear(act: Act): void {
    switch (act.kind) {
      case 'run':
        keep(this.runs, act);
        // In one call, `git stash && npm test; git stash pop` puts away, runs and brings back.
        if (
          (!this.#hasEdited || this.#isStashed || this.#stashedAt === act.sequence) &&
          act.from !== 'pasted'
        )
          keep(this.#base, act);
        if (act.of === 'tests' || act.from === 'subagent') this.#mayHaveRun = true;
        return;
      case 'edit':
        keep(this.#edits, act);
        if (changesOutcome(act, 'tests')) this.#hasEdited = true;
        return;
      case 'command':
        if (/^git stash(?:$| (?:push|save|-))/.test(act.line)) {
          this.#isStashed = true;
          this.#stashedAt = act.sequence;
        }
        if (/^git stash (?:pop|apply)/.test(act.line)) this.#isStashed = false;
        return;
      case 'script':
        this.#mayHaveRun ||= testLike.test(act.line);
        return;
      case 'step':
        this.#mayHaveRun ||= (act.tool === 'mcp' || act.tool === 'task') && testLike.test(act.mark);
    }
  }

  course(isContinued: boolean): Course {
    const mayHaveRun = this.#mayHaveRun || !this.#hasEdited;
    return { runs: this.runs, edits: this.#edits, base: this.#base, mayHaveRun, isContinued };
  }
}

/** The newest ones; the list is cut now and then, not with every one. */
function keep<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > 2 * maxKept) items.splice(0, items.length - maxKept);
}
