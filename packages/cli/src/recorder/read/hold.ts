import type { Source } from '../../agents/agent.ts';
import { isCovered, isWithin, type Pause, phaseOf } from '../../pause.ts';
import type { Growth } from '../memory/growth.ts';

/** What is known of a record when it has to be decided whether a pause holds it back. */
export interface Candidate {
  /** The record's own time, where it has one. */
  at: number | undefined;
  cwd: string | undefined;
  /** Where its line begins; undefined for a row of a store that is rewritten in place. */
  start: number | undefined;
}

/** Decides, for one reading of one source, which records a pause holds back for ever. */
export class Hold {
  readonly #pauses: readonly Pause[];
  readonly #source: Source;
  readonly #growth: Growth | undefined;
  readonly #now = Date.now();
  /** How the source looked; for a store that is rewritten in place, after its rows were read. */
  #stamp: string | undefined;
  /** The last time that a record of this reading stated. */
  #lastAt: number | undefined;

  constructor(pauses: readonly Pause[], source: Source, growth: Growth | undefined) {
    this.#pauses = pauses;
    this.#source = source;
    this.#growth = growth;
    this.#stamp = source.stamp;
  }

  /** Whether anything was ever paused: else nobody need ask about each record. */
  isActive(): boolean {
    return this.#pauses.length > 0 || this.#growth !== undefined;
  }

  /** Whether the look of the source decides, so that it has to be taken again after the rows were read. */
  needsStamp(): boolean {
    return this.#growth !== undefined;
  }

  /**
   * The look after the rows were read. The one before says nothing about rows that were written between the two;
   * undefined is a source that cannot be found any more.
   */
  confirmStamp(stamp: string | undefined): void {
    this.#stamp = stamp;
  }

  /** Whether the folder of the records matters, because only one repository is paused. */
  needsFolder(): boolean {
    return this.#growth?.repository !== undefined || this.#pauses.some((pause) => pause.repository);
  }

  holds(record: Candidate): boolean {
    if (record.at !== undefined) this.#lastAt = record.at;
    if (this.#isLateGrowth(record)) return true;
    return this.#pauses.some((pause) => isCovered(pause.repository, record.cwd) && this.#isOf(pause, record));
  }

  /** Whether a part of a record that states this time was written during a pause. */
  covers(at: number, cwd: string | undefined): boolean {
    return this.#pauses.some((pause) => isCovered(pause.repository, cwd) && isWithin(pause, at));
  }

  #isOf(pause: Pause, record: Candidate): boolean {
    if (record.at !== undefined && isWithin(pause, record.at)) return true;
    const phase = phaseOf(pause, this.#now);
    if (phase === 'over' || this.#isAfter(pause, record)) return false;
    // Everything that was there when the pause began was read then: what is new now grew during the pause.
    if (phase === 'in force') return this.#isGrown(record);
    return record.at === undefined && this.#source.modifiedAt >= pause.from;
  }

  #isGrown({ start }: Candidate): boolean {
    if (!this.#growth) return true;
    return start === undefined ? this.#growth.stamp !== this.#stamp : start >= this.#growth.from;
  }

  /** The pause ended by itself while nobody watched, and the record, or one before it, says that it is later. */
  #isAfter({ to }: Pause, { at, start }: Candidate): boolean {
    const known = at ?? (start === undefined ? undefined : this.#lastAt);
    return to !== undefined && known !== undefined && known >= to && known <= this.#now;
  }

  /** The source was not read at the end of a pause, so its place does not tell. */
  #isLateGrowth({ at, cwd, start }: Candidate): boolean {
    const growth = this.#growth;
    if (growth?.to === undefined || !isCovered(growth.repository, cwd)) return false;
    if (start !== undefined) return start >= growth.from && start < growth.to;
    return at === undefined || at < (growth.until ?? this.#now);
  }
}

/** Holds nothing back. */
export const noHold = (source: Source): Hold => new Hold([], source, undefined);
