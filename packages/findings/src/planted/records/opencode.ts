import { type PlantedStep, root, type WriteRecords, whole } from '../step.ts';

/** Messages and parts as opencode keeps them. */
export const opencode: WriteRecords = (steps) => {
  const records: object[] = [{ id: 'ses_1', directory: root, title: 'Planted', version: '1.3.0' }];
  const part = (role: 'user' | 'assistant', type: string, rest: object) => {
    const at = records.length;
    records.push({
      id: `m${at}`,
      sessionID: 'ses_1',
      role,
      ...(role === 'assistant' && { modelID: 'claude-sonnet-4-5' }),
      time: { created: at },
    });
    records.push({ id: `p${at}`, sessionID: 'ses_1', messageID: `m${at}`, type, ...rest });
  };
  const call = (tool: string, input: object, state: object) =>
    part('assistant', 'tool', {
      callID: `call_${records.length}`,
      tool,
      state: { status: 'completed', input, time: { start: 1, end: 5 }, ...state },
    });
  const one = (step: PlantedStep): unknown => {
    switch (step.kind) {
      case 'prompt':
        return part('user', 'text', { text: step.text });
      case 'reply':
        return part('assistant', 'text', { text: step.text });
      case 'shell':
        return call(
          'bash',
          { command: step.command },
          { output: step.output, metadata: { exit: step.exitCode } },
        );
      case 'refused':
        return call(
          'bash',
          { command: step.command },
          {
            status: 'error',
            error: 'The user rejected permission to use this specific tool call.',
          },
        );
      case 'read':
        return call('read', { filePath: whole(step.path) }, { output: '<file>\n00001| text\n</file>' });
      case 'edit':
        return call(
          'edit',
          { filePath: whole(step.path), oldString: step.before, newString: step.after },
          { output: '', metadata: { diff: unified(step.path, step.before, step.after) } },
        );
      case 'write':
        return call('write', { filePath: whole(step.path), content: step.content }, { output: '' });
    }
  };
  for (const step of steps) one(step);
  return records;
};

function unified(path: string, before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    `--- ${path}`,
    `+++ ${path}`,
    `@@ -1,${old.length} +1,${now.length} @@`,
    ...old.map((line) => `-${line}`),
    ...now.map((line) => `+${line}`),
    '',
  ].join('\n');
}
