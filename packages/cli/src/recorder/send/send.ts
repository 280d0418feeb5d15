import type { Batch } from '../spool/batch.ts';
import { uuid5 } from '../spool/identity.ts';
import type { Journal } from '../spool/journal.ts';
import type { SessionState } from '../spool/session.ts';
import { createOpener, type Opener, type OpenerOptions } from './opening.ts';
import { quarantine } from './quarantine.ts';
import { messageOf, verdictOf } from './verdict.ts';
import type { PreparedBatch } from './wire.ts';

export interface SenderOptions extends OpenerOptions {
  journal: Journal;
  directory: string;
}

type Request = Omit<PreparedBatch, 'sessionId'>;

/** Brings one batch to the server, whatever it takes: opening its session, going on in a new one, event by event. */
export class BatchSender {
  readonly #options: SenderOptions;
  readonly #opener: Opener;
  /** Events that the server refused and that are kept on this machine. */
  quarantined = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#opener = createOpener(options);
  }

  /** Resolves when the server has the batch, and rejects with what the queue has to judge. */
  async send(state: SessionState, batch: Batch): Promise<void> {
    const { journal, states } = this.#options;
    if (batch.batch <= (state.forgotten ?? 0)) return;
    if (batch.step.leg > state.openedLeg) await this.#opener.openLeg(state, batch);
    if (!state.sessionId) await this.#opener.reopen(state, batch, true);
    const body = await journal.body(batch);
    if (state.single === batch.batch) return this.#sendSinglyOrForget(state, batch, body);
    try {
      await this.#append(state, batch, { key: batch.key, body, events: batch.count });
    } catch (error) {
      const verdict = verdictOf(error);
      if (verdict === 'deleted') return this.#forget(state);
      // Something else lies under this key: sending the events under others could only duplicate them.
      if (verdict === 'reused') return this.#setAside(state, batch, 0, body, error);
      if (verdict !== 'refused') throw error;
      state.single = batch.batch;
      states.touch(state);
      await states.flush();
      await this.#sendSinglyOrForget(state, batch, body);
    }
  }

  /** A person deleted the session: what was read of it so far is not sent, and what comes opens another one. */
  async #forget(state: SessionState): Promise<void> {
    state.forgotten = state.batch;
    state.closed = true;
    delete state.sessionId;
    this.#options.states.touch(state);
    await this.#options.states.flush();
  }

  async #sendSinglyOrForget(state: SessionState, batch: Batch, body: Buffer): Promise<void> {
    try {
      await this.#sendSingly(state, batch, body);
    } catch (error) {
      if (verdictOf(error) !== 'deleted') throw error;
      await this.#forget(state);
    }
  }

  async #append(state: SessionState, batch: Batch, request: Request): Promise<void> {
    const { wire, signal } = this.#options;
    for (;;) {
      try {
        await wire.appendBody({ ...request, sessionId: state.sessionId ?? '' }, signal);
        return;
      } catch (error) {
        const verdict = verdictOf(error);
        if (verdict !== 'gone' && verdict !== 'closed') throw error;
        await this.#opener.reopen(state, batch, verdict === 'gone');
      }
    }
  }

  /** One by one, so that a single event the server cannot take does not keep the others. */
  async #sendSingly(state: SessionState, batch: Batch, body: Buffer): Promise<void> {
    const { events } = JSON.parse(body.toString()) as { events: { eventType: string; payload: unknown }[] };
    for (const [index, event] of events.entries()) {
      const one = Buffer.from(JSON.stringify({ events: [event] }));
      try {
        await this.#append(state, batch, { key: uuid5(batch.key, String(index)), body: one, events: 1 });
      } catch (error) {
        if (verdictOf(error) !== 'refused') throw error;
        await this.#setAside(state, batch, index, one, error);
        const type = 'debrief/quarantined';
        const marker = { type, eventType: event.eventType, bytes: one.length, reason: messageOf(error) };
        const replaced = Buffer.from(JSON.stringify({ events: [{ eventType: type, payload: marker }] }));
        const key = uuid5(batch.key, `${index}/marker`);
        await this.#append(state, batch, { key, body: replaced, events: 1 });
      }
    }
  }

  async #setAside(state: SessionState, batch: Batch, index: number, body: Buffer, error: unknown) {
    const name = `${state.id}-${batch.batch}-${index}`;
    await quarantine(this.#options.directory, name, batch.session, body, error);
    this.quarantined++;
  }
}
