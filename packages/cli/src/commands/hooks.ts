import { installedAgents, surroundings } from '../agents/registry.ts';
import { exitCodes, Failure } from '../failure.ts';
import { type Home, homeOf } from '../home.ts';
import { type Change, installHooks, removeHooks } from '../hooks/install.ts';
import { MalformedConfig } from '../hooks/json-file.ts';
import { installShim } from '../hooks/shim.ts';
import { hookReport } from '../hooks/state.ts';
import { hookTargets, type Target } from '../hooks/targets.ts';
import { installProgram } from '../installation.ts';
import { columns, paint, say, sayJson, tilde } from '../terminal.ts';

export interface HookOutcome {
  agentId: string;
  path: string;
  change: Change | 'malformed' | 'failed';
  message?: string;
  /** What the user has to do before they run. */
  remedy?: string;
}

export async function hooks(
  verb: 'install' | 'remove',
  names: string[],
  options: { json?: boolean },
): Promise<void> {
  const home = homeOf();
  const targets = hookTargets(home, surroundings());
  const unknown = names.find((name) => !targets.some((target) => target.agentId === name));
  if (unknown) {
    const all = targets.map((target) => target.agentId).join(', ');
    throw new Failure(`There are no hooks for "${unknown}". Choose from: ${all}.`, exitCodes.usage);
  }
  if (verb === 'install') await installProgram(home);
  const outcomes = await (verb === 'install' ? addHooks(home, names) : dropHooks(home, names));
  if (options.json) sayJson(outcomes);
  else if (outcomes.length === 0) say('No agent with hooks was found on this machine.');
  else {
    say(
      columns(
        outcomes.map(({ agentId, change, path, message }) => [agentId, change, message ?? tilde(path)]),
      ),
    );
    for (const { remedy } of outcomes) if (remedy) say(paint('yellow', remedy));
  }
  if (outcomes.some(({ change }) => change === 'malformed' || change === 'failed'))
    process.exitCode = exitCodes.unhealthy;
}

/** In the settings of the agents named, or of all that are on this machine. */
export async function addHooks(home: Home, names: readonly string[]): Promise<HookOutcome[]> {
  const where = surroundings();
  if (where.platform === 'win32') return [];
  // The recorder cannot read the store of such an agent, so a hook would have no use.
  const readable = (await installedAgents(where)).filter((agent) => !agent.obstacle?.(where));
  const present = new Set(readable.map((agent) => agent.agentId));
  await installShim(home);
  const targets = hookTargets(home, where).filter(({ agentId }) =>
    names.length > 0 ? names.includes(agentId) : present.has(agentId),
  );
  return Promise.all(
    targets.map(async (target) => {
      const outcome = await attempt(target, () => installHooks(home, target));
      const { remedy } = outcome.message === undefined ? await hookReport(target) : {};
      return { ...outcome, ...(remedy && { remedy }) };
    }),
  );
}

export async function dropHooks(home: Home, names: readonly string[]): Promise<HookOutcome[]> {
  const targets = hookTargets(home, surroundings()).filter(
    ({ agentId }) => names.length === 0 || names.includes(agentId),
  );
  const outcomes = await Promise.all(
    targets.map((target) => attempt(target, () => removeHooks(home, target))),
  );
  return outcomes.filter(({ change }) => change !== 'absent' || names.length > 0);
}

async function attempt(target: Target, act: () => Promise<Change>): Promise<HookOutcome> {
  const { agentId, path } = target;
  try {
    return { agentId, path, change: await act() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { agentId, path, change: error instanceof MalformedConfig ? 'malformed' : 'failed', message };
  }
}
