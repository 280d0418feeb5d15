import { limits } from '@debrief/contract';

export type ReadConfig = { ok: true; value: Record<string, unknown> } | { ok: false; reason: string };

/** What somebody typed as an installation's configuration, or why it cannot be one. */
export function readConfig(text: string): ReadConfig {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'This is no JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, reason: 'The configuration must be a JSON object.' };
  }
  if (new TextEncoder().encode(JSON.stringify(value)).length > limits.configBytes) {
    return { ok: false, reason: `At most ${limits.configBytes / 1024} KiB.` };
  }
  return { ok: true, value: value as Record<string, unknown> };
}
