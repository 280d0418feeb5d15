import { it } from 'node:test';
import fc from 'fast-check';
import { type Call, caller } from '../../../testing/caller.ts';
import { OrganizationModel } from '../../../testing/model.ts';
import { recordCommands } from '../../../testing/model-record.ts';
import { compareSessions, sessionCommands } from '../../../testing/model-session.ts';
import type { Organization } from '../../../testing/model-step.ts';
import { compareSaid, reviewCommands } from '../../../testing/review/model-review.ts';
import type { TestServer } from '../../../testing/server.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aPerson } from '../../../testing/team.ts';

/** MODEL_SEED repeats a run, MODEL_RUNS makes it longer: 1000 before a release. Every run has other histories. */
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
const runs = { sqlite: 250, postgres: 100 };
/** Side by side, so that one run's wait is another's turn. */
const lanes = 4;

const place = { machineId: 'machine-0', agentId: 'codex' } as const;

/** A new organization with one of everything, and the model of just that. */
async function start(
  server: TestServer,
  call: Call,
): Promise<{ model: OrganizationModel; real: Organization }> {
  const { token } = await aPerson(server);
  await call(token, 'POST', '/v1/organizations', { name: 'Model' });
  const text = async (...args: Parameters<Call>) => (await call(...args)).body as Record<string, string>;
  const issued = await text(token, 'POST', '/v1/organizations/me/secrets');
  const secret = String(issued.secret);
  const { agentId, machineId } = place;
  const { environmentId } = await text(secret, 'POST', '/v1/environments', {
    hostname: machineId,
    platform: 'linux',
    serviceCliVersion: '1.0.0',
    machineId,
  });
  const { installationId } = await text(secret, 'POST', `/v1/environments/${environmentId}/agents`, {
    agentId,
  });
  const { sessionId } = await text(secret, 'POST', '/v1/sessions', {
    environmentId,
    agentInstallationId: installationId,
  });
  const environment = { id: String(environmentId), machineId: `live ${machineId}`, revoked: false };
  const model = new OrganizationModel();
  model.secrets.push({ id: String(issued.secretId), secret, environment: 'live' });
  model.environments.push(environment);
  model.installations.push({ id: String(installationId), environment, agentId, disabled: false });
  model.sessions.push({
    id: String(sessionId),
    secretEnvironment: 'live',
    status: 'active',
    events: [],
    keys: new Map(),
  });
  return { model, real: { call, token } };
}

onEveryEngine('model', (server, engine) => {
  it('R18 random histories of an organization agree with a plain model of it', async (test) => {
    const total = Number(process.env.MODEL_RUNS ?? runs[engine]);
    test.diagnostic(`${engine}: ${total} runs, MODEL_SEED=${seed}`);
    const call = caller(server());
    let steps = 0;
    const counting: Call = (...args) => {
      steps++;
      return call(...args);
    };
    const property = fc.asyncProperty(
      fc.commands([...recordCommands, ...sessionCommands, ...reviewCommands], {
        maxCommands: 16,
        size: 'max',
      }),
      async (commands) => {
        const setup = await start(server(), counting);
        await fc.asyncModelRun(() => setup, commands);
        await compareSessions(setup.model, setup.real);
        await compareSaid(setup.model.sessions, setup.real);
      },
    );
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        fc.assert(property, { seed: seed + lane, numRuns: Math.ceil(total / lanes), endOnFailure: false }),
      ),
    );
    call.close();
    test.diagnostic(`${engine}: ${steps} requests`);
  });
});
