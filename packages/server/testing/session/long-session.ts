/** The records of a session of any length, as Claude Code writes them, made one by one so that none has to be kept. */

const files = 400;
const subagents = 40;

const time = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 700).toISOString();

function call(n: number, name: string, input: object, lane: object): object {
  return {
    type: 'assistant',
    uuid: `a${n}`,
    timestamp: time(n),
    requestId: `r${n}`,
    ...lane,
    message: {
      id: `m${n}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      usage: { input_tokens: 900, output_tokens: 120, cache_read_input_tokens: 40_000 },
      content: [{ type: 'tool_use', id: `t${n}`, name, input }],
    },
  };
}

function result(n: number, content: string, more: object): object {
  const of = n - 1;
  return {
    type: 'user',
    uuid: `u${n}`,
    timestamp: time(n),
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${of}`, content, is_error: of % 17 === 0 }],
    },
    ...more,
  };
}

/** One edit takes a line of a file and puts another in its place, so that all edits of a file are one chain. */
function edit(n: number, round: number, lane: object): [object, object] {
  const path = `/repo/src/part-${round % files}.ts`;
  const line = Math.floor(round / files) + 1;
  const [before, after] = [`const value${line} = ${round};`, `const value${line} = compute(${round}, ${n});`];
  const hunk = {
    oldStart: line,
    oldLines: 1,
    newStart: line,
    newLines: 1,
    lines: [`-${before}`, `+${after}`],
  };
  return [
    call(n, 'Edit', { file_path: path, old_string: before, new_string: after }, lane),
    result(n + 1, 'The file has been updated.', {
      ...lane,
      toolUseResult: { filePath: path, structuredPatch: [hunk] },
    }),
  ];
}

const output = 'ok 1 - reads what was written, closes the file, and says how long it took\n';

/** Six records make a round: something said, a command with its output, an edit with its result, an answer. */
function round(at: number, first: number): object[] {
  const isSub = at % 5 === 4;
  const lane = isSub ? { isSidechain: true, agentId: `helper-${at % subagents}` } : {};
  const command = { command: `npm test -- --filter part-${at}`, description: `Run the tests of part ${at}` };
  const text = (role: 'user' | 'assistant', n: number, said: string) => ({
    type: role,
    uuid: `s${n}`,
    timestamp: time(n),
    ...lane,
    message: { role, id: `x${n}`, content: [{ type: 'text', text: said }] },
  });
  return [
    text(
      at % 20 === 0 ? 'user' : 'assistant',
      first,
      `Step ${at}: look at part ${at % files} of the parser.`,
    ),
    call(first + 1, 'Bash', command, lane),
    // Now and then an output that is cut in the read model.
    result(first + 2, `${output.repeat(at % 50 === 0 ? 90 : 6)}needle-${at}`, lane),
    ...edit(first + 3, at, lane),
    text('assistant', first + 5, `Part ${at % files} is done. ${output}`),
  ];
}

export function* longSession(events: number): Generator<object> {
  for (let at = 0, made = 0; made < events; at++) {
    for (const record of round(at, made + 1)) {
      if (made++ === events) return;
      yield record;
    }
  }
}
