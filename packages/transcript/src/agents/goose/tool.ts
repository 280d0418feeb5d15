import type { CallStart } from '../../calls/call.ts';
import { toolKind } from '../../calls/tool.ts';
import type { ToolKind } from '../../entry.ts';
import { lookup, obj, word } from '../../json.ts';

/** What the text editor does is told by its `command`. */
const editorKinds: Record<string, ToolKind> = {
  view: 'read',
  write: 'write',
  create: 'write',
  str_replace: 'edit',
  insert: 'edit',
  undo_edit: 'edit',
};

/** `developer__shell` is the tool `shell` of the extension `developer`; newer versions leave the extension out. */
export function toolOf(name: string, input: unknown): CallStart {
  const cut = name.lastIndexOf('__');
  const plain = cut < 0 ? name : name.slice(cut + 2);
  if (plain === 'text_editor') {
    const { command, ...rest } = obj(input);
    const kind = lookup(editorKinds, word(command)) ?? 'other';
    // The command would be taken for the title, which is the path.
    return { name, input: rest, kind, title: word(rest.path) || word(command) || name };
  }
  const kind = toolKind(plain);
  return { name, input, kind: kind === 'other' && cut > 0 ? 'mcp' : kind };
}
