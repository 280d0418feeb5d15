import { join } from 'node:path';
import { type LessonRef, setOf } from '@debrief/lessons';
import { readKept, writeDurably } from '../../disk.ts';

/** By which way a session got lessons. */
export type GivenWay = 'file' | 'hook' | 'mcp';

/** What a record shows that the agent was given. */
export interface Shown {
  way: GivenWay;
  /** The set alone where the record does not name its lessons. */
  set: string;
  lessons?: LessonRef[];
}

/** Whether the agent has it in front of it, as far as its record tells. */
export type Loaded = 'yes' | 'no' | 'unknown';

export interface LessonNote extends LessonRef {
  way: GivenWay;
  loaded: Loaded;
}

interface SessionNotes {
  /** When the first was noted. */
  since: number;
  /** Its instruction files were looked at, which is done once, at its beginning. */
  looked?: boolean;
  given: (LessonNote & { told?: boolean })[];
  /** The sets that it may have been given, and those that its record showed before they were known. */
  sets?: Record<string, readonly LessonRef[]>;
  shown?: Pick<Shown, 'way' | 'set'>[];
}

interface Kept {
  version: 1;
  /** `keyOf` the session → what it was given. */
  sessions: Record<string, SessionNotes>;
}

const mostPerSession = 200;

const pathOf = (directory: string): string => join(directory, 'lessons.json');

/** Which lessons each session was given, durable until the server knows. It holds ids and versions, no words. */
export class LessonJournal {
  readonly #directory: string;
  readonly #kept: Kept;
  #isChanged = false;

  constructor(directory: string, kept: Kept) {
    this.#directory = directory;
    this.#kept = kept;
  }

  /** Without what cannot be read, its sessions go on. */
  static async open(directory: string): Promise<LessonJournal> {
    const kept = await readKept<Kept>(pathOf(directory), 1);
    return new LessonJournal(directory, kept ?? { version: 1, sessions: {} });
  }

  /** Knowing that it was loaded outdoes not knowing; a later version outdoes an earlier one. */
  note(session: string, lessons: readonly LessonRef[], way: GivenWay, loaded: Loaded): void {
    if (lessons.length === 0) return;
    const notes = this.#notesOf(session);
    const set = setOf(lessons);
    const isShown = notes.shown?.some((one) => one.set === set && one.way === way);
    notes.sets = { ...notes.sets, [set]: lessons.slice(0, mostPerSession) };
    for (const one of lessons) this.#noteOne(notes, one, way, isShown ? 'yes' : loaded);
    this.#isChanged = true;
  }

  #noteOne(notes: SessionNotes, { lessonId, version }: LessonRef, way: GivenWay, loaded: Loaded): void {
    const known = notes.given.find((one) => one.lessonId === lessonId && one.way === way);
    if (!known) {
      if (notes.given.length < mostPerSession) notes.given.push({ lessonId, version, way, loaded });
      return;
    }
    const next = loaded === 'unknown' || known.loaded === 'yes' ? known.loaded : loaded;
    if (version <= known.version && next === known.loaded) return;
    Object.assign(known, { version: Math.max(version, known.version), loaded: next });
    delete known.told;
  }

  /** The record proves that the agent has them. One that names only their set is understood when that is known. */
  noteShown(session: string, { way, set, lessons }: Shown): void {
    const notes = this.#notesOf(session);
    const known = lessons ?? notes.sets?.[set];
    if (known) this.note(session, known, way, 'yes');
    else if (!notes.shown?.some((one) => one.set === set && one.way === way)) {
      notes.shown = [...(notes.shown ?? []), { way, set }].slice(-20);
      this.#isChanged = true;
    }
  }

  /** The agent showed all its files: of those on disk it loaded no others. */
  noteFilesShown(session: string): void {
    for (const one of this.#kept.sessions[session]?.given ?? []) {
      if (one.way !== 'file' || one.loaded !== 'unknown') continue;
      one.loaded = 'no';
      delete one.told;
      this.#isChanged = true;
    }
  }

  hasLooked(session: string): boolean {
    return this.#kept.sessions[session]?.looked === true;
  }

  noteLooked(session: string): void {
    this.#notesOf(session).looked = true;
    this.#isChanged = true;
  }

  /** What waits to be told of a session. */
  waitingOf(session: string): LessonNote[] {
    return (this.#kept.sessions[session]?.given ?? []).flatMap(({ told, ...given }) => (told ? [] : [given]));
  }

  waiting(): string[] {
    return Object.keys(this.#kept.sessions).filter((session) => this.waitingOf(session).length > 0);
  }

  /** What was told and did not change meanwhile. */
  noteTold(session: string, told: readonly LessonNote[]): void {
    for (const one of this.#kept.sessions[session]?.given ?? []) {
      const { told: _, ...now } = one;
      if (told.some((given) => JSON.stringify(given) === JSON.stringify(now))) one.told = true;
    }
    this.#isChanged = true;
  }

  /** Forgets sessions that are over and of which the server knows everything. */
  keepOnly(sessions: ReadonlySet<string>): void {
    for (const session of Object.keys(this.#kept.sessions)) {
      if (sessions.has(session) || this.waitingOf(session).length > 0) continue;
      this.forget(session);
    }
  }

  /** When the first thing was noted of the session. */
  sinceOf(session: string): number {
    return this.#kept.sessions[session]?.since ?? 0;
  }

  forget(session: string): void {
    delete this.#kept.sessions[session];
    this.#isChanged = true;
  }

  /** Durable when it resolves. */
  async flush(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    await writeDurably(pathOf(this.#directory), JSON.stringify(this.#kept)).catch((error: unknown) => {
      this.#isChanged = true;
      throw error;
    });
  }

  #notesOf(session: string): SessionNotes {
    this.#kept.sessions[session] ??= { since: Date.now(), given: [] };
    return this.#kept.sessions[session];
  }
}
