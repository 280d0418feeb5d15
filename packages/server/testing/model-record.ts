import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { OrganizationModel, SecretModel } from './model.ts';
import { always, assertRefused, at, me, type Organization, pick, step, withSecret } from './model-step.ts';

/** Secrets, environments and installations. */

const issue = fc.record({ environment: fc.constantFrom('live', 'test') }).map((given) =>
  step('issue', given, always, async (model, real) => {
    const { status, body } = await real.call(real.token, 'POST', `${me}/secrets`, given);
    assert.equal(status, 201);
    model.secrets.push({
      id: String(body.secretId),
      secret: String(body.secret),
      environment: given.environment as 'live',
    });
  }),
);

const revokeSecret = fc.record({ at: fc.integer({ min: 1, max: 7 }) }).map((given) =>
  // The first one stays, so that a run is not over after its first revocation.
  step(
    'revokeSecret',
    given,
    (model) => model.secrets.length > 1,
    async (model, real) => {
      const secret = model.secrets[1 + (given.at % (model.secrets.length - 1))] as SecretModel;
      const { status, body } = await real.call(real.token, 'DELETE', `${me}/secrets/${secret.id}`);
      assert.deepEqual([status, body.status], [200, 'revoked']);
      secret.revokedAt ??= String(body.revokedAt);
      assert.equal(body.revokedAt, secret.revokedAt);
    },
  ),
);

const register = fc.record({ machine: fc.nat(2), secret: at }).map((given) =>
  step('register', given, always, async (model, real) => {
    const machineId = `machine-${given.machine}`;
    const json = { hostname: machineId, platform: 'linux', serviceCliVersion: '1.0.0', machineId };
    const secret = pick(model.secrets, given.secret);
    const answer = await withSecret(real, secret, 'POST', '/v1/environments', json);
    if (!answer) return;
    assert.equal(answer.status, 201);
    const id = String(answer.body.environmentId);
    // A test machine and a live one are two, whatever they are called (K8).
    const machine = `${secret.environment} ${machineId}`;
    const known = model.activeEnvironment(machine);
    if (known) assert.equal(id, known.id);
    else {
      assert.ok(model.environments.every((one) => one.id !== id));
      model.environments.push({ id, machineId: machine, revoked: false });
    }
  }),
);

const beat = fc.record({ at, secret: at }).map((given) =>
  step(
    'beat',
    given,
    (model) => model.environments.length > 0,
    async (model, real) => {
      const environment = pick(model.environments, given.at);
      const path = `/v1/environments/${environment.id}/heartbeat`;
      const answer = await withSecret(real, pick(model.secrets, given.secret), 'POST', path);
      if (!answer) return;
      if (environment.revoked) assertRefused(answer, 'environment_revoked', path);
      else assert.equal(answer.status, 200);
    },
  ),
);

const revokeEnvironment = fc.record({ at }).map((given) =>
  step(
    'revokeEnvironment',
    given,
    (model) => model.environments.length > 0,
    async (model, real) => {
      const environment = pick(model.environments, given.at);
      const { status } = await real.call(real.token, 'DELETE', `${me}/environments/${environment.id}`);
      assert.equal(status, 200);
      environment.revoked = true;
    },
  ),
);

const install = fc.record({ at, agentId: fc.constantFrom('codex', 'claude-code'), secret: at }).map((given) =>
  step(
    'install',
    given,
    (model) => model.environments.length > 0,
    async (model, real) => {
      const environment = pick(model.environments, given.at);
      const path = `/v1/environments/${environment.id}/agents`;
      const { agentId } = given;
      const answer = await withSecret(real, pick(model.secrets, given.secret), 'POST', path, { agentId });
      if (!answer) return;
      if (environment.revoked) return assertRefused(answer, 'environment_revoked', path);
      assert.equal(answer.status, 201);
      const { installationId: id, installation } = answer.body as {
        installationId: string;
        installation: { status: string };
      };
      let known = model.installation(environment, agentId);
      if (known) assert.equal(id, known.id);
      else {
        known = { id, environment, agentId, disabled: false };
        model.installations.push(known);
      }
      assert.equal(installation.status, known.disabled ? 'disabled' : 'active');
    },
  ),
);

const change = fc.record({ at, status: fc.constantFrom('active', 'disabled') }).map((given) =>
  step(
    'change',
    given,
    (model) => model.installations.length > 0,
    async (model, real) => {
      const installation = pick(model.installations, given.at);
      const path = `${me}/agents/${installation.id}`;
      const { status } = await real.call(real.token, 'PATCH', path, { status: given.status });
      assert.equal(status, 200);
      installation.disabled = given.status === 'disabled';
    },
  ),
);

/** Every record of the organization: nothing more, nothing less than the model says. */
async function compareLists(model: OrganizationModel, real: Organization): Promise<void> {
  const list = async (path: string, field: string, id: string) => {
    const { body } = await real.call(real.token, 'GET', `${me}/${path}`);
    const records = body[field] as Record<string, string>[];
    return records.map((one) => [one[id], one.status]).sort();
  };
  const { secrets, environments, installations, sessions } = model;
  assert.deepEqual(
    await list('secrets', 'secrets', 'secretId'),
    secrets.map(({ id, revokedAt }) => [id, revokedAt ? 'revoked' : 'active']).sort(),
  );
  assert.deepEqual(
    await list('environments', 'environments', 'environmentId'),
    environments.map(({ id, revoked }) => [id, revoked ? 'revoked' : 'active']).sort(),
  );
  assert.deepEqual(
    await list('agents', 'installations', 'installationId'),
    installations.map(({ id, disabled }) => [id, disabled ? 'disabled' : 'active']).sort(),
  );
  assert.deepEqual(
    await list('sessions?limit=100', 'sessions', 'sessionId'),
    sessions.map(({ id, status }) => [id, status]).sort(),
  );
}

const lists = fc.constant(step('lists', {}, always, compareLists));

export const recordCommands = [
  issue,
  revokeSecret,
  register,
  beat,
  revokeEnvironment,
  install,
  change,
  lists,
];
