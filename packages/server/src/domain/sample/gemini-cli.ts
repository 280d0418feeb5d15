import { Pencil, type SampleStep, tokensOf, type WriteRecords } from './step.ts';

const model = 'gemini-2.5-pro';

/** Lines as Gemini CLI writes them into `session-*.jsonl`. Long because each kind of step is one case of one `switch`. */
export const geminiCliRecords: WriteRecords = (steps, setting) => {
  const pencil = new Pencil(setting);
  const started = new Date(setting.at).toISOString();
  const records: object[] = [
    {
      sessionId: setting.id,
      projectHash: setting.id,
      startTime: started,
      lastUpdated: started,
      kind: 'main',
      directories: [setting.cwd],
    },
  ];
  let context = 8000;
  let thoughts: object[] = [];

  const gemini = (content: string, length: number, rest: object = {}) => {
    const tokens = { input: context, cached: context - 700, output: length + 10, thoughts: 40, tool: 0 };
    records.push({
      id: pencil.name('m-'),
      timestamp: pencil.time(),
      type: 'gemini',
      content,
      model,
      thoughts,
      tokens: { ...tokens, total: tokens.input + tokens.output + tokens.thoughts },
      ...rest,
    });
    thoughts = [];
    context += length + 700;
  };
  const call = (name: string, args: object, output: string, failed = false, display?: object) => {
    const id = pencil.name('c-');
    const response = failed ? { error: output } : { output };
    gemini('', tokensOf(JSON.stringify(args)), {
      toolCalls: [
        {
          id,
          name,
          args,
          status: failed ? 'error' : 'success',
          result: [{ functionResponse: { id, name, response } }],
          ...(display && { resultDisplay: display }),
        },
      ],
    });
  };

  const write = (step: SampleStep): unknown => {
    switch (step.kind) {
      case 'prompt':
        records.push({
          id: pencil.name('m-'),
          timestamp: pencil.time(),
          type: 'user',
          content: [{ text: step.text }],
        });
        return;
      case 'think':
        thoughts = [{ subject: step.text, description: '', timestamp: pencil.time() }];
        return;
      case 'reply':
        return gemini(step.text, tokensOf(step.text));
      case 'shell':
        return call('run_shell_command', { command: step.command }, step.output, (step.exitCode ?? 0) !== 0);
      case 'read':
        return call('read_file', { absolute_path: pencil.path(step.path) }, step.content);
      case 'edit':
        return call(
          'replace',
          { file_path: pencil.path(step.path), old_string: step.before, new_string: step.after },
          'Successfully modified file.',
        );
      case 'write':
        return call('write_file', { file_path: pencil.path(step.path), content: step.content }, 'Created.');
      case 'todo': {
        const todos = step.items.map(([description, status]) => ({ description, status }));
        return call('write_todos', { todos }, 'Updated.');
      }
      case 'subagent':
        for (const inner of step.steps) write(inner);
        return write({ kind: 'reply', text: step.result });
      case 'compact': {
        const summary = { id: pencil.name('m-'), timestamp: pencil.time(), type: 'user' };
        records.push({ $set: { messages: [{ ...summary, content: [{ text: step.summary }] }] } });
        context = 6000;
        return;
      }
    }
  };
  for (const step of steps) write(step);
  return records;
};
