import { randomBytes } from 'node:crypto';
import { createRedactor } from '@debrief/redaction';
import type { FoundSecrets, WantedSecrets } from '../domain/redaction/ports.ts';
import { findIn } from '../domain/redaction/secrets-in.ts';
import type { EventLog } from '../domain/session/log-ports.ts';

/** The executor's side of a look for secrets. */
export interface SecretsQuestion extends WantedSecrets {
  task: 'secrets';
}

export function secretsOf(log: Pick<EventLog, 'read'>, question: SecretsQuestion): Promise<FoundSecrets> {
  // Its own for each look: what was seen in one session is not known in another. Any key does, as what is struck is only
  // compared with what was there.
  const redactor = createRedactor({ machineKey: randomBytes(32).toString('hex') });
  return findIn(log, (payload) => redactor.redact(payload).value, question);
}
