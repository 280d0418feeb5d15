import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { AgentId } from '@debrief/contract';
import type { Batch, BatchHead } from './batch.ts';
import { type Journal, openJournal } from './journal.ts';
import { noteRedactions } from './redaction-ledger.ts';
import { rememberSeen } from './seen.ts';
import { applyStep, keyOf, newSession, type SessionState } from './session.ts';
import { openSessionStates, type SessionStates } from './session-states.ts';

/** So much is worth a write of its own, and sent while the next is being read. */
const commitBytes = 2 * 1024 * 1024;
/** A slow disk gets more at once: so much is gathered before reading waits for it. */
const gatherBytes = 4 * 1024 * 1024;

export async function openSpool(
  directory: string,
  onDurable: (batches: Batch[]) => void,
): Promise<{ spool: Spool; left: Batch[] }> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const states = await openSessionStates(directory);
  const { journal, batches } = await openJournal(join(directory, 'journal'));
  const left: Batch[] = [];
  for (const batch of batches) if (await recover(directory, states, journal, batch)) left.push(batch);
  return { spool: new Spool(directory, states, journal, onDurable), left };
}

/** The journal and the states of sessions as one: what is durable, what is on its way to the disk, and how both follow each other. */
export class Spool {
  readonly directory: string;
  readonly states: SessionStates;
  readonly journal: Journal;
  readonly #onDurable: (batches: Batch[]) => void;
  readonly #drafts = new Map<string, SessionState>();
  #marks = new Map<string, bigint[]>();
  #bytes = 0;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;
  #failure: unknown;

  constructor(
    directory: string,
    states: SessionStates,
    journal: Journal,
    onDurable: (batches: Batch[]) => void,
  ) {
    this.directory = directory;
    this.states = states;
    this.journal = journal;
    this.#onDurable = onDurable;
  }

  /** The session as it will be once everything appended is committed. Valid until `forgetDrafts`. */
  draft(agentId: AgentId, externalId: string): SessionState {
    const key = keyOf(agentId, externalId);
    const known = this.#drafts.get(key);
    if (known) return known;
    const durable = this.states.sessions.get(key);
    const draft = durable ? structuredClone(durable) : newSession(randomUUID(), agentId, externalId);
    this.#drafts.set(key, draft);
    return draft;
  }

  async append(head: BatchHead, body: Buffer, marks: bigint[]): Promise<void> {
    if (this.#failure) throw this.#failure;
    const draft = this.#drafts.get(head.session);
    if (draft) applyStep(draft, head.batch, head.step);
    this.journal.append(head, body);
    this.#marks.set(head.id, [...(this.#marks.get(head.id) ?? []), ...marks]);
    this.#bytes += body.length;
    // Reading is one long piece of work: between two batches the answers of the server get their turn.
    await setImmediate();
    // A record in several batches is durable with all of them or not at all.
    if (this.#bytes < commitBytes || head.more) return;
    // One commit runs while the next is gathered.
    if (this.#isWriting && this.#bytes < gatherBytes) return;
    await this.#writing;
    this.#writing = this.#write();
    this.#writing.catch(() => {});
  }

  /** Everything appended so far is durable and handed over when it resolves. */
  async commit(): Promise<void> {
    await this.#writing;
    this.#writing = this.#write();
    await this.#writing;
  }

  forgetDrafts(): void {
    this.#writing = this.#writing.catch(() => {});
    if (this.#failure) this.journal.discard();
    this.#failure = undefined;
    this.#drafts.clear();
  }

  /** The disk refused: nothing more may be appended until the drafts are forgotten, or records would be skipped. */
  failed(): boolean {
    return this.#failure !== undefined;
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.states.flush();
    await this.states.close();
    await this.journal.close();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      await this.#writeAppended();
    } finally {
      this.#isWriting = false;
    }
  }

  async #writeAppended(): Promise<void> {
    if (this.#failure) throw this.#failure;
    const marks = this.#marks;
    this.#marks = new Map();
    this.#bytes = 0;
    const durable = await this.journal.commit().catch((error: unknown) => {
      this.#failure = error;
      throw error;
    });
    for (const batch of durable) {
      const state = sessionOf(this.states, batch);
      await noteRedactions(this.directory, { ...batch, before: state.events }, batch.step.redacted);
      applyStep(state, batch.batch, batch.step);
    }
    for (const [id, list] of marks) await rememberSeen(this.directory, id, list);
    if (durable.length > 0) this.#onDurable(durable);
  }
}

/** Whether the batch still has to be sent. Its place counts in any case. */
async function recover(
  directory: string,
  states: SessionStates,
  journal: Journal,
  batch: Batch,
): Promise<boolean> {
  const state = sessionOf(states, batch);
  if (batch.batch > state.batch) {
    await noteRedactions(directory, { ...batch, before: state.events }, batch.step.redacted);
    applyStep(state, batch.batch, batch.step);
  }
  if (batch.batch > state.acked) return true;
  journal.release(batch);
  return false;
}

function sessionOf(states: SessionStates, batch: BatchHead): SessionState {
  const known = states.sessions.get(batch.session);
  if (known) {
    states.touch(known);
    return known;
  }
  const slash = batch.session.indexOf('/');
  const agentId = batch.session.slice(0, slash) as AgentId;
  const state = newSession(batch.id, agentId, batch.session.slice(slash + 1));
  // Without a kept state the journal is all that is known of the session.
  state.batch = batch.batch - 1;
  state.acked = batch.batch - 1;
  states.sessions.set(batch.session, state);
  states.touch(state);
  return state;
}
