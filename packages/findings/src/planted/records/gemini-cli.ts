import { type PlantedStep, root, time, type WriteRecords, whole } from '../step.ts';

/** Lines as Gemini CLI writes them. */
export const geminiCli: WriteRecords = (steps) => {
  const records: object[] = [
    {
      sessionId: 's1',
      projectHash: 'h',
      startTime: time(0),
      lastUpdated: time(0),
      kind: 'main',
      directories: [root],
    },
  ];
  const line = (type: 'user' | 'gemini', rest: object) =>
    records.push({ id: `m${records.length}`, timestamp: time(records.length), type, ...rest });
  const call = (name: string, args: object, output: string, status: 'success' | 'error' | 'cancelled') => {
    const id = `c${records.length}`;
    const response = status === 'success' ? { output } : { error: output };
    line('gemini', {
      content: '',
      model: 'gemini-2.5-pro',
      toolCalls: [{ id, name, args, status, result: [{ functionResponse: { id, name, response } }] }],
    });
  };
  const one = (step: PlantedStep): unknown => {
    switch (step.kind) {
      case 'prompt':
        return line('user', { content: [{ text: step.text }] });
      case 'reply':
        return line('gemini', { content: step.text, model: 'gemini-2.5-pro' });
      case 'shell':
        // The call is good whatever the command came to.
        return call(
          'run_shell_command',
          { command: step.command },
          `Output: ${step.output}${step.exitCode === 0 ? '' : `\nExit Code: ${step.exitCode}`}\nProcess Group PGID: 4`,
          'success',
        );
      case 'refused':
        return call(
          'run_shell_command',
          { command: step.command },
          '[Operation Cancelled] Reason: User did not allow tool call',
          'cancelled',
        );
      case 'read':
        return call('read_file', { absolute_path: whole(step.path) }, 'text', 'success');
      case 'edit':
        return call(
          'replace',
          { file_path: whole(step.path), old_string: step.before, new_string: step.after },
          'Successfully modified file.',
          'success',
        );
      case 'write':
        return call(
          'write_file',
          { file_path: whole(step.path), content: step.content },
          'Created.',
          'success',
        );
    }
  };
  for (const step of steps) one(step);
  return records;
};
