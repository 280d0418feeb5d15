const numbered = (text: string, joint: string) =>
  text
    .split('\n')
    .map((line, index) => `${String(index + 12).padStart(6)}${joint}${line}`)
    .join('\n');
const marked = (text: string, mark: string) => text.replace(/^/gm, mark);

/** How agents write down a text that a tool printed, a file held or a person typed. */
const RECORDS: readonly ((text: string) => unknown)[] = [
  (text) => text,
  (text) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: text }] },
    toolUseResult: { stdout: text, stderr: '', interrupted: false },
  }),
  (text) => ({
    type: 'function_call_output',
    output: JSON.stringify({ output: text, metadata: { exit_code: 0 } }),
  }),
  (text) => ({ role: 'tool', content: numbered(text, '→') }),
  (text) => ({ role: 'tool', content: numbered(text, '\t') }),
  (text) => ({
    type: 'message',
    content: [{ type: 'output_text', text: `Here it is:\n\n\`\`\`\n${text}\n\`\`\`\n` }],
  }),
  (text) => ({
    functionResponse: {
      name: 'run_shell_command',
      response: { output: `Command: x\nOutput: ${text}\nExit Code: 0` },
    },
  }),
  (text) => ({
    name: 'apply_patch',
    arguments: JSON.stringify({
      input: `*** Begin Patch\n*** Update File: a.txt\n@@\n${marked(text, '+')}\n*** End Patch`,
    }),
  }),
  (text) => ({ tool: 'edit', input: { file_path: '/src/a', old_string: text, new_string: 'x' } }),
  (text) => ({ aggregated_output: text.replaceAll('\n', '\r\n') }),
  (text) => ({
    state: { status: 'completed', output: `diff --git a/a b/a\n@@ -1,2 +1 @@\n${marked(text, '-')}` },
  }),
];
const PLAIN = new Set([0, 1, 2, 5, 6, 8]);

/** What depends on its columns or on whole lines comes in a record that keeps them. */
export function asRecord(text: string, turn: number, way: string): unknown {
  const index = turn % RECORDS.length;
  const keeps =
    PLAIN.has(index) || !/wrap|number|line numbers|xxd|key without|private key|pgp|putty|environ/.test(way);
  return RECORDS[keeps ? index : 1]?.(text);
}
