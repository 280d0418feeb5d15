import type { AgentId } from '@debrief/contract';
import { installedAgents, surroundings } from '../../agents/registry.ts';
import { exitCodes, Failure } from '../../failure.ts';
import { homeOf } from '../../home.ts';
import { installProgram } from '../../installation.ts';
import { removeCopies, toldByHook, writeCopies } from '../../lessons/copy.ts';
import { canonical } from '../../pause.ts';
import { repositoryOf } from '../../repository.ts';
import { changeSettings, NotConnected, readSettings } from '../../settings.ts';
import { say, sayJson, tilde } from '../../terminal.ts';
import { counted, oneLine } from '../../text.ts';
import { addHooks, dropHooks, type HookOutcome } from '../hooks.ts';
import { askLessons } from './ask.ts';

/** Whether agents on this machine are told lessons when a session begins. */
export async function turn(verb: 'on' | 'off', options: { json?: boolean }): Promise<void> {
  const settings = await readSettings(homeOf());
  if (!settings) throw new NotConnected();
  await (verb === 'on' ? turnOn(options) : turnOff(options));
}

async function turnOn({ json }: { json?: boolean }): Promise<void> {
  const home = homeOf();
  const where = surroundings();
  if (where.platform === 'win32')
    throw new Failure('Hooks are not installed on Windows, so agents are told nothing.');
  const here = (await installedAgents(where))
    .map(({ agentId }) => agentId)
    .filter((one) => toldByHook.includes(one));
  // Also where the hooks are there already: what they run may be of an earlier version.
  await installProgram(home);
  const outcomes = here.length > 0 ? await addHooks(home, here) : [];
  const added = outcomes
    .filter(({ change }) => change === 'installed')
    .map(({ agentId }) => agentId as AgentId);
  await changeSettings(home, (now) => ({
    ...now,
    lessons: { hooks: [...new Set([...(now.lessons?.hooks ?? []), ...added])] },
  }));
  const found = repositoryOf(canonical(process.cwd()));
  const root = found === undefined ? undefined : canonical(found);
  // Repositories in use are the recorder's; in this one it shall work at once.
  const lessons = root === undefined ? undefined : await askLessons(root, undefined).catch(() => undefined);
  if (root !== undefined && lessons) await writeCopies(home, root, lessons);
  const failed = outcomes.filter(({ change }) => change === 'malformed' || change === 'failed');
  if (failed.length > 0) process.exitCode = exitCodes.unhealthy;
  if (json) return sayJson({ on: true, agents: outcomes, lessons: lessons?.length ?? null });
  tellOn(outcomes);
  if (root !== undefined && lessons) say(`${tilde(root)}: ${counted(lessons.length, 'lesson')}.`);
  say(
    'The recorder keeps copies for the repositories in use; hooks ask no server. "debrief lessons off" ends it.',
  );
}

function tellOn(outcomes: readonly HookOutcome[]): void {
  if (outcomes.length === 0)
    say(`No agent that can be told by a hook is on this machine (${toldByHook.join(', ')}).`);
  for (const { agentId, change, message, remedy } of outcomes) {
    const isFine = change === 'installed' || change === 'unchanged';
    say(`${agentId}: ${isFine ? 'is told when a session begins' : oneLine(message ?? change, 500)}`);
    if (remedy) say(`  ${oneLine(remedy, 500)}`);
  }
}

async function turnOff({ json }: { json?: boolean }): Promise<void> {
  const home = homeOf();
  const hooks = (await readSettings(home))?.lessons?.hooks ?? [];
  await changeSettings(home, ({ lessons: _, ...rest }) => rest);
  await removeCopies(home);
  const outcomes = hooks.length > 0 ? await dropHooks(home, hooks) : [];
  if (json) return sayJson({ on: false, agents: outcomes });
  say('Agents are told nothing when a session begins. What "debrief lessons sync" wrote stays.');
  for (const { agentId, change } of outcomes) say(`Hooks of ${agentId}: ${change}.`);
}
