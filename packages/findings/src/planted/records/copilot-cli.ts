import { type PlantedStep, root, time, type WriteRecords, whole } from '../step.ts';

/** Events as Copilot CLI writes them. */
export const copilotCli: WriteRecords = (steps) => {
  const records: object[] = [];
  const event = (type: string, data: object) =>
    records.push({ type, data, id: `e${records.length}`, timestamp: time(records.length) });
  const call = (toolName: string, input: object, end: object) => {
    const toolCallId = `call_${records.length}`;
    event('tool.execution_start', { toolCallId, toolName, arguments: input });
    event('tool.execution_complete', { toolCallId, success: true, ...end });
  };
  const one = (step: PlantedStep): unknown => {
    switch (step.kind) {
      case 'prompt':
        return event('user.message', { content: step.text });
      case 'reply':
        return event('assistant.message', {
          messageId: `m${records.length}`,
          model: 'gpt-5-mini',
          content: step.text,
          toolRequests: [],
        });
      case 'shell':
        return call(
          'bash',
          { command: step.command },
          { result: { content: `${step.output}\n<exited with exit code ${step.exitCode}>` } },
        );
      case 'refused':
        return call(
          'bash',
          { command: step.command },
          { success: false, error: { message: 'The user refused this command.', code: 'denied' } },
        );
      case 'read':
        return call('view', { path: whole(step.path) }, { result: { content: '1. text' } });
      case 'edit':
        return call(
          'edit',
          { path: whole(step.path), old_str: step.before, new_str: step.after },
          { result: { content: `File ${step.path} updated with changes.` } },
        );
      case 'write':
        return call(
          'create',
          { path: whole(step.path), file_text: step.content },
          { result: { content: 'Created file.' } },
        );
    }
  };
  event('session.start', { sessionId: 's', copilotVersion: '1.0.78', context: { cwd: root } });
  for (const step of steps) one(step);
  return records;
};
