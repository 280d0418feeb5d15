import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { AgentId } from '@debrief/contract';
import { type Batch, type BatchHead, type Journal, openJournal } from './journal.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { noteRedactions } from './redaction-ledger.ts';
import { rememberSeen } from './seen.ts';
import { applyStep, keyOf, newSession, type SessionState } from './session.ts';

/** Journal and ledger as one: what is durable, what is on its way to the disk, and how both follow each other. */
export interface Spool {
  directory: string;
  journal: Journal;
  ledger: Ledger;
  /** Batches a former run left behind. */
  left: Batch[];
  /** The session as it will be once everything appended is committed. Valid until `forgetDrafts`. */
  draft(agentId: AgentId, externalId: string): SessionState;
  append(head: BatchHead, body: Buffer, marks: bigint[]): Promise<void>;
  /** Everything appended so far is durable and handed over when it resolves. */
  commit(): Promise<void>;
  forgetDrafts(): void;
  /** The disk refused: nothing more may be appended until the drafts are forgotten, or records would be skipped. */
  failed(): boolean;
  close(): Promise<void>;
}

/** So much is worth a write of its own, and sent while the next is being read. */
const commitBytes = 2 * 1024 * 1024;
/** A slow disk gets more at once: so much is gathered before reading waits for it. */
const gatherBytes = 4 * 1024 * 1024;

export async function openSpool(directory: string, onDurable: (batches: Batch[]) => void): Promise<Spool> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const ledger = await openLedger(directory);
  const { journal, batches } = await openJournal(join(directory, 'journal'));
  const left: Batch[] = [];
  for (const batch of batches) if (await recover(directory, ledger, journal, batch)) left.push(batch);
  const drafts = new Map<string, SessionState>();
  let marks = new Map<string, bigint[]>();
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();
  let busy = false;
  let failure: unknown;

  async function write(): Promise<void> {
    busy = true;
    try {
      await writeAppended();
    } finally {
      busy = false;
    }
  }

  async function writeAppended(): Promise<void> {
    if (failure) throw failure;
    const taken = marks;
    marks = new Map();
    bytes = 0;
    const durable = await journal.commit().catch((error: unknown) => {
      failure = error;
      throw error;
    });
    for (const batch of durable) {
      const state = sessionOf(ledger, batch);
      await noteRedactions(directory, { ...batch, before: state.events }, batch.step.redacted);
      applyStep(state, batch.batch, batch.step);
    }
    for (const [id, list] of taken) await rememberSeen(directory, id, list);
    if (durable.length > 0) onDurable(durable);
  }

  return {
    directory,
    journal,
    ledger,
    left,
    draft(agentId, externalId) {
      const key = keyOf(agentId, externalId);
      const known = drafts.get(key);
      if (known) return known;
      const durable = ledger.sessions.get(key);
      const draft = durable ? structuredClone(durable) : newSession(randomUUID(), agentId, externalId);
      drafts.set(key, draft);
      return draft;
    },
    async append(head, body, taken) {
      if (failure) throw failure;
      const draft = drafts.get(head.session);
      if (draft) applyStep(draft, head.batch, head.step);
      journal.append(head, body);
      marks.set(head.id, [...(marks.get(head.id) ?? []), ...taken]);
      bytes += body.length;
      // Reading is one long piece of work: between two batches the answers of the server get their turn.
      await setImmediate();
      // A record in several batches is durable with all of them or not at all.
      if (bytes < commitBytes || head.more) return;
      // One commit runs while the next is gathered.
      if (busy && bytes < gatherBytes) return;
      await writing;
      writing = write();
      writing.catch(() => {});
    },
    async commit() {
      await writing;
      writing = write();
      await writing;
    },
    forgetDrafts() {
      writing = writing.catch(() => {});
      if (failure) journal.discard();
      failure = undefined;
      drafts.clear();
    },
    failed: () => failure !== undefined,
    async close() {
      await writing.catch(() => {});
      await ledger.flush();
      await ledger.close();
      await journal.close();
    },
  };
}

/** Whether the batch still has to be sent. Its place counts in any case. */
async function recover(directory: string, ledger: Ledger, journal: Journal, batch: Batch): Promise<boolean> {
  const state = sessionOf(ledger, batch);
  if (batch.batch > state.batch) {
    await noteRedactions(directory, { ...batch, before: state.events }, batch.step.redacted);
    applyStep(state, batch.batch, batch.step);
  }
  if (batch.batch > state.acked) return true;
  journal.release(batch);
  return false;
}

function sessionOf(ledger: Ledger, batch: BatchHead): SessionState {
  const known = ledger.sessions.get(batch.session);
  if (known) {
    ledger.touch(known);
    return known;
  }
  const slash = batch.session.indexOf('/');
  const agentId = batch.session.slice(0, slash) as AgentId;
  const state = newSession(batch.id, agentId, batch.session.slice(slash + 1));
  // Without a ledger the journal is the oldest memory there is.
  state.batch = batch.batch - 1;
  state.acked = batch.batch - 1;
  ledger.sessions.set(batch.session, state);
  ledger.touch(state);
  return state;
}
