import { Pencil, type SampleStep, tokensOf, type WriteRecords } from './step.ts';

const model = 'gpt-5.2-codex';

/** Lines as Codex writes them into its rollout files. Long because each kind of step is one case of one `switch`. */
export const codexRecords: WriteRecords = (steps, setting) => {
  const pencil = new Pencil(setting);
  const records: object[] = [];
  let context = 9000;
  let spent = 0;
  const line = (type: string, payload: object) => records.push({ timestamp: pencil.time(), type, payload });
  const event = (type: string, rest: object) => line('event_msg', { type, ...rest });
  const item = (type: string, rest: object) => line('response_item', { type, ...rest });
  const message = (role: string, text: string) =>
    item('message', { role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] });

  const count = (length: number) => {
    const last = {
      input_tokens: context,
      cached_input_tokens: context - 600,
      output_tokens: length + 30,
      reasoning_output_tokens: 20,
      total_tokens: context + length + 30,
    };
    spent += last.total_tokens;
    context += length + 600;
    event('token_count', { info: { total_token_usage: { total_tokens: spent }, last_token_usage: last } });
  };
  const call = (name: string, input: object, output: string) => {
    const id = pencil.name('call_');
    item('function_call', { call_id: id, name, arguments: JSON.stringify(input) });
    item('function_call_output', { call_id: id, output });
    count(tokensOf(JSON.stringify(input)));
  };
  const shell = (command: string, output: string, code = 0) =>
    call(
      'exec_command',
      { cmd: command, workdir: setting.cwd },
      `Wall time: 0.8 seconds\nProcess exited with code ${code}\nOutput:\n${output}`,
    );
  const patch = (text: string) => {
    const id = pencil.name('call_');
    const input = `*** Begin Patch\n${text}\n*** End Patch`;
    item('custom_tool_call', { call_id: id, name: 'apply_patch', input });
    item('custom_tool_call_output', { call_id: id, output: 'Exit code: 0\nOutput:\nSuccess.' });
    count(tokensOf(text));
  };

  const write = (step: SampleStep): unknown => {
    switch (step.kind) {
      case 'prompt':
        message('user', step.text);
        return event('user_message', { message: step.text, images: [] });
      case 'think':
        return item('reasoning', { summary: [{ type: 'summary_text', text: step.text }] });
      case 'reply':
        event('agent_message', { message: step.text });
        message('assistant', step.text);
        return count(tokensOf(step.text));
      case 'shell':
        return shell(step.command, step.output, step.exitCode);
      case 'read':
        return shell(`sed -n '1,200p' ${step.path}`, step.content);
      case 'edit':
        return patch(
          `*** Update File: ${step.path}\n@@\n${lines('-', step.before)}\n${lines('+', step.after)}`,
        );
      case 'write':
        return patch(`*** Add File: ${step.path}\n${lines('+', step.content)}`);
      case 'todo': {
        const plan = step.items.map(([text, status]) => ({ step: text, status }));
        return call('update_plan', { plan }, 'Plan updated');
      }
      case 'subagent':
        for (const inner of step.steps) write(inner);
        return write({ kind: 'reply', text: step.result });
      case 'compact':
        context = 7000;
        return line('compacted', { message: step.summary });
    }
  };

  const { id, cwd, branch } = setting;
  line('session_meta', { id, cwd, cli_version: '0.131.0', originator: 'codex_cli', git: { branch } });
  line('turn_context', { turn_id: `${id}-t1`, model, cwd });
  for (const step of steps) write(step);
  return records;
};

const lines = (sign: string, text: string): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => sign + line)
    .join('\n');
