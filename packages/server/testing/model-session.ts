import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  appendOutcome,
  completionRefusal,
  type OrganizationModel,
  openingRefusal,
  type SessionModel,
} from './model.ts';
import { assertRefused, at, me, type Organization, pick, step, withSecret } from './model-step.ts';

/** Sessions and their events. */

const open = fc.record({ environment: at, installation: at, secret: at }).map((given) =>
  step(
    'open',
    given,
    (model) => model.installations.length > 0,
    async (model, real) => {
      const installation = pick(model.installations, given.installation);
      // Mostly its own environment, sometimes another.
      const environment =
        given.environment < 6 ? installation.environment : pick(model.environments, given.environment);
      const json = { environmentId: environment.id, agentInstallationId: installation.id };
      const secret = pick(model.secrets, given.secret);
      const answer = await withSecret(real, secret, 'POST', '/v1/sessions', json);
      if (!answer) return;
      const refusal = openingRefusal(environment, installation);
      if (refusal) return assertRefused(answer, refusal, 'open');
      assert.equal(answer.status, 201, answer.text);
      model.sessions.push({
        id: String(answer.body.sessionId),
        secretEnvironment: secret.environment,
        status: 'active',
        events: [],
        keys: new Map(),
      });
    },
  ),
);

const append = fc
  .record({
    at,
    secret: at,
    types: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }),
    key: fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: undefined }),
  })
  .map((given) =>
    step(
      'append',
      given,
      (model) => model.sessions.length > 0,
      async (model, real) => {
        const session = pick(model.sessions, given.at);
        const { types, key } = given;
        const json = { events: types.map((eventType) => ({ eventType })) };
        const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
        const path = `/v1/sessions/${session.id}/events`;
        const secret = pick(model.secrets, given.secret);
        const answer = await withSecret(real, secret, 'POST', path, json, headers);
        if (!answer) return;
        if (secret.environment !== session.secretEnvironment) {
          return assertRefused(answer, 'wrong_secret_environment', path);
        }
        const sent = types.join();
        const outcome = appendOutcome(session, key, sent);
        assert.equal(answer.replayed, outcome === 'replay');
        if (outcome === 'replay') assert.equal(answer.text, session.keys.get(key as string)?.answer);
        else if (outcome !== 'accepted') assertRefused(answer, outcome, path);
        else {
          const firstSequence = session.events.length + 1;
          session.events.push(...types);
          assert.deepEqual(
            [answer.status, answer.body],
            [
              200,
              {
                sessionId: session.id,
                accepted: types.length,
                firstSequence,
                lastSequence: session.events.length,
                async: false,
              },
            ],
          );
          if (key !== undefined) session.keys.set(key, { sent, answer: answer.text });
        }
      },
    ),
  );

const complete = fc
  .record({ at, secret: at, status: fc.constantFrom('completed', 'failed', undefined) })
  .map((given) =>
    step(
      'complete',
      given,
      (model) => model.sessions.length > 0,
      async (model, real) => {
        const session = pick(model.sessions, given.at);
        const path = `/v1/sessions/${session.id}/complete`;
        const { status } = given;
        const secret = pick(model.secrets, given.secret);
        const answer = await withSecret(real, secret, 'POST', path, status && { status });
        if (!answer) return;
        if (secret.environment !== session.secretEnvironment) {
          return assertRefused(answer, 'wrong_secret_environment', path);
        }
        const refusal = completionRefusal(session, status);
        if (refusal) return assertRefused(answer, refusal, path);
        assert.equal(answer.status, 200);
        if (session.status === 'active') {
          session.status = (status ?? 'completed') as 'completed';
          session.endedAt = String(answer.body.endedAt);
        }
        assert.deepEqual([answer.body.status, answer.body.endedAt], [session.status, session.endedAt]);
      },
    ),
  );

const readBack = fc.record({ at }).map((given) =>
  step(
    'read',
    given,
    (model) => model.sessions.length > 0,
    (model, real) => compareSession(pick(model.sessions, given.at), real),
  ),
);

function compareRecord(session: SessionModel, record: Record<string, unknown> | undefined): void {
  assert.deepEqual(
    [record?.status, record?.eventCount, record?.endedAt, record?.secretEnvironment],
    [session.status, session.events.length, session.endedAt, session.secretEnvironment],
  );
}

async function compareEvents(session: SessionModel, { call, token }: Organization): Promise<void> {
  const { body } = await call(token, 'GET', `${me}/sessions/${session.id}/events?limit=200`);
  const events = body.events as { sequence: number; eventType: string }[];
  assert.deepEqual(
    events.map(({ sequence, eventType }) => [sequence, eventType]),
    session.events.map((type, index) => [index + 1, type]),
  );
}

async function compareSession(session: SessionModel, real: Organization): Promise<void> {
  const { body } = await real.call(real.token, 'GET', `${me}/sessions/${session.id}`);
  compareRecord(session, body.session as Record<string, unknown>);
  await compareEvents(session, real);
}

/** At the end of a run: every session with its events, and no other. */
export async function compareSessions({ sessions }: OrganizationModel, real: Organization): Promise<void> {
  const { body } = await real.call(real.token, 'GET', `${me}/sessions?limit=100`);
  const records = new Map((body.sessions as Record<string, unknown>[]).map((one) => [one.sessionId, one]));
  assert.equal(records.size, sessions.length);
  for (const session of sessions) compareRecord(session, records.get(session.id));
  await Promise.all(sessions.map((session) => compareEvents(session, real)));
}

/** Appends are what the product is about, so they come up most. */
export const sessionCommands = [open, open, append, append, append, complete, readBack];
