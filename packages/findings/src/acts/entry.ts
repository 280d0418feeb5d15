import { asksNobody, type Decision, type Entry, type Subagent, type Tool } from '@debrief/transcript';
import type { Surroundings } from '../place.ts';
import { isProcessFile, readsProcess } from '../runs/answer/answer.ts';
import { isNewsOfProcess, moreOfProcess, newsOfProcess, pastedRuns, reportedRuns } from '../runs/of-call.ts';
import { ruledOutIn } from '../state/ruled-out.ts';
import { clausesOf, isTold, isYes, wantedIn, wordsIn } from '../state/wish.ts';
import { type Act, type Base, type Claim, clipped, type Mode } from './act.ts';
import { isUnconfined } from './call-flags.ts';
import { pathOf } from './call-path.ts';
import { claimsIn } from './claim.ts';
import { deedOf } from './deeds/classify.ts';
import type { DeedDraft } from './deeds/deed.ts';
import { isEnvironmentFile, overwritten } from './deeds/overwrite.ts';
import { isOfDevelopment } from './deeds/secret.ts';
import { isSecret } from './deeds/secret-name.ts';
import { editOf } from './edit.ts';
import { instructedByCall, instructedByNotice, isInstructing } from './instructed.ts';
import { dependencyEdit } from './manifest.ts';
import { metIn } from './met.ts';
import { isForbidden, wantedBy } from './refused.ts';
import { shellActs } from './shell.ts';
import { unmountedIn } from './state-acts.ts';
import { mayBeScript, textAfter, writtenScript } from './written.ts';

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
        ? some(
            { kind: 'said', ...at, ...offeredIn(entry.text) },
            ...claimsIn(entry.text).map((claim): Claim => ({ kind: 'claim', ...at, ...claim })),
          )
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
        ...wishOf(entry.text, at).map((wish) => ({ ...wish, forbids: [], ruledOut: {} })),
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
      if (isInstructing(entry)) return some(...instructedByNotice(entry.text, at));
      if (isNewsOfProcess(entry)) return some(...newsOfProcess(entry.text, at));
      return entry.label === 'permission mode' ? some({ ...modeOf(entry.text, at), isFirst: true }) : none;
    default:
      return none;
  }
}

function toolActs(call: Tool, at: { sequence: number; lane?: string }, around: Surroundings): EntryActs {
  if (call.outcome === 'running') return { acts: [], isPartial: false };
  // What a hook or a rule forbade did not happen either.
  const isStopped = (call.outcome === 'error' || call.outcome === 'unknown') && isForbidden(call.output);
  const outcome = isStopped && call.exitCode === undefined ? 'denied' : call.outcome;
  const step: Act = {
    kind: 'step',
    ...at,
    outcome,
    mark: `${call.name}\u0000${clipped(call.title)}`,
    tool: call.tool,
    ...(outcome === 'denied' && { wanted: wantedBy(call, around) }),
    ...(isStopped && { advice: clipped(call.output ?? '', 300) }),
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
    const told = instructedByCall(call, at);
    return { acts: [step, ...(met ? [met] : []), ...told, ...edits, ...acts], isPartial: !isWhole };
  }
  const path = pathOf(call);
  if (readsProcess.test(call.name) || isProcessFile(path))
    return { acts: [step, ...moreOfProcess(call, at)], isPartial: false };
  if (
    (call.tool === 'read' || call.tool === 'search') &&
    path !== undefined &&
    isSecret(path) &&
    outcome === 'ok'
  ) {
    return { acts: [step, ...secretRead(call, path, at)], isPartial: false };
  }
  if (call.tool === 'read')
    return {
      acts: [
        step,
        ...(met ? [met] : []),
        ...instructedByCall(call, at),
        ...unmountedIn(path ?? '', call.output ?? '', at),
      ],
      isPartial: false,
    };
  const scripts = scriptsIn(call, at, around);
  return {
    acts: [step, ...(met ? [met] : []), ...changeDeeds(call, at), ...edits, ...scripts],
    isPartial: false,
  };
}

/** Files that are a matter of a rule by themselves: settings that are written over, manifests that name more. */
function changeDeeds(call: Tool, at: Base): Act[] {
  if (call.outcome === 'error') return [];
  const label = (path: string) => clipped(`${call.name} ${path}`);
  const changes = (call.changes ?? []).slice(0, maxChanges);
  const written = changes
    .filter(({ path, change }) => change !== 'delete' && isEnvironmentFile(path))
    // A patch that adds a file puts a whole one in its place, too.
    .filter(({ change }) => call.tool === 'write' || change === 'add')
    .map(({ path }) => deedOf(overwritten(clipped(path, 100), path), label(path), at));
  const added = changes.flatMap((change) => deedsIn(dependencyEdit(change), label(change.path), at));
  return [...written, ...added];
}

const deedsIn = (deed: DeedDraft | undefined, label: string, at: Base): Act[] =>
  deed ? [deedOf(deed, label, at)] : [];

/** What was in it is redacted; that it was opened is the point. */
function secretRead(call: Tool, path: string, at: Base): Act[] {
  const read: Act = {
    kind: 'deed',
    ...at,
    rule: 'secret.read',
    severity: isOfDevelopment(path) ? 'low' : 'medium',
    target: path.slice(-200),
    command: clipped(`${call.name} ${path}`),
    what: `Read ${clipped(path, 100)}, which holds secrets`,
  };
  const seen: Act = { kind: 'seen', ...at, path: path.slice(-300) };
  return [read, seen];
}

const maxScripts = 5;

/** Scripts among the files that a call wrote. Only those that are short enough to be read whole. */
function scriptsIn(call: Tool, at: Base, around: Surroundings): Act[] {
  if (call.outcome === 'error') return [];
  return (call.changes ?? [])
    .filter(({ path, change, added }) => change !== 'delete' && added < 2000 && mayBeScript(path))
    .slice(0, maxScripts)
    .flatMap((change) => {
      const script = writtenScript(change.path, textAfter(change), at, around);
      return script ? [script] : [];
    });
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

const changes =
  /\b(?:chang|edit|updat|modif|refactor|implement|renam|fix|add|replac|rewr|wir|translat|remov|extract|convert|adapt|adjust|made)\w{0,5}\b(?! (?:nothing|no files?)\b)[^\n]{0,100}?((?:~?\/|\b)(?:[\w.@-]{1,100}\/){0,20}[\w@-][\w.@-]{0,100}\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|rb|java|kts?|cs|php|swift|exs?|c|cc|cpp|h|hpp|scala|dart|sql|sh|css|scss|html))\b/i;

/** A sub-agent tells what it made; its own records may not be there. */
function writtenBySubagent(entry: Subagent, at: Base): Act[] {
  const told = (entry.output ?? '').slice(0, 6000);
  const paths = [...told.matchAll(writes)].slice(0, 20).map(([, path = '']) => path);
  // Where its own records are, they show what it changed.
  const changed = entry.agentId === undefined && entry.outcome === 'ok' ? changes.exec(told)?.[1] : undefined;
  return [
    ...(paths.length === 0 ? [] : [{ kind: 'made' as const, ...at, paths, isTold: true as const }]),
    ...(changed === undefined ? [] : [{ kind: 'told' as const, ...at, path: changed }]),
  ];
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
  if (words.length === 0) return [];
  const ruledOut = ruledOutIn(text, clausesOf(text), isTold);
  return [
    {
      kind: 'wish',
      ...at,
      ...wantedIn(text),
      words,
      ...(isYes(text) && { isYes: true as const }),
      ...(Object.keys(ruledOut).length > 0 && { ruledOut }),
    },
  ];
}

/** What stands in the end of a reply that asks for a word of the person. */
function offeredIn(text: string): { offered?: string[] } {
  const end = text.slice(-longestOffer);
  return end.slice(-300).includes('?') ? { offered: wordsIn(end) } : {};
}

const longestOffer = 2000;
