import { type PlantedStep, root, type WriteRecords, whole } from '../step.ts';

/** Lines as Cursor writes them into a transcript: what a call answered is not in them. */
export const cursor: WriteRecords = (steps) => steps.map(recordOf);

function recordOf(step: PlantedStep): object {
  switch (step.kind) {
    case 'prompt':
      return line('user', { type: 'text', text: `<user_query>\n${step.text}\n</user_query>` });
    case 'reply':
      return line('assistant', { type: 'text', text: step.text });
    case 'shell':
    case 'refused':
      return call('Shell', { command: step.command, working_directory: root, description: 'Run command' });
    case 'read':
      return call('Read', { path: whole(step.path) });
    case 'edit':
      return call('StrReplace', { path: whole(step.path), old_string: step.before, new_string: step.after });
    case 'write':
      return call('Write', { path: whole(step.path), contents: step.content });
  }
}

const line = (role: 'user' | 'assistant', ...content: object[]): object => ({ role, message: { content } });

const call = (name: string, input: object): object =>
  line('assistant', { type: 'text', text: '[REDACTED]' }, { type: 'tool_use', name, input });
