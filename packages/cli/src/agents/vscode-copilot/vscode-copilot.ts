import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Agent, fields, instant, known, type Source, text } from '../agent.ts';
import { documentOr } from '../document.ts';
import { userFolders } from '../vscode.ts';
import { type FoundFile, look, sourceOf, stem, walk } from '../walk.ts';
import { readChat } from './chat.ts';

const transcripts = 'GitHub.copilot-chat';

/** `<workspace>/chatSessions/<id>.jsonl` (or `.json`), `<workspace>/GitHub.copilot-chat/transcripts/<id>.jsonl`. */
const isOurs = (segments: string[]): boolean =>
  (segments[1] === 'chatSessions' && segments.length === 3 && /\.jsonl?$/.test(segments[2] ?? '')) ||
  (segments[1] === transcripts &&
    segments[2] === 'transcripts' &&
    segments.length === 4 &&
    (segments[3]?.endsWith('.jsonl') ?? false));

const folders = new Map<string, { stamp: string; cwd: string | undefined }>();

/** A window's folder, or that of its workspace file. */
async function folderOf(workspace: string): Promise<string | undefined> {
  const path = join(workspace, 'workspace.json');
  const file = await look(path);
  if (!file) return undefined;
  const before = folders.get(path);
  if (before?.stamp === file.stamp) return before.cwd;
  const named = await documentOr(path);
  const cwd = plainPath(text(named.folder)) ?? plainPath(text(named.workspace))?.replace(/[\\/][^\\/]*$/, '');
  folders.set(path, { stamp: file.stamp, cwd });
  return cwd;
}

function plainPath(address: string | undefined): string | undefined {
  if (!address?.startsWith('file://')) return undefined;
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

async function inUserFolder(user: string): Promise<Source[]> {
  const root = join(user, 'workspaceStorage');
  const files = await walk(root, isOurs, 3);
  const loose = await walk(
    join(user, 'globalStorage', 'emptyWindowChatSessions'),
    (segments) => segments.length === 1 && /\.jsonl?$/.test(segments[0] ?? ''),
    0,
  );
  const placed = files.map(async (file) => {
    const cwd = await folderOf(join(root, file.segments[0] ?? ''));
    return place(file, file.segments[1] === transcripts, cwd);
  });
  return [...(await Promise.all(placed)), ...loose.map((file) => place(file, false, undefined))];
}

const place = (file: FoundFile, isTranscript: boolean, cwd: string | undefined): Source =>
  sourceOf(file, {
    agentId: 'vscode-copilot',
    externalId: stem(file.segments.at(-1) ?? ''),
    part: isTranscript ? '' : 'chat.json',
    ...(cwd && { cwd }),
  });

/** A session that moves to another workspace is copied there, and an old document beside its log stays: the newest counts. */
function newest(sources: Source[]): Source[] {
  const best = new Map<string, Source>();
  for (const source of sources) {
    const key = `${source.externalId}/${source.part}`;
    const other = best.get(key);
    if (!other || other.modifiedAt < source.modifiedAt) best.set(key, source);
  }
  return [...best.values()];
}

export const vscodeCopilot: Agent = {
  agentId: 'vscode-copilot',
  name: 'Copilot Chat',
  homes: (where) => userFolders(where).map((user) => join(user, 'globalStorage', 'github.copilot-chat')),
  find: async (where) => newest((await Promise.all(userFolders(where).map(inUserFolder))).flat()),
  rows: (source) => (source.part === 'chat.json' ? readChat(source) : undefined),
  partOf: (start) => (/^\s*\{\s*"type"/.test(start) ? '' : 'chat.json'),
  facts(record) {
    const r = fields(record);
    const data = fields(r.data);
    return known({
      cwd: text(fields(data.context).cwd),
      version: text(data.copilotVersion),
      at: instant(r.timestamp) ?? instant(r.creationDate),
    });
  },
};
