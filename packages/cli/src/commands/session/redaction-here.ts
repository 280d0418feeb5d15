import { randomBytes } from 'node:crypto';
import { homeOf } from '../../home.ts';
import { createRedaction, type Redaction } from '../../recorder/read/redact.ts';
import { readSettings } from '../../settings.ts';

/** For what is made on this machine to be passed on: redacted as what is sent from it. */
export async function redactionHere(): Promise<Redaction> {
  const settings = await readSettings(homeOf());
  return createRedaction(settings?.machineKey ?? randomBytes(8).toString('hex'), process.env);
}
