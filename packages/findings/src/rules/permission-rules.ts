import type { Act, Mode, Step } from '../acts/act.ts';
import { doing, writing } from '../acts/refused.ts';
import type { Met } from '../acts/state-act.ts';
import { type Draft, draft, only, plural, type Whole } from './draft.ts';

/** Rules about what an agent may do, and about who told it to. */
export function permissionRules({ acts }: Whole): Draft[] {
  return [...modes(acts), ...unconfined(acts), ...otherWays(acts), ...followed(acts)];
}

/** A session that begins without asking is how its team works; one that is switched in the middle is worth a look. */
function modes(acts: readonly Act[]): Draft[] {
  const [first] = acts.filter(only('mode')).filter(({ isBypass }) => isBypass);
  if (!first) return [];
  const spoken = acts.find(only('prompt'));
  const isStart = first.isFirst === true || spoken === undefined || first.sequence <= spoken.sequence;
  const calls = acts.filter((act) => act.kind === 'step' && act.sequence > first.sequence).length;
  if (calls === 0) return [];
  const why = `${isStart ? 'Ran' : 'Was switched in the middle and ran'} with permissions off (${first.mode}), ${plural(calls, 'call')}.`;
  return [
    draft('mode.bypass', isStart ? 'low' : 'medium', first, 'mode', why, [modeEvidence(first)], { calls }),
  ];
}

const modeEvidence = ({ sequence, mode }: Mode) => ({ sequence, label: mode });

/** Codex asks a person for each such call unless it never asks. */
function unconfined(acts: readonly Act[]): Draft[] {
  const steps = acts.filter(only('step')).filter((step) => step.isUnconfined && step.outcome !== 'denied');
  const [first] = steps;
  if (!first) return [];
  const modesBefore = acts.filter(only('mode')).filter(({ sequence }) => sequence <= first.sequence);
  const isAsked =
    /^(?:exec_command|shell|local_shell)/.test(first.mark) && modesBefore.at(-1)?.isBypass !== true;
  return [
    draft(
      'mode.sandbox-off',
      isAsked ? 'low' : 'medium',
      first,
      'sandbox',
      `Ran ${plural(steps.length, 'command')} outside the sandbox.`,
      steps.slice(0, 5).map(({ sequence, mark }) => ({ sequence, label: labelOf(mark) })),
      { calls: steps.length },
    ),
  ];
}

const labelOf = (mark: string): string => mark.slice(mark.indexOf('\u0000') + 1).slice(0, 120);

const soon = { calls: 8, after: 12 };

/** A call that was refused, and then the same by another way before the person said anything. */
function otherWays(acts: readonly Act[]): Draft[] {
  const found: Draft[] = [];
  let refused: Step | undefined;
  let calls = 0;
  for (const act of acts) {
    if (act.kind === 'step' && act.outcome === 'denied') {
      refused = (act.wanted?.length ?? 0) > 0 ? act : refused;
      calls = 0;
      continue;
    }
    // Whatever the person says after it may have changed what they want.
    if (act.kind === 'prompt' || act.kind === 'wish') refused = undefined;
    if (act.kind === 'step') calls++;
    if (!refused || calls > soon.calls) continue;
    if (act.kind === 'step' && act.mark === refused.mark) refused = undefined;
    if (!refused || !isSame(act, refused.wanted ?? [])) continue;
    const label = labelOf(refused.mark);
    found.push(
      draft(
        'deny.circumvent',
        'high',
        act,
        refused.mark,
        `Did another way what had been refused: \`${label}\`.`,
        [
          { sequence: refused.sequence, label: `refused: ${label}` },
          { sequence: act.sequence, label: 'done' },
        ],
      ),
    );
    refused = undefined;
  }
  return found;
}

const looksOnly =
  /^(?:ls|cat|head|tail|grep|rg|git (?:status|diff|log|show)|find|stat|wc|file|which|echo|sed -n|bat|less|test)\b/;

function isSame(act: Act, wanted: readonly string[]): boolean {
  if (act.kind === 'deed') return wanted.includes(doing(act));
  if (act.kind === 'edit') return wanted.includes(writing(act.path));
  if (act.kind !== 'command' || act.isOk === false || looksOnly.test(act.line)) return false;
  const line = act.line.toLowerCase();
  return wanted.some((one) => one.startsWith('name ') && line.includes(one.slice(5)));
}

/** Instructions that a result held, and a call soon after that does what they say. */
function followed(acts: readonly Act[]): Draft[] {
  const found: Draft[] = [];
  const open: { met: Met; calls: number }[] = [];
  const named = new Set<string>();
  for (const act of acts) {
    if (act.kind === 'wish') for (const word of act.words) named.add(word);
    if (act.kind === 'met') {
      if (act.isForeign) found.push(unfollowed(act));
      if (open.length < 20) open.push({ met: act, calls: 0 });
    }
    if (act.kind !== 'step') continue;
    const mark = act.mark.toLowerCase();
    for (const one of open) {
      if (act.sequence <= one.met.sequence || ++one.calls > soon.after || act.outcome === 'denied') continue;
      // What the person named themselves was not told by the text.
      const name =
        act.tool === 'read' || act.tool === 'search'
          ? undefined
          : one.met.names.find((told) => isTold(told, mark) && !named.has(told));
      if (name === undefined) continue;
      found.push(
        draft(
          'inject.content',
          'high',
          one.met,
          `met ${one.met.sequence}`,
          `Did what a text it had read told it to do: \`${labelOf(act.mark)}\`.`,
          [
            { sequence: one.met.sequence, label: 'text with instructions' },
            { sequence: act.sequence, label: labelOf(act.mark) },
          ],
        ),
      );
      one.calls = soon.after + 1;
    }
  }
  return found;
}

/** A host or a path, or a command of two words and more. */
const isTold = (told: string, mark: string): boolean =>
  /[./]|\s/.test(told) && told.length >= 6 && mark.includes(told.length > 40 ? told.slice(0, 40) : told);

const unfollowed = (met: Met): Draft =>
  draft(
    'inject.content',
    'medium',
    met,
    `met ${met.sequence}`,
    'A text from elsewhere that it read tells agents what to do.',
    [{ sequence: met.sequence, label: 'text with instructions' }],
  );
