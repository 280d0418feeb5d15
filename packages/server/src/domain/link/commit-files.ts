import type { CommitFile } from '@debrief/contract';

/** Which of these files a commit changed. It may have changed thousands, and mostly none of these: then nothing is read. */
export function changedAmong(files: string, paths: readonly string[]): CommitFile[] {
  if (!paths.some((path) => files.includes(JSON.stringify(path)))) return [];
  return (JSON.parse(files) as CommitFile[]).filter(({ path }) => paths.includes(path));
}
