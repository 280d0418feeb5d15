import { type PlantedStep, root, time, type WriteRecords } from '../step.ts';

/** Lines as Codex writes them into a rollout file. */
export const codex: WriteRecords = (steps) => {
  const records: object[] = [];
  const line = (type: string, payload: object) =>
    records.push({ timestamp: time(records.length), type, payload });
  const call = (name: string, input: object, output: string) => {
    const id = `call_${records.length}`;
    line('response_item', { type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) });
    line('response_item', { type: 'function_call_output', call_id: id, output });
  };
  const patch = (text: string) => {
    const id = `call_${records.length}`;
    const input = `*** Begin Patch\n${text}\n*** End Patch`;
    line('response_item', { type: 'custom_tool_call', call_id: id, name: 'apply_patch', input });
    line('response_item', {
      type: 'custom_tool_call_output',
      call_id: id,
      output: 'Exit code: 0\nOutput:\nSuccess.',
    });
  };
  const shell = (command: string, output: string, code = 0) =>
    call(
      'exec_command',
      { cmd: command, workdir: root },
      `Wall time: 0.8 seconds\nProcess exited with code ${code}\nOutput:\n${output}`,
    );
  const one = (step: PlantedStep): unknown => {
    switch (step.kind) {
      case 'prompt':
        return line('event_msg', { type: 'user_message', message: step.text, images: [] });
      case 'reply':
        return line('event_msg', { type: 'agent_message', message: step.text });
      case 'shell':
        return shell(step.command, step.output, step.exitCode);
      case 'refused':
        return call('exec_command', { cmd: step.command, workdir: root }, 'exec command rejected by user');
      case 'read':
        return shell(`sed -n '1,200p' ${step.path}`, 'text');
      case 'edit':
        return patch(
          `*** Update File: ${step.path}\n@@\n${lines('-', step.before)}\n${lines('+', step.after)}`,
        );
      case 'write':
        return patch(`*** Add File: ${step.path}\n${lines('+', step.content)}`);
    }
  };
  line('session_meta', { id: 'th1', cwd: root, cli_version: '0.131.0', git: { branch: 'fix' } });
  line('turn_context', { turn_id: 't1', model: 'gpt-5.2-codex', cwd: root });
  for (const step of steps) one(step);
  return records;
};

const lines = (sign: string, text: string): string =>
  text
    .split('\n')
    .map((line) => sign + line)
    .join('\n');
