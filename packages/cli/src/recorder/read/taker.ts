import { limits } from '@debrief/contract';
import type { Agent, Facts, Source } from '../../agents/agent.ts';
import { branchOf, repositoryOf } from '../../repository.ts';
import type { SaidBefore } from '../memory/said-before.ts';
import type { SessionMemory } from '../memory/session-memory.ts';
import { PAUSED } from '../memory/strike.ts';
import type { BatchHead } from '../spool/batch.ts';
import { uuid5 } from '../spool/identity.ts';
import {
  keyOf,
  type Opening,
  type SessionState,
  type SourcePlace,
  type Step,
  setPlace,
} from '../spool/session.ts';
import {
  bodyOf,
  isFull,
  newPacket,
  type Packet,
  type PreparedEvent,
  pack,
  prepare,
  titleOf,
} from './batch.ts';
import { eventTypeOf } from './event-type.ts';
import type { Hold } from './hold.ts';
import { type Cleaned, type Redaction, WITHHELD, withheldType } from './redact.ts';

export interface CaptureContext {
  /** The session as it will be once everything appended is committed. */
  session: SessionState;
  redaction: Redaction;
  directory: string;
  /**
   * `marks` are of the lines taken since the last batch, to be remembered once this one is durable. The body
   * is only lent: what is kept of it has to be copied before the first wait.
   */
  append(head: BatchHead, body: Buffer, marks: bigint[]): Promise<void>;
  /** What pauses hold back. */
  hold: Hold;
  /** What was written during pauses so far: it is not sent when the agent writes it again. */
  memory?: SessionMemory;
  /** Only to note what pauses hold back; nothing is sent, and the places stay. */
  isLearning?: boolean;
  /** How the source looks now; undefined when it is gone. */
  stampNow?(): Promise<string | undefined>;
  /** Lines that made no event, such as those a pause held back, are not taken later either. */
  remember?(marks: bigint[]): Promise<void>;
  /** Notes what a record shows that the agent was given. */
  lessons?: LessonNotes;
  /** Take a last line without newline: its writer is gone. */
  torn?: boolean;
}

/** What is done with records that show which lessons the agent was given. */
export interface LessonNotes {
  mayShow(line: Buffer): boolean;
  note(record: unknown): void;
  /** Durable when it resolves; before the record counts as read. */
  flush(): Promise<void>;
}

/** What becomes of a record where something was paused. */
export interface Sifted {
  /** It is not sent, for ever. */
  stays: boolean;
  /** It, without what was written during a pause. */
  record: unknown;
  struck: number;
}

/** The branch is asked of the repository only while the session is about as new as the answer. */
const branchFreshMs = 3_600_000;

/** Turns the records of one source into batches: redacts, packs, and keeps the place that belongs to them. */
export class RecordTaker {
  /** How far the source was read with the last record taken. */
  place: SourcePlace;
  readonly #agent: Agent;
  readonly #source: Source;
  readonly #context: CaptureContext;
  readonly #session: SessionState;
  readonly #facts: Facts;
  /** The folder of the last record that was sifted; `#facts` has that of the last one taken. */
  #folder: string | undefined;
  /** The parts of a record that is too large for one event. */
  readonly #large: PreparedEvent[] = [];
  #packet: Packet;
  #marks: bigint[] = [];
  /** The first time that a record stated, for a session that begins here. */
  #firstAt: number | undefined;
  #trailing: number;
  /** Records that a pause held back since the last event. */
  #held = 0;

  constructor(agent: Agent, source: Source, context: CaptureContext) {
    this.#agent = agent;
    this.#source = source;
    this.#context = context;
    this.#session = context.session;
    this.#facts = source.cwd && !context.session.cwd ? { cwd: source.cwd } : {};
    this.#folder = this.#facts.cwd;
    this.place = { part: source.part, path: source.path, offset: 0, fence: '' };
    this.#packet = newPacket(this.#isFirst());
    this.#trailing = context.session.trailing ?? 0;
  }

  clean(records: readonly unknown[], bytes: number): Cleaned[] {
    return this.#context.redaction.clean(records, bytes, this.#sourceKey(), this.#source.externalId);
  }

  /** Whether calls that were sent earlier may have results to come that this process knows nothing of. */
  mustRecall(): boolean {
    return !this.#context.redaction.knows(this.#sourceKey());
  }

  recall(records: readonly unknown[]): void {
    this.#context.redaction.recall(records, this.#sourceKey());
  }

  #sourceKey(): string {
    return `${this.#source.externalId} ${this.#source.path}`;
  }

  /** The folder of the session, where a later record says it and the first ones do not. */
  learnFolder(records: readonly unknown[]): void {
    if (this.#facts.cwd ?? this.#session.cwd) return;
    for (const record of records) {
      const { cwd } = this.#agent.facts(record);
      if (cwd === undefined) continue;
      this.#facts.cwd = cwd;
      this.#folder = cwd;
      return;
    }
  }

  /** Whether anything is or was paused: else records need not be sifted. */
  isSifting(): boolean {
    return this.#context.hold.isActive() || this.#context.memory?.isEmpty() === false;
  }

  /** Lines and rows that were held back, whatever connection read them. */
  get memory(): SessionMemory | undefined {
    return this.#context.memory;
  }

  /**
   * Holds the record against pauses and what was written during them. Asked once for each record, in their order.
   * `before` tells what the session said so far, should this one turn out to be of a pause.
   */
  async sift(record: unknown, start: number | undefined, before: () => Promise<SaidBefore>): Promise<Sifted> {
    const { hold, memory, isLearning } = this.#context;
    const { at, cwd } = this.#agent.facts(record);
    // Where it happened matters for the records that follow; nothing else of it may be told.
    if (cwd !== undefined) this.#folder = cwd;
    const folder = this.#folder ?? this.#session.cwd;
    const isPaused = hold.isActive() && hold.holds({ at, cwd: folder, start });
    if (isPaused || memory?.isCopy(record)) {
      memory?.learn(record, await before());
      return { stays: true, record, struck: 0 };
    }
    if (!memory || isLearning) return { stays: false, record, struck: 0 };
    return { stays: false, ...memory.strike(record, (time) => hold.covers(time, folder)) };
  }

  /** The line or the row is known again by whoever reads it next. */
  noteLine(line: Uint8Array): void {
    if (!this.#context.isLearning) this.#context.memory?.noteLine(line);
  }

  noteRow(id: string): void {
    if (!this.#context.isLearning) this.#context.memory?.noteRow(this.#source.part, id);
  }

  /** Adds what the record says to what was said before a pause, unless it is of a pause itself. */
  addSaid(before: SaidBefore, record: unknown): void {
    const { at } = this.#agent.facts(record);
    if (at === undefined || !this.#context.hold.covers(at, undefined)) before.add(record);
  }

  /** The record stays on this machine; the transcript will say how many did. */
  leave(record: unknown): void {
    const { cwd } = this.#agent.facts(record);
    if (cwd !== undefined) this.#facts.cwd = cwd;
    this.#held++;
  }

  /** `raw` is the record's own text where it may be sent as it is. */
  take(
    { record, struck }: Pick<Sifted, 'record' | 'struck'>,
    cleaned: Cleaned,
    raw: Buffer | undefined,
    eventType = eventTypeOf(record),
  ): void {
    this.#facts.ended = false;
    const found = this.#agent.facts(record);
    Object.assign(this.#facts, found);
    this.#firstAt ??= found.at;
    this.#trailing = found.at === undefined ? this.#trailing + 1 : 0;
    this.#noteHeld();
    const { record: clean } = cleaned;
    const rules = struck > 0 ? { ...cleaned.rules, [PAUSED]: struck } : cleaned.rules;
    const type = rules[WITHHELD] ? withheldType : eventType;
    const isSame = clean === record && struck === 0;
    const events = prepare(type, clean, isSame ? raw : undefined, this.#source.subagent);
    if (!isSame && events[0]) events[0].rules = rules;
    if (events.length > 1 || this.hasLarge()) this.#large.push(...events);
    else for (const event of events) pack(this.#packet, event, clean);
  }

  /** Whether the text of a record is worth looking at for lessons. */
  mayShowLessons(line: Buffer): boolean {
    return this.#context.isLearning !== true && this.#context.lessons?.mayShow(line) === true;
  }

  noteLessons(record: unknown): void {
    this.#context.lessons?.note(record);
  }

  /** The line was taken: it is not taken again when the file turns out to be rewritten. */
  remember(mark: bigint): void {
    this.#marks.push(mark);
  }

  isFull(): boolean {
    return isFull(this.#packet);
  }

  hasLarge(): boolean {
    return this.#large.length > 0;
  }

  /**
   * A record too large for one event may be too large for one batch. Then it goes in several, with what came
   * before it in the first, and only the last one moves the place.
   */
  async closeLarge(reached: Partial<SourcePlace>): Promise<void> {
    if (this.#packet.count > 0) await this.close(true);
    const events = this.#large.splice(0);
    for (const [index, event] of events.entries()) {
      pack(this.#packet, event, undefined);
      if (index < events.length - 1 && this.isFull()) await this.close(true);
    }
    Object.assign(this.place, reached);
    await this.close();
  }

  /** Closes the batch at hand with the place reached; `more` when its last record goes on in the next. */
  async close(more = false): Promise<void> {
    // What was held back is known for ever before the place says that it was read.
    await this.#context.memory?.flush();
    await this.#context.lessons?.flush();
    const session = this.#session;
    const batch = session.batch + 1;
    const head: BatchHead = {
      session: keyOf(session.agentId, session.externalId),
      id: session.id,
      batch,
      key: uuid5(session.id, `${batch}/${this.#source.part}@${this.place.offset}`),
      count: this.#packet.count,
      step: this.#step(more),
      ...(more && { more }),
      ...(this.#isFirst() && { opening: this.#opening() }),
    };
    const body = bodyOf(this.#packet);
    this.#held = 0;
    const marks = more ? [] : this.#marks;
    if (!more) this.#marks = [];
    await this.#context.append(head, body, marks);
    this.#packet = newPacket(this.#isFirst(), this.#packet.buffer);
  }

  /** Nothing more to take: closes the last batch, or keeps the place where no event was made. */
  async finish(): Promise<void> {
    if (this.#packet.count > 0) await this.close();
    else await this.#settle();
  }

  #isFirst(): boolean {
    return this.#session.batch === 0 || this.#session.closed === true;
  }

  /** Says in the transcript that a pause held something back. */
  #noteHeld(): void {
    const records = this.#held + (this.#session.held ?? 0);
    if (records === 0) return;
    const note = { type: 'debrief/paused', records };
    for (const event of prepare(note.type, note, undefined, undefined)) pack(this.#packet, event, note);
    this.#held = 0;
    this.#session.held = 0;
  }

  #step(more: boolean): Step {
    const session = this.#session;
    const { cwd, gitBranch, version, at, ended } = this.#facts;
    const { modifiedAt } = this.#source;
    return {
      places: more ? [] : [{ ...this.place }],
      events: this.#packet.count,
      ...(this.#packet.redacted.length > 0 && { redacted: this.#packet.redacted }),
      ...(this.#held > 0 && { held: this.#held }),
      leg: session.closed ? session.leg + 1 : session.leg,
      lastChangeAt: Math.max(session.lastChangeAt, Math.round(modifiedAt)),
      ...(cwd && !session.cwd && { cwd }),
      ...(gitBranch && { gitBranch }),
      ...(version && { version }),
      ...(at && { lastRecordAt: Math.max(at, session.lastRecordAt ?? 0) }),
      ...(this.#trailing > 0 || session.trailing ? { trailing: this.#trailing } : {}),
      ...(session.batch === 0 && { firstReadAt: Date.now() }),
      ...(session.batch === 0 && this.#firstAt !== undefined && { startedAt: this.#firstAt }),
      ...(ended && { endedAt: Math.max(at ?? 0, modifiedAt) }),
    };
  }

  #opening(): Opening {
    const cwd = this.#facts.cwd ?? this.#session.cwd;
    const root = cwd && (repositoryOf(cwd) ?? cwd);
    const isFresh = Date.now() - this.#source.modifiedAt < branchFreshMs;
    const branch =
      this.#facts.gitBranch ?? this.#session.gitBranch ?? (root && isFresh ? branchOf(root) : undefined);
    const title = titleOf(this.#session.agentId, this.#packet);
    const repoRoot = acceptable(root, limits.path);
    const gitBranch = acceptable(branch, limits.branch);
    return {
      ...(title && { title }),
      ...(repoRoot && { repoRoot }),
      ...(gitBranch && { gitBranch }),
      ...startOf(this.#firstAt, this.#source.modifiedAt),
    };
  }

  /** Places that moved without leaving an event behind: blank lines, records held back by a pause. */
  async #settle(): Promise<void> {
    await this.#context.memory?.flush();
    const { at, cwd } = this.#facts;
    const session = this.#session;
    setPlace(session, { ...this.place });
    if (at) session.lastRecordAt = Math.max(at, session.lastRecordAt ?? 0);
    if (cwd && !session.cwd) session.cwd = cwd;
    session.held = (session.held ?? 0) + this.#held;
    await this.#context.remember?.(this.#marks.splice(0));
  }
}

/** When the session began, as far as it is known and the server would believe it. */
function startOf(
  recordedAt: number | undefined,
  modifiedAt: number,
): Pick<Opening, 'startedAt' | 'startedAtSource'> {
  const at = recordedAt ?? modifiedAt;
  if (!(at > Date.UTC(2000, 0, 1) && at <= Date.now())) return {};
  const startedAtSource = recordedAt === undefined ? 'file' : 'record';
  return { startedAt: new Date(at).toISOString(), startedAtSource };
}

/** The value where the server would accept it: a path it does not like must not cost the session. */
const acceptable = (value: string | undefined, max: number): string | undefined =>
  value && value.length <= max && !/\p{Cc}|\p{Cs}/u.test(value) ? value : undefined;
