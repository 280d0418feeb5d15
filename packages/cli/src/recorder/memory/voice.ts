/** Whose words a text is: what a tool printed is common to many sessions, what somebody said is not. */
export type Voice = 'person' | 'agent' | 'machine';

const voices: Readonly<Record<string, Voice>> = {
  user: 'person',
  human: 'person',
  user_message: 'person',
  'user.message': 'person',
  assistant: 'agent',
  agent: 'agent',
  model: 'agent',
  gemini: 'agent',
  agent_message: 'agent',
  'assistant.message': 'agent',
  reasoning: 'agent',
  thinking: 'agent',
  system: 'machine',
  developer: 'machine',
  tool: 'machine',
  session_meta: 'machine',
  turn_context: 'machine',
  world_state: 'machine',
  attachment: 'machine',
  progress: 'machine',
  file: 'machine',
};

const isTool = /tool|function_?(?:call|resp)|shell|exec_command|patch|snapshot|hook|mcp_/i;

/** What an object says about its own texts by its `role` or `type`. */
export function voiceOf(object: Readonly<Record<string, unknown>>, inherited: Voice): Voice {
  for (const name of [object.role, object.type]) {
    if (typeof name !== 'string') continue;
    const voice = Object.hasOwn(voices, name) ? voices[name] : undefined;
    if (voice) return voice;
    if (isTool.test(name)) return 'machine';
  }
  return inherited;
}

const ofMachine: ReadonlySet<string> = new Set([
  'toolUseResult',
  'tool_calls',
  'toolCalls',
  'toolRequests',
  'functionCall',
  'functionResponse',
  'arguments',
  'args',
  'input',
  'output',
  'stdout',
  'stderr',
  'base_instructions',
  'instructions',
  'user_instructions',
  'developer_instructions',
  'tools',
  'diff',
]);

/** The same by the name under which a value stands. */
export const voiceUnder = (key: string, inherited: Voice): Voice =>
  ofMachine.has(key) ? 'machine' : inherited;

/** Blocks that agents put in front of every session, in the place of something a person says. */
const block =
  /^\s*(?:<(?:system-reminder|environment_context|user_instructions|session_context|permissions instructions|collaboration_mode|skills_instructions|apps_instructions|local-command-stdout|local-command-caveat|INSTRUCTIONS)|# AGENTS\.md instructions for )/;

export const voiceOfText = (text: string, inherited: Voice): Voice =>
  block.test(text) ? 'machine' : inherited;

/** Values that say what a record is, never what somebody said. */
const structural =
  /^(?:cwd|root|directory|worktree|workspace_?roots|timestamp|type|role|version|model|signature|thoughtSignature|encrypted_content|leafUuid|parentUuid|\w*[iI]d|\w*_id|uuid)$/;

export const isStructural = (key: string): boolean => structural.test(key);

const repeatingKey =
  /^(?:\w*title|summary|last_?prompt|agent_?name|preview|thread_?name|first_?(?:user_?)?(?:message|prompt)|replacement_history|\$set|\$push)$/i;

/** Under these names agents say again what was said before. */
export const repeatsUnder = (key: string): boolean => repeatingKey.test(key);

const repeatingTypes: ReadonlySet<string> = new Set([
  'summary',
  'last-prompt',
  'agent-name',
  'branch_summary',
  'branchSummary',
  'session_info',
]);

/** Records in which agents say again what was said before. */
export function repeats(record: Readonly<Record<string, unknown>>): boolean {
  if (record.isCompactSummary === true) return true;
  const { type } = record;
  if (typeof type !== 'string' || type.length > 100) return false;
  return repeatingTypes.has(type) || type.endsWith('title') || type.includes('compact');
}
