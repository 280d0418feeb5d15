import { LogMisfit } from '../../domain/session/log-misfit.ts';
import type {
  Appended,
  Batch,
  ErasedSession,
  EventLog,
  EventRange,
  KeptBatch,
} from '../../domain/session/log-ports.ts';
import { appendPatience, misfitting, unwritable } from '../outcome.ts';
import { LogWriter } from '../writer.ts';
import type { BusEngine } from './engine.ts';

/** What the bus's thread is asked besides appends. */
export type BusOrder =
  | { kind: 'close'; closing: Parameters<EventLog['close']>[0] }
  | { kind: 'erase'; erased: ErasedSession }
  | { kind: 'arrived'; sessionId: string; forgets: boolean }
  | { kind: 'settle'; patience?: number }
  | { kind: 'check' }
  | { kind: 'probe' };

export type BusOutcome = Awaited<ReturnType<BusEngine['close']>> | boolean;

/** What it says by itself. */
export type BusNote =
  | { kind: 'ready'; serverVersion: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'reach'; isUp: boolean; misfit?: string | undefined }
  /** Seconds that the database is behind the bus. */
  | { kind: 'lag'; seconds: number }
  | { kind: 'persisted'; sessions: { organizationId: string; sessionId: string }[] }
  | { kind: 'fault'; fault: string };

export interface JetStreamLogOptions {
  /** The thread that talks to the bus, see bus-thread.ts. */
  thread: { url: URL; workerData: unknown };
  /** The log in the database behind the bus: what is persisted is read there. */
  behind: EventLog;
  queueBytes?: number;
  /** Told of every session that has more in the database than before. */
  onPersisted?: (session: { organizationId: string; sessionId: string }) => void;
  onFault(fault: unknown): void;
}

const groupsAhead = 2;
/** An append to a session that many write to waits for the others; nobody else's must wait for it. */
const longestWait = 5;
/** What is due is still due an hour later, when the database has caught up. */
const expirePatience = 15_000;

/**
 * The event log with JetStream in front of a database. Everything that has to do with the bus is done on a thread of
 * its own, which has its own connections; this is who asks it.
 */
export class JetStreamLog implements EventLog {
  readonly #behind: EventLog;
  readonly #writer: LogWriter<BusOrder, BusOutcome>;
  #serverVersion = '0';
  #refusal: string | undefined;
  #isUp = true;
  #misfit: string | undefined;
  #lag = 0;

  /** Resolves when the bus can be used; rejects with what the thread said when it cannot. */
  static async open(options: JetStreamLogOptions): Promise<JetStreamLog> {
    const log = new JetStreamLog(options);
    await log.#writer.start();
    if (log.#refusal === undefined) return log;
    await log.#writer.abort();
    throw new Error(log.#refusal);
  }

  private constructor({ thread, behind, queueBytes, onPersisted, onFault }: JetStreamLogOptions) {
    this.#behind = behind;
    this.#writer = new LogWriter({
      thread: thread.url,
      workerData: thread.workerData,
      queueBytes,
      groupsAhead,
      longestWait,
      patience: appendPatience,
      restarts: true,
      onNote: (note) => {
        const said = note as BusNote;
        if (said.kind === 'ready') {
          this.#serverVersion = said.serverVersion;
          this.#isUp = true;
          this.#misfit = undefined;
        } else if (said.kind === 'reach') {
          this.#isUp = said.isUp;
          this.#misfit = said.misfit;
        } else if (said.kind === 'lag') this.#lag = said.seconds;
        else if (said.kind === 'refused') this.#refusal = said.reason;
        else if (said.kind === 'fault') onFault(said.fault);
        else for (const session of said.sessions) onPersisted?.(session);
      },
      onFault,
    });
  }

  /** Of the NATS server. */
  get serverVersion(): string {
    return this.#serverVersion;
  }

  /** Why the bus and the database do not fit, while they do not. */
  get misfit(): string | undefined {
    return this.#misfit;
  }

  /** Seconds that the database was behind the bus a moment ago. */
  get lag(): number {
    return this.#lag;
  }

  append(batch: Batch): Promise<Appended> {
    if (this.#misfit !== undefined) return Promise.reject(misfitting(this.#misfit));
    // The thread would say the same; thousands of refusals a second need not go there.
    if (!this.#isUp) return Promise.reject(unwritable('the bus cannot be reached'));
    return this.#writer.append(batch);
  }

  async check(): Promise<void> {
    if (this.#misfit !== undefined) throw new LogMisfit(this.#misfit);
    await this.#writer.submit({ kind: 'check' }, appendPatience);
    await this.#writer.check(() => this.#writer.submit({ kind: 'probe' }, appendPatience));
  }

  close(closing: Parameters<EventLog['close']>[0]) {
    return this.#writer.submit({ kind: 'close', closing }) as ReturnType<EventLog['close']>;
  }

  async erase(erased: ErasedSession): Promise<void> {
    await this.#writer.submit({ kind: 'erase', erased });
  }

  kept(session: ErasedSession, after: number) {
    return this.#behind.kept(session, after);
  }

  rewrite(session: ErasedSession, batch: KeptBatch, by: Pick<KeptBatch, 'encoding' | 'body'>) {
    return this.#behind.rewrite(session, batch, by);
  }

  async hasArrived({ sessionId }: ErasedSession, { forgets }: { forgets: boolean }): Promise<boolean> {
    return (await this.#writer.submit({ kind: 'arrived', sessionId, forgets })) === true;
  }

  /** Resolves when everything on the bus now is in the database. */
  async settled(): Promise<void> {
    await this.#writer.submit({ kind: 'settle' });
  }

  read(range: EventRange) {
    return this.#behind.read(range);
  }

  async expire(before: number, at: number): Promise<number> {
    // A session that is silent in the database may have something on the bus that was accepted a moment ago.
    await this.#writer.submit({ kind: 'settle', patience: expirePatience });
    return this.#behind.expire(before, at);
  }

  compact(limit: number): Promise<number> {
    return this.#behind.compact(limit);
  }

  async stop(): Promise<void> {
    await this.#writer.stop();
    await this.#behind.stop();
  }
}
