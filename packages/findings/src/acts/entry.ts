import { isSecretFile } from '@debrief/shell';
import type { Decision, Entry, Tool } from '@debrief/transcript';
import type { Surroundings } from '../place.ts';
import { type Act, type Claim, clipped } from './act.ts';
import { claimsIn } from './claim.ts';
import { editOf } from './edit.ts';
import { shellActs } from './shell.ts';

export const maxChanges = 200;

export interface EntryActs {
  acts: Act[];
  /** A command of it could not be read whole. */
  isPartial: boolean;
}

/** What an entry says happened. Nothing for calls that are still running. */
export function actsOf(entry: Entry, around: Surroundings): EntryActs {
  const at = { sequence: entry.sequences[0] ?? 0, ...(entry.lane !== undefined && { lane: entry.lane }) };
  const none: EntryActs = { acts: [], isPartial: false };
  const some = (...acts: Act[]): EntryActs => ({ acts, isPartial: false });
  switch (entry.kind) {
    case 'tool':
      return toolActs(entry, at, around);
    case 'reply':
      // Claims of sub-agents are for the agent that asked them.
      return entry.lane === undefined && !entry.retracted
        ? some(...claimsIn(entry.text).map((claim): Claim => ({ kind: 'claim', ...at, ...claim })))
        : none;
    case 'decision':
      return some(...decisionActs(entry, at));
    case 'interruption':
      return some({ kind: 'intervention', ...at, what: 'interrupted' });
    case 'approval':
      return entry.decision === 'denied'
        ? some({ kind: 'intervention', ...at, what: 'denied', words: clipped(entry.text) })
        : none;
    case 'prompt':
      return entry.origin === 'human' || entry.origin === 'queued'
        ? some({ kind: 'prompt', ...at, text: clipped(entry.text) })
        : none;
    case 'compaction':
      return some({ kind: 'compaction', ...at });
    case 'plan':
      return some({
        kind: 'plan',
        ...at,
        open: entry.items.filter(({ status }) => status === 'pending' || status === 'active').length,
      });
    case 'notice':
      return entry.label === 'permission mode' ? some(modeOf(entry.text, at)) : none;
    default:
      return none;
  }
}

function toolActs(call: Tool, at: { sequence: number; lane?: string }, around: Surroundings): EntryActs {
  if (call.outcome === 'running') return { acts: [], isPartial: false };
  const outcome = call.outcome;
  const step: Act = {
    kind: 'step',
    ...at,
    outcome,
    mark: `${call.name}\u0000${clipped(call.title)}`,
    tool: call.tool,
  };
  // Denied and interrupted calls did not happen.
  if (outcome === 'denied' || outcome === 'interrupted') return { acts: [step], isPartial: false };
  const edits =
    outcome === 'error'
      ? []
      : (call.changes ?? []).slice(0, maxChanges).map((change) => editOf(change, at, around));
  if (call.tool === 'shell') {
    const { acts, isWhole } = shellActs(call, around);
    return { acts: [step, ...edits, ...acts], isPartial: !isWhole };
  }
  const path = pathOf(call);
  if (
    (call.tool === 'read' || call.tool === 'search') &&
    path !== undefined &&
    isSecretFile(path) &&
    outcome === 'ok'
  ) {
    const read: Act = {
      kind: 'deed',
      ...at,
      rule: 'secret.read',
      severity: 'medium',
      target: path.slice(-200),
      command: clipped(`${call.name} ${path}`),
      what: `Read ${clipped(path, 100)}, which holds secrets`,
    };
    return { acts: [step, read], isPartial: false };
  }
  return { acts: [step, ...edits], isPartial: false };
}

export function pathOf({ input }: Pick<Tool, 'input'>): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { file_path, path, absolute_path, filePath } = input as Record<string, unknown>;
  return [file_path, path, absolute_path, filePath].find((one): one is string => typeof one === 'string');
}

function decisionActs(entry: Decision, at: { sequence: number; lane?: string }): Act[] {
  const words = entry.words === undefined ? {} : { words: clipped(entry.words) };
  if (entry.about === 'mode') {
    return [
      modeOf(entry.mode ?? entry.text, at),
      { kind: 'intervention', ...at, what: 'mode changed', words: clipped(entry.mode ?? '') },
    ];
  }
  if (entry.verdict === 'denied') return [{ kind: 'intervention', ...at, what: 'denied', ...words }];
  if (entry.verdict === 'sent-back')
    return [{ kind: 'intervention', ...at, what: 'plan sent back', ...words }];
  if (entry.about === 'plan' && entry.verdict === 'approved')
    return [{ kind: 'approval', ...at, about: 'plan' }];
  if (entry.verdict === 'waiting') return [{ kind: 'question', ...at }];
  return [];
}

const bypass =
  /bypassPermissions|danger-full-access|yolo|run-everything|--dangerously|approval_policy: never/i;

const modeOf = (mode: string, at: { sequence: number; lane?: string }): Act => ({
  kind: 'mode',
  ...at,
  mode: clipped(mode, 60),
  isBypass: bypass.test(mode),
});
