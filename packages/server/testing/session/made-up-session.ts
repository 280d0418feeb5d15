import { DebriefError } from '@debrief/contract';
import type { MemberActor, SecretActor } from '../../src/domain/actor.ts';
import type { Context } from '../../src/domain/context.ts';
import { newId } from '../../src/domain/id.ts';

/** One session, whose store and log are made up: for rules of the domain that need no database. */

export const sessionId = newId('ses');
export const session = {
  sessionId,
  organizationId: 'org_1',
  environmentId: newId('env'),
  agentId: 'codex',
  secretEnvironment: 'live',
  eventCount: 20,
};
export const member: MemberActor = {
  kind: 'member',
  organizationId: 'org_1',
  userId: 'usr_1',
  role: 'member',
};
export const machine: SecretActor = {
  kind: 'secret',
  organizationId: 'org_1',
  secretId: 'sec_1',
  environment: 'live',
};
export const now = Date.UTC(2026, 0, 31, 10);
export const failsWith = (code: string) => (error: unknown) =>
  error instanceof DebriefError && error.code === code;

type Calls = Record<string, unknown[][]>;

/** A context whose store and log answer what they are told; what they were asked is in `calls`. */
export function contextWith(answers: { transcript?: object; log?: object } = {}): {
  context: Context;
  calls: Calls;
} {
  const calls: Calls = {};
  const noted = (fakes: object) =>
    Object.fromEntries(
      Object.entries(fakes).map(([name, answer]) => [
        name,
        (...given: unknown[]) => {
          calls[name] = [...(calls[name] ?? []), given];
          return typeof answer === 'function' ? answer(...given) : Promise.resolve(answer);
        },
      ]),
    );
  const context = {
    clock: () => now,
    bell: noted({ ring: undefined }),
    log: noted(answers.log ?? {}),
    store: {
      session: { find: async (_: string, id: string) => (id === sessionId ? session : undefined) },
      environment: { find: async () => ({ keyedAt: null }) },
      erasure: { find: async () => undefined },
      audit: { addNew: async () => {} },
      redaction: { revision: async () => undefined },
      review: noted({ lookSoon: undefined }),
      transcript: noted({ state: { foldedTo: 20 }, ...answers.transcript }),
    },
  } as unknown as Context;
  return { context, calls };
}
