import { type FileHandle, open } from 'node:fs/promises';

/** What every open file inherits its methods from: a test replaces one of them to see, or to spoil, what a disk is asked. */
export async function fileHandleMethods(): Promise<FileHandle> {
  const file = await open(import.meta.filename, 'r');
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}

/** What a full disk answers. */
export const diskFull = (): Error => Object.assign(new Error('No space left on device.'), { code: 'ENOSPC' });
