import type { SessionLeak } from '@debrief/contract';
import type { Brief } from '@debrief/findings';
import type { Summary } from '@debrief/transcript';
import type { Figures } from '../domain/session/statistics.ts';

const maxModels = 20;

/** Records are anybody's: a count may come out fractional, negative or absurd. */
const count = (value: number): number =>
  Number.isFinite(value) ? Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(value))) : 0;

const instant = (time: string | undefined): string | undefined =>
  time !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) ? time : undefined;

/** PostgreSQL reads the figures as JSON, and refuses a whole one for a NUL or half a character in any of its texts. */
const line = (text: string, max: number): string =>
  text.toWellFormed().replaceAll('\0', '\ufffd').slice(0, max).toWellFormed();

interface Beside {
  leaks?: SessionLeak[];
  /** Events that are parts of records whose other parts have not arrived. */
  pending?: number;
  /** Its first line is what lists show. */
  brief?: Brief | undefined;
  /** The title that somebody gave the session. */
  given?: string | undefined;
}

const dollars = (value: number): number => Math.round(value * 1e6) / 1e6;

/** What is not dollars, by the agent that counts in it. */
const units: Readonly<Record<string, string>> = { 'copilot-cli': 'AIU', 'kiro-cli': 'credits' };

/** What was billed as the records have it, beside the list price; and what has neither. */
function statedCost({ agentId, cost, unpriced }: Summary): Partial<Figures> {
  const { reported, listed, credits } = cost;
  return {
    ...(reported > 0 && Number.isFinite(reported) && { recordedUsd: dollars(reported) }),
    ...(listed !== undefined && Number.isFinite(listed) && { recordedAtListUsd: dollars(listed) }),
    ...(credits !== undefined &&
      Number.isFinite(credits) &&
      units[agentId] !== undefined && { credits: { amount: dollars(credits), unit: units[agentId] } }),
    ...(unpriced.length > 0 && {
      unpriced: unpriced
        .slice(0, maxModels)
        .map(({ model, reason }) => ({ model: line(model, 100), reason: line(reason, 200) })),
    }),
  };
}

export function figuresOf(summary: Summary, { leaks = [], pending = 0, brief, given }: Beside = {}): Figures {
  const { usage, cost } = summary;
  const title = given || summary.title;
  const [input, output, cacheRead, cacheWrite] = [
    count(usage.input),
    count(usage.output),
    count(usage.cacheRead),
    count(usage.cacheWrite),
  ];
  const startedAt = instant(summary.startedAt);
  const endedAt = instant(summary.endedAt);
  // Nothing known is not the same as free of charge.
  const isPriced =
    Number.isFinite(cost.total) &&
    cost.total >= 0 &&
    (cost.total > 0 || (usage.requests > 0 && cost.unknownModels.length === 0));
  return {
    ...(title && { title: line(title, 200) }),
    prompts: count(summary.counts.prompt),
    tools: count(Object.values(summary.tools).reduce((sum, calls) => sum + calls, 0)),
    errors: count(summary.errors),
    denials: count(summary.denials),
    edits: count(summary.files.reduce((sum, { edits }) => sum + edits, 0)),
    material: count(summary.material),
    tokens: {
      input,
      output,
      cacheRead,
      cacheWrite,
      total: count(input + output + cacheRead + cacheWrite),
    },
    ...(isPriced && { costUsd: dollars(cost.total) }),
    costIsPartial: cost.unknownModels.length > 0,
    ...statedCost(summary),
    models: summary.models.slice(0, maxModels).map(({ model }) => line(model, 100)),
    files: summary.files.length,
    linesAdded: count(summary.linesAdded),
    linesRemoved: count(summary.linesRemoved),
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    ...(brief && { outcome: { kind: brief.outcome.kind, reason: line(brief.outcome.reason, 200) } }),
    ...(brief?.time && { activeMs: count(brief.time.activeMs) }),
    ...(pending > 0 && { pendingParts: pending }),
    ...(leaks.length > 0 && { leaks }),
  };
}
