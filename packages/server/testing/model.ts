/** What a reader of the interface and the decisions expects one organization to hold, in plain objects. */

export interface SecretModel {
  id: string;
  secret: string;
  environment: 'live' | 'test';
  revokedAt?: string;
}

export interface EnvironmentModel {
  id: string;
  machineId: string;
  revoked: boolean;
}

export interface InstallationModel {
  id: string;
  environment: EnvironmentModel;
  agentId: string;
  disabled: boolean;
}

export interface SessionModel {
  id: string;
  secretEnvironment: 'live' | 'test';
  status: 'active' | 'completed' | 'failed';
  endedAt?: string;
  events: string[];
  /** Key → what was sent with it, and the answer it got. */
  keys: Map<string, { sent: string; answer: string }>;
}

export class OrganizationModel {
  readonly secrets: SecretModel[] = [];
  readonly environments: EnvironmentModel[] = [];
  readonly installations: InstallationModel[] = [];
  readonly sessions: SessionModel[] = [];

  /** E1: only an active record of the same machine is the same environment. */
  activeEnvironment(machineId: string): EnvironmentModel | undefined {
    return this.environments.find((one) => one.machineId === machineId && !one.revoked);
  }

  installation(environment: EnvironmentModel, agentId: string): InstallationModel | undefined {
    return this.installations.find((one) => one.environment === environment && one.agentId === agentId);
  }
}

/** S1–S3 in order: what opening a session answers. */
export function openingRefusal(
  environment: EnvironmentModel,
  installation: InstallationModel,
): string | undefined {
  if (installation.environment !== environment) return 'validation_error';
  if (environment.revoked) return 'environment_revoked';
  return installation.disabled ? 'installation_disabled' : undefined;
}

/** V10–V14 in order: what an append answers; a string is a code, `replay` the first answer again. */
export function appendOutcome(
  session: SessionModel,
  key: string | undefined,
  sent: string,
): 'accepted' | 'replay' | 'idempotency_key_reused' | 'session_closed' {
  const before = key === undefined ? undefined : session.keys.get(key);
  if (before) return before.sent === sent ? 'replay' : 'idempotency_key_reused';
  return session.status === 'active' ? 'accepted' : 'session_closed';
}

/** C1–C3: the refusal, or nothing. */
export function completionRefusal(session: SessionModel, status: string | undefined): string | undefined {
  if (session.status === 'active' || status === undefined || status === session.status) return undefined;
  return 'session_closed';
}
