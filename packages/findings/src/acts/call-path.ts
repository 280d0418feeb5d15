import type { Tool } from '@debrief/transcript';

/** The file a call is about, by whatever name its agent gives the field. */
export function pathOf({ input }: Pick<Tool, 'input'>): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { file_path, path, absolute_path, filePath } = input as Record<string, unknown>;
  return [file_path, path, absolute_path, filePath].find((one): one is string => typeof one === 'string');
}
