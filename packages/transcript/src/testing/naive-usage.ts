/** Token counts by the plainest reading of agents.md §12.5/12.6, written apart from the readers to check them. */
// biome-ignore lint/suspicious/noExplicitAny: raw records, read without any of the package's own helpers
type Raw = any;

export interface Naive {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

function sum(rows: Iterable<Naive>): Naive {
  const total = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const row of rows) {
    total.input += row.input;
    total.output += row.output;
    total.cacheRead += row.cacheRead;
    total.cacheWrite += row.cacheWrite;
  }
  return total;
}

export const naiveUsage: Record<string, (records: Raw[]) => Naive> = {
  'claude-code'(records) {
    const rows = new Map<string, Naive>();
    for (const r of records) {
      const u = r?.type === 'assistant' ? r.message?.usage : undefined;
      if (!u || r.message.model === '<synthetic>' || !r.message.model) continue;
      const key = `${r.message.id}|${r.requestId}`;
      if ((rows.get(key)?.output ?? -1) >= u.output_tokens) continue;
      rows.set(key, {
        input: u.input_tokens,
        output: u.output_tokens,
        cacheRead: u.cache_read_input_tokens ?? 0,
        cacheWrite: u.cache_creation_input_tokens ?? 0,
      });
    }
    return sum(rows.values());
  },
  codex(records) {
    let last = -1;
    const rows: Naive[] = [];
    for (const r of records) {
      const info = r?.payload?.type === 'token_count' ? r.payload.info : undefined;
      if (!info || info.total_token_usage.total_tokens === last) continue;
      last = info.total_token_usage.total_tokens;
      const u = { cached_input_tokens: 0, ...info.last_token_usage };
      rows.push({
        input: u.input_tokens - u.cached_input_tokens,
        output: u.output_tokens,
        cacheRead: u.cached_input_tokens,
        cacheWrite: 0,
      });
    }
    return sum(rows);
  },
  'gemini-cli'(records) {
    const rows = new Map<string, Naive>();
    let session = '';
    for (const r of records) {
      if (r?.sessionId && !r.type) session = r.sessionId;
      for (const m of [r, ...(r?.$set?.messages ?? [])]) {
        const t = m?.type === 'gemini' ? m.tokens : undefined;
        if (t)
          rows.set(`${session}|${m.id}`, {
            input: t.input - t.cached + t.tool,
            output: t.output + t.thoughts,
            cacheRead: t.cached,
            cacheWrite: 0,
          });
      }
    }
    return sum(rows.values());
  },
  opencode(records) {
    const steps = records.filter((r) => r?.type === 'step-finish' || (r?.role === 'assistant' && r.tokens));
    return sum(
      steps.map(({ tokens: t }) => ({
        input: t.input,
        output: t.output + (t.reasoning ?? 0),
        cacheRead: t.cache?.read ?? 0,
        cacheWrite: t.cache?.write ?? 0,
      })),
    );
  },
  'copilot-cli'(records) {
    // Totals are cumulative within a session: its last shutdown has them all. Without one, what the messages said.
    const unique = [...new Map(records.map((r) => [r.id, r])).values()];
    const sessions: Raw[][] = [];
    for (const r of unique) {
      if (r.type === 'session.start' || sessions.length === 0) sessions.push([]);
      sessions.at(-1)?.push(r);
    }
    return sum(sessions.flatMap(copilotSession));
  },
  pi(records) {
    const rows = new Map<string, Naive>();
    for (const r of records) {
      const u = r?.message?.role === 'assistant' ? r.message.usage : undefined;
      if (u)
        rows.set(r.id, {
          input: u.input,
          output: u.output,
          cacheRead: u.cacheRead ?? 0,
          cacheWrite: u.cacheWrite ?? 0,
        });
    }
    return sum(rows.values());
  },
  'qwen-code'(records) {
    const rows = new Map<string, Naive>();
    for (const r of records) {
      const u = r?.usageMetadata;
      if (!u?.promptTokenCount) continue;
      const cached = u.cachedContentTokenCount ?? 0;
      rows.set(r.uuid, {
        input: u.promptTokenCount - cached,
        output: u.candidatesTokenCount + (u.thoughtsTokenCount ?? 0),
        cacheRead: cached,
        cacheWrite: 0,
      });
    }
    return sum(rows.values());
  },
};

function copilotSession(records: Raw[]): Naive[] {
  const end = records.findLastIndex(
    (r) => r.type === 'session.shutdown' && Object.keys(r.data.modelMetrics ?? {}).length > 0,
  );
  const totals = Object.values<Raw>(records[end]?.data.modelMetrics ?? {})
    .filter((m) => m.usage)
    .map(({ usage: u }) => ({
      input: u.inputTokens - u.cacheReadTokens - u.cacheWriteTokens,
      output: u.outputTokens,
      cacheRead: u.cacheReadTokens,
      cacheWrite: u.cacheWriteTokens,
    }));
  const live = records
    .slice(end + 1)
    .filter((r) => r.type === 'assistant.message' && r.data.outputTokens && r.data.model)
    .map((r) => ({ input: 0, output: r.data.outputTokens, cacheRead: 0, cacheWrite: 0 }));
  return [...totals, ...live];
}
