import type { Fields } from '../../agents/agent.ts';

/** The names that agents give to the parts of a call and of its result, over all formats that are captured. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Where the path of a file, or of what is searched, stands. */
export const pathKeys = words(
  `filePath file_path filepath path absolute_path absolutePath AbsolutePath TargetFile target_file targetFile filename
  fileName relative_path relativePath relativeWorkspacePath notebook_path glob include includePattern include_pattern
  file_glob paths file_paths SearchPath SearchDirectory`,
);

/** What an object that names such a file holds of it. */
export const contentKeys = words(
  `content contents text output originalFile original_file oldString newString old_string new_string old_str new_str patch
  diff structuredPatch file_text fileText edits oldText newText before after code_edit insert_text new_content old_content
  newContent oldContent new_source replacement unified_diff unifiedDiff snippet lines result resultDisplay stdout
  CodeContent CodeEdit ReplacementChunks replace search fileContent original modified`,
);

/** Where a shell command stands. */
export const scriptKeys = words(
  'command cmd script commandLine CommandLine command_line commands shell_command bash_command',
);

/** Where the input of a call stands, as an object or as JSON in a string. */
export const inputKeys = words(
  `input arguments args parameters params toolArgs tool_args rawInput raw_input function_args parsedArgs tool_input
  toolInput rawArguments`,
);

/** What a result says besides what was read. */
export const keptKeys = words(
  `type subtype role name tool tool_name toolName status state_type kind id call_id callId callID toolCallId tool_call_id
  toolUseId toolUseID tool_use_id uuid parentUuid sessionId session_id timestamp time createdAt created_at model version
  title_type is_error isError exit_code exitCode cwd gitBranch event eventType phase source agent display_name`,
);

const idKeys = [
  ...[
    'id',
    'call_id',
    'callId',
    'callID',
    'toolCallId',
    'tool_call_id',
    'toolUseId',
    'toolUseID',
    'tool_use_id',
  ],
  ...['toolCallID', 'tool_id', 'toolId', 'invocationId'],
] as const;

/** VS Code adds a suffix of its own to the ids of calls. */
export const withoutSuffix = (id: string): string =>
  id.includes('__vscode-') ? id.replace(/__vscode-\d{1,20}$/, '') : id;

/** By which ids an object is, or answers, a call. */
export function callIds(source: Fields): string[] {
  const ids: string[] = [];
  for (const key of idKeys) {
    const id = source[key];
    if (typeof id === 'string' && id !== '' && id.length <= 256) ids.push(withoutSuffix(id));
  }
  return ids;
}
