import { type PlantedStep, root, time, type WriteRecords, whole } from '../step.ts';

/** Lines as Claude Code writes them. */
export const claudeCode: WriteRecords = (steps) => {
  const records: object[] = [];
  const line = (type: 'user' | 'assistant', content: unknown) => {
    const at = records.length;
    const message =
      type === 'user'
        ? { role: 'user', content }
        : { id: `msg_${at}`, role: 'assistant', model: 'claude-opus-4-6', content };
    records.push({ type, uuid: `u${at}`, sessionId: 's1', cwd: root, timestamp: time(at), message });
  };
  const call = (name: string, input: object, output: string, failed = false) => {
    const id = `toolu_${records.length}`;
    line('assistant', [{ type: 'tool_use', id, name, input }]);
    line('user', [
      { type: 'tool_result', tool_use_id: id, content: output, ...(failed && { is_error: true }) },
    ]);
  };
  const one = (step: PlantedStep): unknown => {
    switch (step.kind) {
      case 'prompt':
        return line('user', step.text);
      case 'reply':
        return line('assistant', [{ type: 'text', text: step.text }]);
      case 'shell': {
        const failed = step.exitCode !== 0;
        const output = failed ? `Exit code ${step.exitCode}\n${step.output}` : step.output;
        return call('Bash', { command: step.command }, output, failed);
      }
      case 'refused':
        return call(
          'Bash',
          { command: step.command },
          "The user doesn't want to proceed with this tool use. The tool use was rejected.",
          true,
        );
      case 'read':
        return call('Read', { file_path: whole(step.path) }, '     1→text');
      case 'edit':
        return call(
          'Edit',
          { file_path: whole(step.path), old_string: step.before, new_string: step.after },
          'The file has been updated.',
        );
      case 'write':
        return call(
          'Write',
          { file_path: whole(step.path), content: step.content },
          'File created successfully.',
        );
    }
  };
  for (const step of steps) one(step);
  return records;
};
