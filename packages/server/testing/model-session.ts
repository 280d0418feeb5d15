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
        const answer = await withSecret(real, pick(model.secrets, given.secret), 'POST', path, json, headers);
        if (!answer) return;
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

async function compareSession(session: SessionModel, { call, token }: Organization): Promise<void> {
  const path = `${me}/sessions/${session.id}`;
  const [{ body: review }, { body: page }] = await Promise.all([
    call(token, 'GET', path),
    call(token, 'GET', `${path}/events?limit=200`),
  ]);
  const { status, eventCount, endedAt, secretEnvironment } = review.session as Record<string, unknown>;
  assert.deepEqual(
    [status, eventCount, endedAt, secretEnvironment],
    [session.status, session.events.length, session.endedAt, session.secretEnvironment],
  );
  const events = page.events as { sequence: number; eventType: string }[];
  assert.deepEqual(
    events.map(({ sequence, eventType }) => [sequence, eventType]),
    session.events.map((type, index) => [index + 1, type]),
  );
}

/** At the end of a run: the events of every session. */
export const compareSessions = (model: OrganizationModel, real: Organization) =>
  Promise.all(model.sessions.map((session) => compareSession(session, real)));

/** Appends are what the product is about, so they come up most. */
export const sessionCommands = [open, open, append, append, append, complete, readBack];
