import type { EntryKind, ToolKind } from '../entry.ts';
import type { GatheredSession, SessionFacts } from '../session.ts';
import { type Cost, costOf } from './cost.ts';
import type { FileTotal, Tally } from './tally.ts';
import { addTokens, noTokens, type Tokens } from './tokens.ts';
import type { Ledger, ModelUsage } from './usage.ts';

/** What lists and dashboards show of a session without reading it. */
export interface Summary extends SessionFacts {
  agentId: string;
  title?: string;
  startedAt?: string;
  endedAt?: string;
  events: number;
  counts: Record<EntryKind, number>;
  tools: Partial<Record<ToolKind, number>>;
  /** Error entries and calls that failed. */
  errors: number;
  denials: number;
  /** The last sequence of anything but bookkeeping: a prompt, a reply, a call, an edit, an error. */
  material: number;
  /** All requests, each once. */
  usage: Tokens & { requests: number };
  models: { model: string; requests: number; tokens: Tokens }[];
  cost: Cost;
  /** Why the models without a price have none. */
  unpriced: { model: string; reason: string }[];
  files: FileTotal[];
  linesAdded: number;
  linesRemoved: number;
}

/** What some of the requests used, and what that costs. */
export interface LaneUsage {
  usage: Summary['usage'];
  cost: Cost;
}

export function usageOf(models: ReadonlyMap<string, ModelUsage>): LaneUsage {
  const total: Tokens = { ...noTokens };
  let requests = 0;
  for (const usage of models.values()) {
    addTokens(total, usage.tokens);
    requests += usage.requests;
  }
  return { usage: { ...total, requests }, cost: costOf(models) };
}

export function summarize(
  agentId: string,
  tally: Tally,
  ledger: Ledger,
  session: GatheredSession,
  events: number,
): Summary {
  const { facts, title, startedAt, endedAt, models } = session.saved;
  const used = ledger.byModel();
  const names = new Set([...models, ...used.keys()]);
  const files = [...tally.files.values()].map((file) => ({ ...file }));
  return {
    agentId,
    ...facts,
    ...(title !== null && { title: title.text }),
    ...(startedAt !== null && { startedAt }),
    ...(endedAt !== null && { endedAt }),
    events,
    counts: { ...tally.kinds },
    tools: Object.fromEntries([...tally.tools].filter(([, count]) => count > 0)),
    errors: tally.errors,
    denials: tally.denials,
    material: tally.material,
    ...usageOf(used),
    unpriced: costOf(used).unknownModels.map((model) => ({ model, reason: ledger.whyUnpriced(model) })),
    models: [...names].map((model) => ({
      model,
      requests: used.get(model)?.requests ?? 0,
      tokens: { ...(used.get(model)?.tokens ?? noTokens) },
    })),
    files,
    linesAdded: files.reduce((sum, file) => sum + file.added, 0),
    linesRemoved: files.reduce((sum, file) => sum + file.removed, 0),
  };
}
