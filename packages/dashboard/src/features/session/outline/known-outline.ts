import type { Outline, TranscriptLane, Turn } from '@debrief/contract';

export const turnPageSize = 200;

/** The turns and lanes of a session as far as they were asked for, page by page. */
export class KnownOutline {
  totalTurns = 0;
  readonly turns = new Map<number, Turn>();
  readonly #turnOfPrompt = new Map<number, number>();
  readonly #pages = new Set<number>();
  readonly #laneOfEntry = new Map<string, TranscriptLane>();
  readonly #lanes = new Map<number, TranscriptLane>();

  take({ turns, totalTurns, lanes, from }: Pick<Outline, 'turns' | 'totalTurns' | 'lanes' | 'from'>): void {
    this.totalTurns = totalTurns;
    this.#pages.add(Math.floor(from / turnPageSize));
    for (const turn of turns) {
      this.turns.set(turn.turn, turn);
      if (turn.prompt) this.#turnOfPrompt.set(turn.prompt.index, turn.turn);
    }
    for (const lane of lanes) {
      this.#laneOfEntry.set(lane.entry, lane);
      this.#lanes.set(lane.lane, lane);
    }
  }

  /** Whether a page has to be asked for; from now on it counts as asked for. */
  claim(page: number): boolean {
    if (page < 0 || this.#pages.has(page)) return false;
    this.#pages.add(page);
    return true;
  }

  /** It could not be had; the next who wants it asks again. */
  release(page: number): void {
    this.#pages.delete(page);
  }

  get lastPage(): number {
    return Math.max(0, Math.floor((this.totalTurns - 1) / turnPageSize));
  }

  /** The turn that begins with a prompt. */
  turnOfPrompt(index: number): Turn | undefined {
    const turn = this.#turnOfPrompt.get(index);
    return turn === undefined ? undefined : this.turns.get(turn);
  }

  lane(lane: number): TranscriptLane | undefined {
    return this.#lanes.get(lane);
  }

  laneOfEntry(entryId: string): TranscriptLane | undefined {
    return this.#laneOfEntry.get(entryId);
  }
}
