/** How each agent takes up one of its own sessions again. */
const commands: Record<string, (id: string) => string> = {
  'claude-code': (id) => `claude --resume ${id}`,
  codex: (id) => `codex resume ${id}`,
  'gemini-cli': (id) => `gemini --resume ${id}`,
  opencode: (id) => `opencode --session ${id}`,
  'copilot-cli': (id) => `copilot --resume ${id}`,
  cursor: (id) => `cursor-agent --resume ${id}`,
  'qwen-code': (id) => `qwen --resume ${id}`,
  pi: (id) => `pi --session ${id}`,
  amp: (id) => `amp threads continue ${id}`,
  droid: (id) => `droid --resume ${id}`,
};

/**
 * A line for the developer's own terminal. Both parts come from a transcript, so the id must be a plain word and
 * the folder is quoted: nothing in them can become a second command.
 */
export function resumeCommand(agentId: string, id: string | undefined, folder?: string): string | undefined {
  const command = Object.hasOwn(commands, agentId) ? commands[agentId] : undefined;
  if (!command || id === undefined || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(id)) return undefined;
  const plain = folder !== undefined && /^\/[^\p{Cc}\p{Cf}']*$/u.test(folder);
  return plain ? `cd '${folder}' && ${command(id)}` : command(id);
}
