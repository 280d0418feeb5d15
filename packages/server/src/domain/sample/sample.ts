import { type AgentId, limits, type SampleAnswer } from '@debrief/contract';
import { recordType } from '@debrief/transcript';
import type { MemberActor, SecretActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { registerEnvironment } from '../environment.ts';
import { deleteSession } from '../erasure/deletion.ts';
import { registerInstallation } from '../installation.ts';
import type { EnvironmentRecord, SessionRecord } from '../records.ts';
import { completeSession } from '../session/completion.ts';
import { appendEvents } from '../session/event.ts';
import { encodeEvents } from '../session/event-lines.ts';
import { openSession } from '../session/opening.ts';
import { claudeCodeRecords } from './claude-code.ts';
import { codexRecords } from './codex.ts';
import { geminiCliRecords } from './gemini-cli.ts';
import type { WriteRecords } from './step.ts';
import { stories } from './stories.ts';
import type { Story } from './story.ts';

/** What tells the sample from everything else; a machine of this name registers itself in no other way. */
const machineId = 'debrief-sample';
const externalPrefix = 'debrief-sample-';

const writers: Partial<Record<AgentId, WriteRecords>> = {
  'claude-code': claudeCodeRecords,
  codex: codexRecords,
  'gemini-cli': geminiCliRecords,
};

const hour = 3_600_000;

/**
 * Stores the sample the way a machine would store its captures. Every step is a retry of itself, so that loading
 * twice, at once or after a failure leaves one sample.
 */
export async function loadSample(context: Context, actor: MemberActor): Promise<SampleAnswer> {
  const { organizationId } = actor;
  // Somebody may have revoked it: a new one would be another machine, and the sessions would be there twice.
  if ((await sampleEnvironments(context, organizationId)).some(({ status }) => status !== 'active')) {
    await erase(context, organizationId);
  }
  const machine: SecretActor = { kind: 'secret', organizationId, secretId: 'sample', environment: 'test' };
  const { environmentId, environment } = await registerEnvironment(context, machine, {
    machineId,
    displayName: 'Sample data',
    hostname: 'sample',
    platform: 'linux',
    serviceCliVersion: '0.0.0',
  });
  // The records tell times relative to this one, so that a second loading writes the same.
  const loadedAt = Date.parse(environment.createdAt);
  const before = await sampleSessions(context, organizationId);
  for (const [index, story] of stories.entries()) {
    const sessionId = await tell(context, machine, environmentId, story, loadedAt);
    // Some are the member's own; the others have no author, as those of machines that nobody claimed.
    if (index % 2 === 0) await context.store.session.giveAuthor(sessionId, actor.userId);
  }
  if (before.length < stories.length) await recordDeed(context, actor, 'sample_loaded', environmentId);
  return { sessions: (await sampleSessions(context, organizationId)).length };
}

async function tell(
  context: Context,
  machine: SecretActor,
  environmentId: string,
  story: Story,
  loadedAt: number,
): Promise<string> {
  const { installationId } = await registerInstallation(context, machine, {
    environmentId,
    agentId: story.agentId,
  });
  const started = loadedAt - story.hoursAgo * hour;
  const at = (time: number): Context => ({ ...context, clock: () => time });
  const cwd = `/home/sam/${story.repo}`;
  const externalId = externalPrefix + story.name;
  const { sessionId } = await openSession(at(started), machine, {
    environmentId,
    agentInstallationId: installationId,
    repoRoot: cwd,
    gitBranch: story.branch,
    externalId,
    idempotencyKey: externalId,
  });
  const setting = { id: externalId, cwd, branch: story.branch, at: started, pace: story.pace };
  const records = writers[story.agentId]?.(story.steps, setting) ?? [];
  for (let first = 0; first < records.length; first += limits.eventsPerBatch) {
    const part = records.slice(first, first + limits.eventsPerBatch);
    await appendEvents(at(started + first * story.pace * 1000), machine, sessionId, {
      lines: encodeEvents(part.map((record) => ({ eventType: recordType(record), payload: record }))),
      count: part.length,
      idempotencyKey: `${externalId}-${first}`,
    });
  }
  if (story.end === 'active') return sessionId;
  const ended = started + records.length * story.pace * 1000;
  await completeSession(at(ended), machine, { sessionId, status: story.end });
  return sessionId;
}

/** Exactly the sample: a real session that found its way into that environment stays, and then so does the environment. */
export async function removeSample(context: Context, actor: MemberActor): Promise<SampleAnswer> {
  const { sessions, environments } = await erase(context, actor.organizationId);
  for (const environmentId of environments) await recordDeed(context, actor, 'sample_removed', environmentId);
  return { sessions };
}

async function erase(context: Context, organizationId: string) {
  const sessions = await sampleSessions(context, organizationId);
  for (const session of sessions) await deleteSession(context, session);
  const environments = (await sampleEnvironments(context, organizationId)).map((one) => one.environmentId);
  for (const environmentId of environments) {
    await context.store.environment.deleteUnused(organizationId, environmentId);
  }
  return { sessions: sessions.length, environments };
}

async function sampleEnvironments(context: Context, organizationId: string): Promise<EnvironmentRecord[]> {
  const environments = await context.store.environment.list(organizationId);
  return environments.filter((environment) => environment.machineId === machineId);
}

async function sampleSessions(context: Context, organizationId: string): Promise<SessionRecord[]> {
  const found: SessionRecord[] = [];
  for (const { environmentId } of await sampleEnvironments(context, organizationId)) {
    const sessions = await context.store.session.list(organizationId, {
      limit: 1000,
      environmentId,
      secretEnvironment: 'test',
    });
    found.push(...sessions.filter(({ externalId }) => externalId?.startsWith(externalPrefix)));
  }
  return found;
}
