import type { ChangedFile } from '@debrief/contract';

/** A line of the tree: a folder, or a file with its changes. */
export interface TreeLine {
  key: string;
  name: string;
  depth: number;
  file?: ChangedFile;
}

interface Folder {
  folders: Map<string, Folder>;
  files: [name: string, file: ChangedFile][];
}

/** Windows writes `src\\a.ts`; elsewhere a backslash is a letter of a name. */
const partsOf = (name: string): string[] => name.split(name.includes('/') ? '/' : /[/\\]/);

/** Files by folder, folders first, those outside of where the agent worked last; a chain of folders with nothing else in them is one line. `nameOf` shortens paths. */
export function treeLines(files: readonly ChangedFile[], nameOf: (path: string) => string): TreeLine[] {
  const root: Folder = { folders: new Map(), files: [] };
  for (const file of files) {
    const parts = partsOf(nameOf(file.path));
    const name = parts.pop() ?? '';
    let folder = root;
    for (const part of parts) {
      let next = folder.folders.get(part);
      if (!next) {
        next = { folders: new Map(), files: [] };
        folder.folders.set(part, next);
      }
      folder = next;
    }
    folder.files.push([name, file]);
  }
  const lines: TreeLine[] = [];
  addFolder(root, '', 0, lines);
  return lines;
}

/** The one to begin with: what an edit wrote is known, what a command wrote is not. */
export const firstShown = (lines: readonly TreeLine[]): ChangedFile | undefined =>
  (lines.find(({ file }) => file && file.edits > 0) ?? lines.find(({ file }) => file))?.file;

const isOutside = (name: string): boolean => name === '' || name === '~' || /^[a-z]:$/i.test(name);

const byName = (a: [string, unknown], b: [string, unknown]): number =>
  a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
const deepest = 40;

function addFolder(folder: Folder, path: string, depth: number, lines: TreeLine[]): void {
  const outside = (name: string) => (depth === 0 && isOutside(name) ? 1 : 0);
  const folders = [...folder.folders].sort((a, b) => outside(a[0]) - outside(b[0]) || byName(a, b));
  for (const [first, inner] of folders) {
    let name = first;
    let shown = inner;
    for (let step = 0; step < 200 && shown.files.length === 0 && shown.folders.size === 1; step++) {
      const [[next, only]] = [...shown.folders] as [[string, Folder]];
      name = `${name}/${next}`;
      shown = only;
    }
    const key = `${path}${name}/`;
    lines.push({ key, name: name === '' ? '/' : name, depth });
    if (depth < deepest) addFolder(shown, key, depth + 1, lines);
  }
  for (const [name, file] of folder.files.sort(byName)) lines.push({ key: file.path, name, depth, file });
}
