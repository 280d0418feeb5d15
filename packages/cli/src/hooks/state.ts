import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fields } from '../agents/agent.ts';
import { hasRegistrations, MalformedConfig, readConfig } from './json-file.ts';
import type { SharedTarget, Target } from './targets.ts';

export type HookState = 'installed' | 'outdated' | 'absent' | 'not-trusted' | 'disabled' | 'malformed';

export interface HookReport {
  agentId: string;
  path: string;
  state: HookState;
  remedy?: string;
}

/** Whether a target's hooks are there and will run. */
export async function hookReport(target: Target): Promise<HookReport> {
  const about = { agentId: target.agentId, path: target.path };
  const text = await readFile(target.path, 'utf8').catch(() => undefined);
  const install = 'Run "debrief hooks install".';
  if (text === undefined) return { ...about, state: 'absent', remedy: install };
  if (target.kind === 'own') {
    return text === target.content
      ? { ...about, state: 'installed' }
      : { ...about, state: 'outdated', remedy: install };
  }
  try {
    const config = readConfig(text, target.path);
    if (!hasRegistrations(config, target.registrations))
      return { ...about, state: 'absent', remedy: install };
    const disabled = disabledBy(config);
    if (disabled) return { ...about, state: 'disabled', remedy: `Remove ${disabled} from ${target.path}.` };
    return { ...about, ...(await trustOf(target, config)) };
  } catch (error) {
    if (error instanceof MalformedConfig) return { ...about, state: 'malformed', remedy: error.message };
    throw error;
  }
}

function disabledBy(config: Record<string, unknown>): string | undefined {
  if (config.disableAllHooks === true) return '"disableAllHooks"';
  if (config.allowManagedHooksOnly === true) return '"allowManagedHooksOnly"';
  const { enabled, disabled } = fields(config.hooksConfig);
  if (enabled === false) return '"hooksConfig.enabled": false';
  if (Array.isArray(disabled) && disabled.includes('debrief')) return '"debrief" in "hooksConfig.disabled"';
  return undefined;
}

/**
 * Codex runs a hook only after the user trusted it, and notes that in its config. Debrief never writes that
 * note itself: it would bypass a question meant for the user.
 */
async function trustOf(
  target: SharedTarget,
  config: Record<string, unknown>,
): Promise<Pick<HookReport, 'state' | 'remedy'>> {
  if (target.agentId !== 'codex') return { state: 'installed' };
  const toml = await readFile(join(dirname(target.path), 'config.toml'), 'utf8').catch(() => '');
  const lists = fields(config.hooks);
  const trusted = target.registrations.every(({ event, entry }) => {
    const list = lists[event];
    const group = Array.isArray(list)
      ? list.findIndex((one) => JSON.stringify(one) === JSON.stringify(entry))
      : -1;
    const snake = event.replace(/[a-z](?=[A-Z])/g, '$&_').toLowerCase();
    const section = toml.indexOf(`[hooks.state."${target.path}:${snake}:${group}:0"]`);
    return section >= 0 && /^[^[]*trusted_hash/.test(toml.slice(section + 1).replace(/^[^\n]*\n/, ''));
  });
  return trusted
    ? { state: 'installed' }
    : { state: 'not-trusted', remedy: 'Start codex once and choose "Trust all" when it asks about hooks.' };
}
