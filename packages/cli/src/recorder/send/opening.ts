import { DebriefError, type OpenSession } from '@debrief/contract';
import type { Batch } from '../spool/batch.ts';
import { uuid5 } from '../spool/identity.ts';
import type { SessionState } from '../spool/session.ts';
import type { SessionStates } from '../spool/session-states.ts';
import type { Enrolment } from './enrolment.ts';
import type { Wire } from './wire.ts';

export interface Opener {
  /** Opens the session the batch begins. */
  openLeg(state: SessionState, batch: Batch): Promise<void>;
  /** Somebody else closed or deleted the session: what is left goes on in a new one. */
  reopen(state: SessionState, batch: Batch, gone: boolean): Promise<void>;
}

export interface OpenerOptions {
  wire: Wire;
  enrolment: Enrolment;
  states: SessionStates;
  signal: AbortSignal;
  /** What the repository in a folder of this machine is called everywhere. */
  remoteOf?: (root: string) => Promise<string | undefined>;
}

/** Every opening has a key of its own that a retry after a crash repeats, so that no session is opened twice. */
export function createOpener({ wire, enrolment, states, signal, remoteOf }: OpenerOptions): Opener {
  async function ask(state: SessionState, name: string, fields: Partial<OpenSession>): Promise<string> {
    const { sessionId } = await wire.openSession(
      {
        environmentId: enrolment.environmentId(),
        agentInstallationId: await enrolment.installationOf(state.agentId, state.version),
        agentId: state.agentId,
        externalId: state.externalId.slice(0, 255),
        ...fields,
        idempotencyKey: uuid5(state.id, name),
      },
      { signal },
    );
    return sessionId;
  }

  async function open(state: SessionState, name: string, fields: Partial<OpenSession>): Promise<string> {
    try {
      return await ask(state, name, fields);
    } catch (error) {
      const code = error instanceof DebriefError ? error.code : undefined;
      if (code === 'environment_not_found') await enrolment.renew();
      else if (code === 'installation_not_found') enrolment.forget(state.agentId);
      else if (code === 'validation_error' || code === 'session_not_found')
        return openBare(state, name, fields);
      else if (code === 'idempotency_key_reused' && fields.repoRemote !== undefined) {
        // An earlier version asked, without the remote, and did not hear the answer.
        const { repoRemote: _, ...asBefore } = fields;
        return ask(state, name, asBefore);
      } else throw error;
      return ask(state, `${name}/again`, fields);
    }
  }

  /** A title, a path or a time the server does not like must not cost the session, nor a title its time. */
  async function openBare(state: SessionState, name: string, fields: Partial<OpenSession>): Promise<string> {
    const { startedAt, startedAtSource } = fields;
    if (startedAt === undefined) return ask(state, `${name}/bare`, {});
    try {
      return await ask(state, `${name}/times`, { startedAt, ...(startedAtSource && { startedAtSource }) });
    } catch (error) {
      if (!(error instanceof DebriefError) || error.code !== 'validation_error') throw error;
      return ask(state, `${name}/bare`, {});
    }
  }

  /** Kept before it is told, so that a retry repeats it: git may answer otherwise by then. */
  async function remoteFor(state: SessionState, root: string | undefined): Promise<{ repoRemote?: string }> {
    if (!remoteOf || root === undefined) return {};
    if (state.repoRemote === undefined) {
      state.repoRemote = (await remoteOf(root)) ?? null;
      states.touch(state);
      await states.flush();
    }
    return state.repoRemote === null ? {} : { repoRemote: state.repoRemote };
  }

  return {
    async openLeg(state, batch) {
      const { leg } = batch.step;
      const continues = leg > 1 && state.sessionId ? { continuesSessionId: state.sessionId } : {};
      const remote = await remoteFor(state, batch.opening?.repoRoot);
      state.sessionId = await open(state, `open/${leg}`, { ...batch.opening, ...remote, ...continues });
      state.openedLeg = leg;
      states.touch(state);
    },
    async reopen(state, batch, gone) {
      const continues = gone || !state.sessionId ? {} : { continuesSessionId: state.sessionId };
      state.sessionId = await open(state, `reopen/${batch.batch}/${state.sessionId}`, continues);
      states.touch(state);
      await states.flush();
    },
  };
}
