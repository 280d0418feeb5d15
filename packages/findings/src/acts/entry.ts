import { isSecretFile } from '@debrief/shell';
import { asksNobody, type Decision, type Entry, type Subagent, type Tool } from '@debrief/transcript';
import type { Surroundings } from '../place.ts';
import { isProcessFile, readsProcess } from '../runs/answer.ts';
import { moreOfProcess, pastedRuns, reportedRuns } from '../runs/of-call.ts';
import { wantedIn, wordsIn } from '../state/wish.ts';
import { type Act, type Base, type Claim, clipped, type Mode } from './act.ts';
import { isUnconfined } from './call-flags.ts';
import { pathOf } from './call-path.ts';
import { claimsIn } from './claim.ts';
import { deedOf } from './deeds/classify.ts';
import { isEnvironmentFile, overwritten } from './deeds/overwrite.ts';
import { editOf } from './edit.ts';
import { dependencyEdit } from './manifest.ts';
import { metIn } from './met.ts';
import { wantedBy } from './refused.ts';
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
      if (entry.origin === 'agent') return none;
      return entry.origin === 'command'
        ? some(...wishOf(entry.text, at))
        : some(
            { kind: 'prompt', ...at, text: clipped(entry.text) },
            ...wishOf(entry.text, at),
            ...pastedRuns(entry.text, at),
          );
    case 'compaction':
      // The summary repeats what the person had asked for.
      return some(
        { kind: 'compaction', ...at },
        ...wishOf(entry.text, at).map((wish) => ({ ...wish, forbids: [] })),
      );
    case 'plan':
      return some({
        kind: 'plan',
        ...at,
        open: entry.items.filter(({ status }) => status === 'pending' || status === 'active').length,
      });
    case 'subagent':
      return some(...writtenBySubagent(entry, at), ...reportedRuns(entry.title, entry.output ?? '', at));
    case 'notice':
      return entry.label === 'permission mode' ? some({ ...modeOf(entry.text, at), isFirst: true }) : none;
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
    ...(outcome === 'denied' && { wanted: wantedBy(call, around) }),
    ...(call.tool === 'shell' && isUnconfined(call.input) && { isUnconfined: true as const }),
  };
  // Denied and interrupted calls did not happen.
  if (outcome === 'denied' || outcome === 'interrupted') return { acts: [step], isPartial: false };
  const met = metIn(call, at, around);
  const edits =
    outcome === 'error'
      ? []
      : (call.changes ?? []).slice(0, maxChanges).map((change) => editOf(change, at, around));
  if (call.tool === 'shell') {
    const { acts, isWhole } = shellActs(call, around);
    return { acts: [step, ...(met ? [met] : []), ...edits, ...acts], isPartial: !isWhole };
  }
  const path = pathOf(call);
  if (readsProcess.test(call.name) || isProcessFile(path))
    return { acts: [step, ...moreOfProcess(call, at)], isPartial: false };
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
    const seen: Act = { kind: 'seen', ...at, path: path.slice(-300) };
    return { acts: [step, read, seen], isPartial: false };
  }
  const added =
    outcome === 'error'
      ? []
      : (call.changes ?? []).slice(0, maxChanges).flatMap((change) => {
          const deed = dependencyEdit(change);
          return deed ? [deedOf(deed, clipped(`${call.name} ${change.path}`), at)] : [];
        });
  const written = (call.changes ?? []).flatMap(({ path: file, change }) =>
    outcome !== 'error' && change !== 'delete' && call.tool === 'write' && isEnvironmentFile(file)
      ? [deedOf(overwritten(clipped(file, 100), file), clipped(`${call.name} ${file}`), at)]
      : [],
  );
  return { acts: [step, ...(met ? [met] : []), ...written, ...added, ...edits], isPartial: false };
}

function decisionActs(entry: Decision, at: Base): Act[] {
  const words = entry.words === undefined ? {} : { words: clipped(entry.words) };
  const wish = wishOf(entry.words ?? '', at);
  if (entry.about === 'mode') {
    return [
      modeOf(entry.mode ?? entry.text, at),
      { kind: 'intervention', ...at, what: 'mode changed', words: clipped(entry.mode ?? '') },
    ];
  }
  if (entry.verdict === 'denied') return [{ kind: 'intervention', ...at, what: 'denied', ...words }, ...wish];
  if (entry.verdict === 'sent-back')
    return [{ kind: 'intervention', ...at, what: 'plan sent back', ...words }, ...wish];
  if (entry.about === 'plan' && entry.verdict === 'approved')
    return [{ kind: 'approval', ...at, about: 'plan' }, ...wishOf(`${entry.text}\n${entry.words ?? ''}`, at)];
  if (entry.verdict === 'waiting') return [{ kind: 'question', ...at }];
  return entry.verdict === 'answered' ? wishOf(answersOf(entry), at) : [];
}

/** What was asked and chosen: “Push now?” “Yes” is a wish in both halves together. */
const answersOf = ({ questions = [], words = '' }: Decision): string =>
  [...questions.flatMap(({ question, chosen }) => [question.replaceAll('?', ''), ...chosen]), words].join(
    '. ',
  );

const writes =
  /\b(?:written|saved|created|wrote|generated)\b[^\n`/]{0,60}`?((?:~?\/)?[\w.@-]{1,100}(?:\/[\w.@-]{1,100}){1,20})/gi;

/** A sub-agent tells what it made; its own records may not be there. */
function writtenBySubagent(entry: Subagent, at: Base): Act[] {
  const told = (entry.output ?? '').slice(0, 6000);
  const paths = [...told.matchAll(writes)].slice(0, 20).map(([, path = '']) => path);
  return paths.length === 0 ? [] : [{ kind: 'made', ...at, paths }];
}

const modeOf = (mode: string, at: Base): Mode => ({
  kind: 'mode',
  ...at,
  mode: clipped(mode, 60),
  isBypass: asksNobody(mode),
});

/** What was asked for in it. A text without a wish still names things. */
function wishOf(text: string, at: Base): Act[] {
  const words = wordsIn(text);
  return words.length === 0 ? [] : [{ kind: 'wish', ...at, ...wantedIn(text), words }];
}
