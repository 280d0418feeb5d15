import type { Changes } from '@debrief/contract';

type Hunks = NonNullable<Changes['file']>['hunks'];

export interface PatchFile {
  path: string;
  /** The path it was moved from. */
  was?: string;
  change: string;
  hunks: Hunks;
}

/** A path as git writes it in a header: quoted where it holds something that would break the line. */
const quoted = (path: string): string => (/["\\\p{Cc}]/u.test(path) ? JSON.stringify(path) : path);

/** The net changes as one patch, which `git apply` and `patch` take. */
export function toPatch(files: readonly PatchFile[]): string {
  return files
    .filter(({ hunks, change }) => hunks.length > 0 || change === 'move')
    .map((file) => {
      const before = file.was ?? file.path;
      const lines = [`diff --git ${quoted(`a/${before}`)} ${quoted(`b/${file.path}`)}`];
      if (file.change === 'add') lines.push('new file mode 100644');
      if (file.change === 'delete') lines.push('deleted file mode 100644');
      if (before !== file.path) lines.push(`rename from ${quoted(before)}`, `rename to ${quoted(file.path)}`);
      if (file.hunks.length > 0) {
        lines.push(`--- ${file.change === 'add' ? '/dev/null' : quoted(`a/${before}`)}`);
        lines.push(`+++ ${file.change === 'delete' ? '/dev/null' : quoted(`b/${file.path}`)}`);
      }
      for (const hunk of file.hunks) {
        lines.push(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`);
        lines.push(...hunk.lines);
      }
      return `${lines.join('\n')}\n`;
    })
    .join('');
}
