import { DebriefError, type RedactionTarget, type WantedRedaction } from '@debrief/contract';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { ErasedSession } from '../session/log-ports.ts';
import type { BatchesChange, WantedChange } from './ports.ts';
import type { Target, Wanted } from './wanted.ts';
import { marker } from './words.ts';

/** What would be taken out, and where. */
export interface RedactionLook {
  wanted: Wanted;
  found: { sequence: number; count: number }[];
  kept: number;
}

type Asking = Pick<Context, 'log' | 'store'>;

/** Goes through all batches of a session, as they are kept, and hands out what each group of them comes to. */
export async function* changesOf(
  { log, store }: Asking,
  caller: Parameters<Context['store']['redaction']['change']>[0],
  session: ErasedSession,
  how: Pick<WantedChange, 'wanted' | 'isOnlyLook'>,
): AsyncGenerator<BatchesChange & Pick<WantedChange, 'batches'>> {
  let ends: WantedChange['ends'] = [];
  for (let after = 0; ; ) {
    const batches = await log.kept(session, after);
    const last = batches.at(-1);
    if (!last) return;
    const change = await store.redaction.change(caller, { ...how, batches, ends });
    yield { ...change, batches };
    ends = change.ends;
    after = last.first;
  }
}

const invalid = (message: string) => new DebriefError('validation_error', message);

export function readText(text: string): string {
  if (text.trim().length < 4) throw invalid('text needs at least 4 characters that are no blanks.');
  if (marker.includes(text)) throw invalid('text is part of what stands in the place of redacted words.');
  return text;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Targets with what they say now, those that overlap as one. */
function resolved(asked: readonly RedactionTarget[], leaves: BatchesChange['leaves']): Target[] {
  const values = new Map(leaves.map(({ sequence, pointer, value }) => [`${sequence} ${pointer}`, value]));
  const spans = asked.map(({ sequence, pointer, range }, at) => {
    const value = values.get(`${sequence} ${pointer}`);
    if (value === undefined) throw invalid(`targets[${at}] does not point to a string of event ${sequence}.`);
    const [from = 0, to = value.length] = range ?? [];
    if (from >= to || to > value.length)
      throw invalid(`targets[${at}].range is not within the string, which has ${value.length} units.`);
    return { sequence, pointer, from, to, value };
  });
  const merged: typeof spans = [];
  for (const span of spans.toSorted(
    (a, b) => a.sequence - b.sequence || order(a.pointer, b.pointer) || a.from - b.from,
  )) {
    const before = merged.at(-1);
    const isSame = before?.sequence === span.sequence && before.pointer === span.pointer;
    if (before && isSame && span.from <= before.to) before.to = Math.max(before.to, span.to);
    else merged.push({ ...span });
  }
  return merged.map(({ sequence, pointer, from, to, value }) => ({
    sequence,
    pointer,
    range: [from, to],
    words: value.slice(from, to),
  }));
}

/** Reads the whole session for what somebody wants to take out. */
export async function lookFor(
  context: Asking,
  actor: MemberActor,
  session: ErasedSession,
  { text, targets }: WantedRedaction,
): Promise<RedactionLook> {
  if ((text === undefined) === (targets === undefined))
    throw invalid('Either text or targets has to be given.');
  const asked = (targets ?? []).map(({ sequence, pointer }) => ({ sequence, pointer, words: '' }));
  const how = {
    wanted: { ...(text !== undefined && { text: readText(text) }), targets: asked },
    isOnlyLook: true,
  };
  const [found, leaves, across]: [RedactionLook['found'], BatchesChange['leaves'], Target[]] = [[], [], []];
  let kept = 0;
  for await (const change of changesOf(context, callerOf(actor), session, how)) {
    if (text !== undefined) found.push(...change.found);
    leaves.push(...change.leaves);
    across.push(...change.across);
    kept += change.kept;
  }
  if (targets === undefined) {
    for (const { sequence } of across.filter((_, at) => at % 2 === 0)) found.push({ sequence, count: 1 });
    return { wanted: { text: text as string, targets: across }, found: added(found), kept };
  }
  const exact = resolved(targets, leaves);
  return {
    wanted: { targets: exact },
    found: added(exact.map(({ sequence }) => ({ sequence, count: 1 }))),
    kept,
  };
}

/** Each event once. */
export const added = (found: readonly { sequence: number; count: number }[]): RedactionLook['found'] =>
  [...Map.groupBy(found, ({ sequence }) => sequence)]
    .map(([sequence, all]) => ({ sequence, count: all.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => a.sequence - b.sequence);
