import type { PlanItem, ToolKind } from '../entry.ts';
import { clip, compact, first, list, lookup, obj, str, word } from '../json.ts';

/** Tool names of every agent, lower-cased, without `_` and `-`. */
const kinds: Record<Exclude<ToolKind, 'other'>, string> = {
  shell:
    'bash shell exec execcommand shellcommand localshell runshellcommand runterminalcmd runterminalcommand runcommand terminal ' +
    'powershell execute executecommand executebash writestdin bashoutput killshell killbash readbash writebash stopbash ' +
    'listbash runcommands monitor userbash commandexecution runinterminal',
  edit:
    'edit multiedit strreplace strreplaceeditor strreplacebasededittool replace applypatch patch editfile searchreplace ' +
    'replaceinfile replacestringinfile multireplacestringinfile inserteditintofile notebookedit editnotebook fswrite ' +
    'filechange editor smartedit delete deletefile insert applydiff',
  write: 'write writefile create createfile writetofile filewrite savefile',
  read:
    'read readfile readfiles view readmanyfiles cat open ls list listdirectory listdir readfolder viewimage imageview notebookread ' +
    'readlints fsread readmcpresource listmcpresources readlines',
  search:
    'grep glob search searchfilecontent codebasesearch filesearch grepsearch find findfiles toolsearch semanticsearch ' +
    'listfiles searchfiles rg finder lsp codesearch',
  web:
    'webfetch websearch fetch googlewebsearch googlesearch webbrowse fetchwebpage browser openpage findinpage fetchurl ' +
    'browseraction websearchcall websearchprime',
  todo: 'todowrite todoread updateplan writetodos todo managetodolist updatetodolist taskcreate taskupdate tasklist todolist plan exitplanmode exitspecmode planmoderespond planexit',
  mcp: 'usemcptool accessmcpresource mcptoolcall',
  task:
    'task agent spawnagent dispatchagent subagent launchagent newtask delegate runsubagent workflow collabagenttoolcall ' +
    'delegatetoagent',
  question: 'askuserquestion askuser askfollowupquestion requestuserinput question askuserquestions',
};

const byName = new Map<string, ToolKind>();
for (const [kind, names] of Object.entries(kinds)) {
  for (const name of names.split(' ')) byName.set(name, kind as ToolKind);
}

/** `mcp__server__tool`, `server.tool` with a known prefix, or a plain name. */
export function toolKind(name: string): ToolKind {
  if (name.startsWith('mcp__') || name.startsWith('mcp.') || name.startsWith('mcp_')) return 'mcp';
  return byName.get(name.toLowerCase().replace(/[_\-\s.]/g, '')) ?? 'other';
}

const pathKeys = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'notebook_path',
  'filename',
  'target_file',
  'dir_path',
];

export function pathOf(input: unknown): string | undefined {
  const o = obj(input);
  return first(...pathKeys.map((key) => o[key]));
}

/** One line that says what a call does. */
export function toolTitle(name: string, input: unknown): string {
  if (typeof input === 'string') return clip(input, 200) || name;
  const o = obj(input);
  const command = o.command ?? o.cmd;
  if (Array.isArray(command)) return clip(shellWords(command), 200) || name;
  const found = first(
    str(command),
    pathOf(o),
    o.pattern,
    o.query,
    o.search_term,
    o.url,
    o.description,
    o.prompt,
    o.message,
    o.title,
    o.question,
    obj(list(o.questions)[0]).question,
    o.explanation,
    o.text,
  );
  if (found !== undefined) return clip(found, 200) || name;
  const json = compact(o);
  return json === '{}' ? name : clip(json, 200);
}

/** `["zsh","-lc","ls"]` reads as `ls`. */
function shellWords(words: unknown[]): string {
  const script = words.length === 3 && /^-l?c$/.test(word(words[1])) ? [words[2]] : words;
  return script.map(word).join(' ');
}

const states: Record<string, PlanItem['status']> = {
  pending: 'pending',
  todo: 'pending',
  open: 'pending',
  in_progress: 'active',
  inprogress: 'active',
  'in-progress': 'active',
  active: 'active',
  completed: 'done',
  complete: 'done',
  done: 'done',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  deleted: 'cancelled',
};

/** To-do items from any of the agents' shapes: `todos`, `plan`, `items`, or a markdown check-list. */
export function planItems(input: unknown): PlanItem[] {
  const o = obj(input);
  const source = Array.isArray(input)
    ? input
    : [o.todos, o.plan, o.items, o.todoList, o.tasks].find(Array.isArray);
  if (source === undefined) {
    const markdown = first(o.todos, o.plan, o.markdown);
    return markdown === undefined ? single(o) : checklist(markdown);
  }
  return source.map((item): PlanItem => {
    const i = obj(item);
    const label = first(i.content, i.step, i.description, i.title, i.subject, i.text, i.task);
    return {
      text: label ?? word(item),
      status: lookup(states, word(i.status ?? i.state).toLowerCase()) ?? 'pending',
    };
  });
}

function single(o: Record<string, unknown>): PlanItem[] {
  const label = first(o.subject, o.title, o.content);
  return label === undefined
    ? []
    : [{ text: label, status: lookup(states, word(o.status).toLowerCase()) ?? 'pending' }];
}

/** `- [x] done`, or `1. [completed] done` as Droid writes it. */
function checklist(markdown: string): PlanItem[] {
  const named = [...markdown.matchAll(/^[ \t]*\d{1,4}\.[ \t]*\[([a-z_]{2,20})\][ \t]*(\S.*)$/gm)];
  if (named.length > 0)
    return named.map(([, state, label]) => ({
      text: label ?? '',
      status: lookup(states, state) ?? 'pending',
    }));
  return [...markdown.matchAll(/^[ \t]*[-*][ \t]*\[([ xX~-])\][ \t]*(\S.*)$/gm)].map(([, box, label]) => ({
    text: label ?? '',
    status: box === ' ' ? 'pending' : box === 'x' || box === 'X' ? 'done' : 'active',
  }));
}
