import { Pencil, type SampleStep, type Setting, tokensOf, type WriteRecords } from './step.ts';

const model = 'claude-sonnet-4-5';

/** Lines as Claude Code writes them into `<session>.jsonl`. */
export const claudeCodeRecords: WriteRecords = (steps, setting) => new Writer(setting).write(steps);

class Writer {
  readonly #pencil: Pencil;
  readonly #records: object[] = [];
  #context = 14_000;
  #lane: { agentId: string; isSidechain: true } | undefined;

  constructor(setting: Setting) {
    this.#pencil = new Pencil(setting);
  }

  write(steps: readonly SampleStep[]): object[] {
    for (const step of steps) this.#step(step);
    return this.#records;
  }

  #line(type: string, rest: object): void {
    const { id, cwd, branch } = this.#pencil.setting;
    this.#records.push({
      type,
      uuid: this.#pencil.name('u-'),
      timestamp: this.#pencil.time(),
      sessionId: id,
      cwd,
      gitBranch: branch,
      version: '2.1.14',
      isSidechain: false,
      userType: 'external',
      ...this.#lane,
      ...rest,
    });
  }

  #user(content: unknown, rest: object = {}): void {
    this.#line('user', { message: { role: 'user', content }, ...rest });
  }

  #assistant(block: object, length: number): void {
    const id = this.#pencil.name('msg_');
    const fresh = 400 + length;
    this.#line('assistant', {
      requestId: id.replace('msg_', 'req_'),
      message: {
        id,
        type: 'message',
        role: 'assistant',
        model,
        content: [block],
        usage: {
          input_tokens: 8,
          cache_creation_input_tokens: fresh,
          cache_read_input_tokens: this.#context,
          output_tokens: length + 20,
        },
      },
    });
    this.#context += fresh;
  }

  #call(name: string, input: object, output: string, failed = false, result: object = {}): void {
    const id = this.#pencil.name('toolu_');
    this.#assistant({ type: 'tool_use', id, name, input }, tokensOf(JSON.stringify(input)));
    const block = {
      type: 'tool_result',
      tool_use_id: id,
      content: output,
      ...(failed && { is_error: true }),
    };
    this.#user([block], result);
    this.#context += tokensOf(output);
  }

  #step(step: SampleStep): unknown {
    switch (step.kind) {
      case 'prompt':
        return this.#user(step.text);
      case 'think':
        return this.#assistant({ type: 'thinking', thinking: step.text, signature: '' }, tokensOf(step.text));
      case 'reply':
        return this.#assistant({ type: 'text', text: step.text }, tokensOf(step.text));
      case 'shell': {
        const failed = (step.exitCode ?? 0) !== 0;
        const output = failed ? `Exit code ${step.exitCode}\n${step.output}` : step.output;
        return this.#call('Bash', { command: step.command }, output, failed);
      }
      case 'read':
        return this.#call('Read', { file_path: this.#pencil.path(step.path) }, numbered(step.content));
      case 'edit':
        return this.#call(
          'Edit',
          { file_path: this.#pencil.path(step.path), old_string: step.before, new_string: step.after },
          'The file has been updated.',
        );
      case 'write':
        return this.#call(
          'Write',
          { file_path: this.#pencil.path(step.path), content: step.content },
          'File created successfully.',
        );
      case 'todo': {
        const todos = step.items.map(([content, status]) => ({ content, status, activeForm: content }));
        return this.#call('TodoWrite', { todos }, 'Todos have been modified successfully.');
      }
      case 'subagent':
        return this.#subagent(step);
      case 'compact':
        this.#line('system', {
          subtype: 'compact_boundary',
          content: 'Conversation compacted',
          compactMetadata: { trigger: 'auto', preTokens: this.#context },
        });
        this.#context = 9000;
        return this.#user(`This session is being continued from a previous conversation.\n${step.summary}`, {
          isCompactSummary: true,
        });
    }
  }

  #subagent(step: Extract<SampleStep, { kind: 'subagent' }>): void {
    const id = this.#pencil.name('toolu_');
    const agentId = this.#pencil.name('agent-');
    const input = { description: step.name, subagent_type: step.name, prompt: step.prompt };
    this.#assistant({ type: 'tool_use', id, name: 'Task', input }, tokensOf(step.prompt));
    const main = this.#context;
    this.#context = 6000;
    this.#lane = { agentId, isSidechain: true };
    this.#user(step.prompt);
    for (const inner of step.steps) this.#step(inner);
    this.#lane = undefined;
    this.#context = main;
    this.#user([{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: step.result }] }], {
      toolUseResult: { status: 'completed', agentId, prompt: step.prompt, content: [] },
    });
  }
}

const numbered = (content: string): string =>
  content
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
    .join('\n');
