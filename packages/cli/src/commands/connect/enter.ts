import { exitCodes, Failure } from '../../failure.ts';
import type { Home } from '../../home.ts';
import { type FormerMachine, formerMachines } from '../../recorder/memory/connection.ts';
import { registerMachine } from '../../recorder/send/enrolment.ts';
import { createWire, type Wire } from '../../recorder/send/wire.ts';
import { isMachineKey, type Settings } from '../../settings.ts';
import { paint, say } from '../../terminal.ts';
import { oneLine } from '../../text.ts';
import { formerKey, isRefused } from './returning.ts';

export interface Entered {
  wire: Wire;
  secret: string;
  version: string;
  environmentId: string;
}

const maxAttempts = 3;

/** A wrong secret, or a stored one that was revoked meanwhile: asks for another where somebody can answer. */
export async function enterWith(
  askFor: (known: string | undefined) => Promise<string>,
  stored: string | undefined,
  attempt: (secret: string) => Promise<Entered>,
  asksAgain: boolean,
): Promise<Entered> {
  for (let count = 1; ; count++) {
    try {
      return await attempt(await askFor(count === 1 ? stored : undefined));
    } catch (error) {
      // Its own key is void, or the machine itself: with a secret it is registered anew.
      const wasOwnKey = count === 1 && isMachineKey(stored);
      if (!isRefused(error) || !(asksAgain || wasOwnKey) || count === maxAttempts) throw error;
      if (wasOwnKey && !asksAgain) continue;
      say(paint('yellow', `${oneLine(error.message)} Please try again.`));
    }
  }
}

/** The machines that this one is or was: the one it is connected as now, then the others. */
export async function formersOf(
  home: Home,
  connected: Settings | undefined,
  stored: string | undefined,
): Promise<FormerMachine[]> {
  const formers = await formerMachines(home);
  if (!connected || !isMachineKey(stored)) return formers;
  const { server, environmentId } = connected;
  return [{ server, environmentId, key: stored, leftAt: Date.now() }, ...formers];
}

interface Known {
  machineId: string;
  displayName: string;
  formers: readonly FormerMachine[];
}

/** With a secret of the organization that knows this machine, it is that machine; with any other a new one. */
export async function enterAgain(
  address: string,
  { machineId, displayName, formers }: Known,
  secret: string,
): Promise<Entered> {
  const key = isMachineKey(secret) ? undefined : await formerKey(address, secret, machineId, formers);
  if (key !== undefined) {
    try {
      return await enter(address, machineId, displayName, key);
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  return enter(address, machineId, displayName, secret);
}

/** The first calls: is there a server, and does it take the secret? */
async function enter(
  address: string,
  machineId: string,
  displayName: string,
  secret: string,
): Promise<Entered> {
  const wire = createWire({ server: address, secret: async () => secret, timeoutMs: 15_000 });
  const { version } = await wire.getHealth();
  const environmentId = await registerMachine(wire, machineId, displayName);
  return { wire, secret, version, environmentId };
}

export async function askSecret(
  stored: string | undefined,
  options: { secretStdin?: boolean },
  asks: boolean,
): Promise<string> {
  const given = isMachineKey(stored) ? stored : (process.env.DEBRIEF_SECRET ?? stored);
  const known = options.secretStdin ? await readStdin() : given;
  if (known?.trim()) return known.trim();
  if (!asks) {
    throw new Failure(
      'Set DEBRIEF_SECRET to an organization secret, or pipe it in with --secret-stdin.',
      exitCodes.usage,
    );
  }
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({
    message: 'Organization secret (dashboard → Secrets)',
    validate: (value) => (value?.trim() ? undefined : 'Paste the secret that begins with sk_'),
  });
  if (isCancel(answer)) throw new Failure('Nothing was changed.');
  return answer.trim();
}

async function readStdin(): Promise<string> {
  let content = '';
  for await (const chunk of process.stdin) content += chunk;
  return content;
}
