/**
 * What all recordings together used, by the plainest reading of their records and without any of the readers: one row
 * for each request, by what it is known by, whichever file it is in.
 */
export interface CountedRow {
  model: string;
  at: string | undefined;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** The part of `cacheWrite` that is kept for an hour. */
  cacheWriteLong?: number;
  /** What the vendor says it billed. */
  billed: number;
}

type Rows = Map<string, CountedRow>;

/** `of(record, 'message.usage')`; undefined when any step is missing. */
function of(record: unknown, path: string): unknown {
  let value = record;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}
const n = (record: unknown, path: string): number => Number(of(record, path) ?? 0);
const s = (record: unknown, path: string): string => String(of(record, path) ?? '');
const timeOf = (record: unknown): string | undefined => (of(record, 'timestamp') as string) ?? undefined;

function claude(records: unknown[]): Rows {
  const rows: Rows = new Map();
  for (const r of records) {
    const usage = of(r, 'type') === 'assistant' ? of(r, 'message.usage') : undefined;
    const model = s(r, 'message.model');
    if (!usage || model === '' || model === '<synthetic>') continue;
    const key = `${of(r, 'message.id') ?? of(r, 'uuid')}:${of(r, 'requestId')}`;
    if ((rows.get(key)?.output ?? -1) >= n(usage, 'output_tokens')) continue;
    rows.set(key, {
      ...{ model, at: timeOf(r), billed: 0 },
      input: n(usage, 'input_tokens'),
      output: n(usage, 'output_tokens'),
      cacheRead: n(usage, 'cache_read_input_tokens'),
      cacheWrite: n(usage, 'cache_creation_input_tokens'),
      cacheWriteLong: n(usage, 'cache_creation.ephemeral_1h_input_tokens'),
    });
  }
  return rows;
}

function codex(records: unknown[]): Rows {
  const rows: Rows = new Map();
  const fields = ['input_tokens', 'cached_input_tokens', 'output_tokens'];
  let [turn, model, before, isFork]: [string, string, number[] | undefined, boolean] = [
    '',
    '',
    undefined,
    false,
  ];
  for (const r of records) {
    turn = s(r, 'payload.turn_id') || turn;
    if (of(r, 'type') === 'turn_context') model = s(r, 'payload.model') || model;
    if (of(r, 'type') === 'session_meta') {
      before = undefined;
      isFork ||= Boolean(of(r, 'payload.forked_from_id'));
    }
    const info = of(r, 'payload.type') === 'token_count' ? of(r, 'payload.info') : undefined;
    if (!info) continue;
    // Made by hand, some have a total only.
    const isPlain = of(info, 'total_token_usage.output_tokens') === undefined;
    const sums = isPlain
      ? [n(info, 'total_token_usage.total_tokens')]
      : fields.map((field) => n(info, `total_token_usage.${field}`));
    const last = fields.map((field) => n(info, `last_token_usage.${field}`));
    const grown = sums.map((sum, at) => sum - (before?.[at] ?? 0));
    const hasGrown = before !== undefined && grown.every((part) => part >= 0);
    const used = isPlain || (before && !hasGrown) || (!before && isFork) ? last : grown;
    const isNew = grown.some((part) => part !== 0);
    before = sums;
    const key = `${turn}:${sums}`;
    if (!isNew || rows.has(key)) continue;
    const [input = 0, cacheRead = 0, output = 0] = used;
    rows.set(key, {
      ...{ model: model || 'unknown', at: timeOf(r), billed: 0 },
      ...{ input: input - cacheRead, output, cacheRead, cacheWrite: 0 },
    });
  }
  return rows;
}

/** Sums of the whole session at its end; what came after the last one is told by the messages alone. */
function copilot(records: unknown[]): Rows {
  const rows: Rows = new Map();
  let [part, live]: [number, Rows] = [0, new Map()];
  const add = (
    key: string,
    row: Omit<CountedRow, 'cacheRead' | 'cacheWrite' | 'billed'> & Partial<CountedRow>,
  ) => rows.set(key, { cacheRead: 0, cacheWrite: 0, billed: 0, ...row });
  const close = () => {
    for (const [key, row] of live) rows.set(`${part}:${key}`, row);
    live = new Map();
    part++;
  };
  for (const r of new Map(records.map((one) => [of(one, 'id') ?? one, one])).values()) {
    const type = of(r, 'type');
    if (type === 'session.start') close();
    if (type === 'assistant.message' && of(r, 'data.model') && of(r, 'data.outputTokens') !== undefined) {
      const told = { model: s(r, 'data.model'), at: timeOf(r), input: 0, output: n(r, 'data.outputTokens') };
      live.set(s(r, 'data.messageId'), { ...told, cacheRead: 0, cacheWrite: 0, billed: 0 });
    }
    if (type !== 'session.shutdown') continue;
    const models = Object.entries((of(r, 'data.modelMetrics') as object) ?? {});
    const isTold = models.some(([, m]) => of(m, 'usage') ?? of(m, 'tokenDetails'));
    const whole = of(r, 'data.tokenDetails') && !isTold ? [[models[0]?.[0] ?? 'unknown', of(r, 'data')]] : [];
    if (models.length + whole.length > 0) live = new Map();
    for (const [model, m] of [...models, ...whole] as [string, unknown][]) {
      const details = of(m, 'tokenDetails');
      const [read, write] = [n(m, 'usage.cacheReadTokens'), n(m, 'usage.cacheWriteTokens')];
      if (!details && !of(m, 'usage')) continue;
      add(`${part}:${model}`, {
        ...{ model, at: timeOf(r), billed: n(m, 'totalNanoAiu') / 1e11 },
        input: details ? n(details, 'input.tokenCount') : n(m, 'usage.inputTokens') - read - write,
        output: details ? n(details, 'output.tokenCount') : n(m, 'usage.outputTokens'),
        cacheRead: details ? n(details, 'cache_read.tokenCount') : read,
        cacheWrite: details ? n(details, 'cache_write.tokenCount') : write,
      });
    }
  }
  close();
  return rows;
}

function pi(records: unknown[]): Rows {
  const rows: Rows = new Map();
  for (const r of records) {
    const usage = of(r, 'message.role') === 'assistant' ? of(r, 'message.usage') : undefined;
    if (!usage) continue;
    rows.set(`${of(r, 'id')}@${of(r, 'timestamp')}`, {
      ...{ model: s(r, 'message.model'), at: timeOf(r), billed: n(usage, 'cost.total') },
      ...{ input: n(usage, 'input'), output: n(usage, 'output') },
      ...{ cacheRead: n(usage, 'cacheRead'), cacheWrite: n(usage, 'cacheWrite') },
    });
  }
  return rows;
}

const counters: Record<string, (records: unknown[]) => Rows> = {
  'claude-code': claude,
  codex,
  'copilot-cli': copilot,
  pi,
};

/** Agents whose recordings are counted here; of Copilot CLI each file is a session of its own. */
export const countedAgents: readonly string[] = Object.keys(counters);
const ofOneFile: readonly string[] = ['copilot-cli'];

export class IndependentCount {
  readonly rows: Rows = new Map();

  /** Of a request in several files the largest of each count. */
  add(agent: string, file: string, records: unknown[]): void {
    for (const [id, row] of counters[agent]?.(records) ?? []) {
      const key = `${agent} ${ofOneFile.includes(agent) ? file : ''} ${id}`;
      const known = this.rows.get(key);
      if (known === undefined) this.rows.set(key, row);
      else
        for (const name of ['input', 'output', 'cacheRead', 'cacheWrite', 'billed'] as const)
          known[name] = Math.max(known[name], row[name]);
    }
  }
}
