/** Token counts by the plainest reading of the records, written apart from the readers to check them. */
export interface Naive {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** `at(record, 'message.usage')`; undefined when any step is missing. */
function at(record: unknown, path: string): unknown {
  let value = record;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}
const n = (record: unknown, path: string): number => Number(at(record, path) ?? 0);

function sum(rows: Iterable<Naive>): Naive {
  const total = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const row of rows) for (const key of Object.keys(total) as (keyof Naive)[]) total[key] += row[key];
  return total;
}

function claude(records: unknown[]): Naive {
  const rows = new Map<string, Naive>();
  for (const r of records) {
    const model = at(r, 'message.model');
    const u =
      at(r, 'type') === 'assistant' && model && model !== '<synthetic>' ? at(r, 'message.usage') : undefined;
    const key = `${at(r, 'message.id')}|${at(r, 'requestId')}`;
    if (!u || (rows.get(key)?.output ?? -1) >= n(u, 'output_tokens')) continue;
    const [cacheRead, cacheWrite] = [n(u, 'cache_read_input_tokens'), n(u, 'cache_creation_input_tokens')];
    rows.set(key, { input: n(u, 'input_tokens'), output: n(u, 'output_tokens'), cacheRead, cacheWrite });
  }
  return sum(rows.values());
}

/** A fork begins with its parent's counts, by the same turns; the sums tell what was used between two of them. */
function codex(records: unknown[]): Naive {
  const rows = new Map<string, Naive>();
  const fields = ['input_tokens', 'cached_input_tokens', 'output_tokens'];
  let [turn, before, forked, begun]: [unknown, number[] | undefined, boolean, boolean] = [
    '',
    undefined,
    false,
    false,
  ];
  for (const r of records) {
    turn = at(r, 'payload.turn_id') ?? turn;
    if (at(r, 'type') === 'session_meta') {
      before = undefined;
      forked ||= Boolean(at(r, 'payload.forked_from_id'));
      begun = true;
    }
    const info = at(r, 'payload.type') === 'token_count' ? at(r, 'payload.info') : undefined;
    if (!info) continue;
    const sums = fields.map((field) => n(info, `total_token_usage.${field}`));
    const last = fields.map((field) => n(info, `last_token_usage.${field}`));
    const key = `${turn}|${sums}|${n(info, 'total_token_usage.total_tokens')}`;
    if (rows.has(key)) {
      before = sums;
      continue;
    }
    const grows = before?.every((sum, i) => sum <= (sums[i] ?? 0)) && sums[2] !== 0;
    const [input = 0, cacheRead = 0, output = 0] = grows
      ? sums.map((sum, i) => sum - (before?.[i] ?? 0))
      : before === undefined && begun && !forked && sums[2] !== 0
        ? sums
        : last;
    before = sums;
    rows.set(key, { input: input - cacheRead, output, cacheRead, cacheWrite: 0 });
  }
  return sum(rows.values());
}

function gemini(records: unknown[]): Naive {
  const rows = new Map<string, Naive>();
  let session: unknown;
  for (const r of records) {
    if (at(r, 'sessionId') && !at(r, 'type')) session = at(r, 'sessionId');
    for (const m of [r, ...((at(r, '$set.messages') as unknown[]) ?? [])]) {
      const t = at(m, 'type') === 'gemini' ? at(m, 'tokens') : undefined;
      if (!t) continue;
      const [cacheRead, output] = [n(t, 'cached'), n(t, 'output') + n(t, 'thoughts')];
      rows.set(`${session}|${at(m, 'id')}`, {
        input: n(t, 'input') - cacheRead + n(t, 'tool'),
        output,
        cacheRead,
        cacheWrite: 0,
      });
    }
  }
  return sum(rows.values());
}

function opencode(records: unknown[]): Naive {
  const steps = records.filter((r) => at(r, 'type') === 'step-finish').map((r) => at(r, 'tokens'));
  // Its total says whether thoughts are a part of the output or stand beside it.
  const apart = (t: unknown) =>
    n(t, 'total') ===
    n(t, 'input') + n(t, 'output') + n(t, 'reasoning') + n(t, 'cache.read') + n(t, 'cache.write');
  return sum(
    steps.map((t) => ({
      input: n(t, 'input'),
      output: n(t, 'output') + (apart(t) ? n(t, 'reasoning') : 0),
      cacheRead: n(t, 'cache.read'),
      cacheWrite: n(t, 'cache.write'),
    })),
  );
}

/** Totals are cumulative within a session: its last shutdown has them all. Without one, what the messages said. */
function copilot(records: unknown[]): Naive {
  const unique = [...new Map(records.map((r) => [at(r, 'id'), r])).values()];
  const sessions: unknown[][] = [];
  for (const r of unique) {
    if (at(r, 'type') === 'session.start' || sessions.length === 0) sessions.push([]);
    sessions.at(-1)?.push(r);
  }
  return sum(sessions.flatMap(copilotSession));
}

function copilotSession(records: unknown[]): Naive[] {
  /** The counts of each model; where no model has any, those of the session. */
  const metrics = (r: unknown): unknown[] => {
    const models = Object.values((at(r, 'data.modelMetrics') as object | undefined) ?? {});
    const told = models.filter((m) => at(m, 'usage') ?? at(m, 'tokenDetails'));
    return told.length > 0 || !at(r, 'data.tokenDetails') ? told : [at(r, 'data')];
  };
  const end = records.findLastIndex((r) => at(r, 'type') === 'session.shutdown' && metrics(r).length > 0);
  const totals = metrics(records[end]).map((m) => {
    const part = (kind: string) => n(m, `tokenDetails.${kind}.tokenCount`);
    if (at(m, 'tokenDetails'))
      return {
        input: part('input'),
        output: part('output'),
        cacheRead: part('cache_read'),
        cacheWrite: part('cache_write'),
      };
    const [cacheRead, cacheWrite] = [n(m, 'usage.cacheReadTokens'), n(m, 'usage.cacheWriteTokens')];
    const input = n(m, 'usage.inputTokens') - cacheRead - cacheWrite;
    return { input, output: n(m, 'usage.outputTokens'), cacheRead, cacheWrite };
  });
  const live = records
    .slice(end + 1)
    .filter((r) => at(r, 'type') === 'assistant.message' && at(r, 'data.model'))
    .map((r) => ({ input: 0, output: n(r, 'data.outputTokens'), cacheRead: 0, cacheWrite: 0 }));
  return [...totals, ...live];
}

function pi(records: unknown[]): Naive {
  const rows = new Map<unknown, Naive>();
  for (const r of records) {
    const u = at(r, 'message.role') === 'assistant' ? at(r, 'message.usage') : undefined;
    if (!u) continue;
    const [cacheRead, cacheWrite] = [n(u, 'cacheRead'), n(u, 'cacheWrite')];
    rows.set(at(r, 'id'), { input: n(u, 'input'), output: n(u, 'output'), cacheRead, cacheWrite });
  }
  return sum(rows.values());
}

function qwen(records: unknown[]): Naive {
  const rows = new Map<unknown, Naive>();
  for (const r of records) {
    const u = at(r, 'usageMetadata');
    if (!n(u, 'promptTokenCount')) continue;
    const cacheRead = n(u, 'cachedContentTokenCount');
    const output = n(u, 'candidatesTokenCount') + n(u, 'thoughtsTokenCount');
    rows.set(at(r, 'uuid'), {
      input: n(u, 'promptTokenCount') - cacheRead,
      output,
      cacheRead,
      cacheWrite: 0,
    });
  }
  return sum(rows.values());
}

export const naiveUsage: Record<string, (records: unknown[]) => Naive> = {
  'claude-code': claude,
  codex,
  'gemini-cli': gemini,
  opencode,
  'copilot-cli': copilot,
  pi,
  'qwen-code': qwen,
};
