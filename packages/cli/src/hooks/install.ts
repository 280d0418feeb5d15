import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeDurably } from '../disk.ts';
import { type Home, pathsOf } from '../home.ts';
import {
  addRegistrations,
  hasAnyOurs,
  hasRegistrations,
  isOurs,
  readConfig,
  removeRegistrations,
} from './json-file.ts';
import { pluginHeader } from './opencode-plugin.ts';
import type { OwnTarget, SharedTarget, Target } from './targets.ts';

export type Change = 'installed' | 'unchanged' | 'removed' | 'absent';

/** What a file was before us, to give it back byte for byte. */
interface Receipt {
  path: string;
  /** Absent when there was no file. */
  before?: string;
  /** Digest of the file as we left it. */
  after: string;
  /** Keys that are there only because of us. */
  created: string[];
}

const digest = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

const receiptPath = (home: Home, target: Target): string =>
  join(pathsOf(home).installedHooks, `${target.agentId}.json`);

async function readReceipt(home: Home, target: Target): Promise<Receipt | undefined> {
  const receipt = await readFile(receiptPath(home, target), 'utf8').then(JSON.parse, () => undefined);
  return receipt?.path === target.path ? receipt : undefined;
}

const contentOf = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Whole or not at all; keeps the mode, and the link of those who keep their dotfiles elsewhere. */
export async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  const real = await realpath(path).catch(() => path);
  const mode = await stat(real).then(
    (info) => info.mode & 0o777,
    () => 0o644,
  );
  await mkdir(dirname(real), { recursive: true });
  const temporary = join(dirname(real), `.${basename(real)}.debrief-${process.pid}`);
  await writeFile(temporary, content, { mode });
  await chmod(temporary, mode);
  await rename(temporary, real);
}

/** Throws MalformedConfig, having touched nothing, when the file is not what it should be. */
export async function installHooks(home: Home, target: Target): Promise<Change> {
  return target.kind === 'own' ? installOwn(target) : installShared(home, target);
}

async function installOwn(target: OwnTarget): Promise<Change> {
  const before = await contentOf(target.path);
  if (before?.toString() === target.content) return 'unchanged';
  if (before && !isOwn(before.toString())) return 'unchanged';
  await replaceFile(target.path, target.content);
  return 'installed';
}

async function installShared(home: Home, target: SharedTarget): Promise<Change> {
  const before = await contentOf(target.path);
  const text = before?.toString() ?? '';
  const config = readConfig(text, target.path);
  if (hasRegistrations(config, target.registrations)) return 'unchanged';
  const receipt = await readReceipt(home, target);
  const untouched = receipt && before && digest(before) === receipt.after;
  // Handlers of an older version go first, so that none is there twice.
  const clean = untouched
    ? (receipt.before ?? '')
    : hasAnyOurs(config)
      ? removeRegistrations(text, target.path, receipt?.created ?? [])
      : text;
  const base = readConfig(clean, target.path);
  const events = (base.hooks ?? {}) as Record<string, unknown>;
  const created = [
    ...(base.hooks === undefined ? ['hooks'] : []),
    ...target.registrations.map(({ event }) => event).filter((event) => events[event] === undefined),
    ...Object.keys(target.extra).filter((key) => base[key] === undefined),
  ];
  const after = addRegistrations(clean, target.path, target.registrations, target.extra);
  const absent = untouched ? receipt.before === undefined : before === undefined;
  const kept: Receipt = {
    path: target.path,
    after: digest(after),
    created: [...new Set([...created, ...(untouched ? receipt.created : [])])],
    ...(!absent && { before: clean }),
  };
  await writeDurably(receiptPath(home, target), JSON.stringify(kept));
  await replaceFile(target.path, after);
  return 'installed';
}

export async function removeHooks(home: Home, target: Target): Promise<Change> {
  const before = await contentOf(target.path);
  if (target.kind === 'own') {
    if (!before || !isOwn(before.toString())) return 'absent';
    await unlink(target.path);
    // The folders are mostly ours, too; with anything in them, they stay.
    await rmdir(dirname(target.path))
      .then(() => rmdir(dirname(dirname(target.path))))
      .catch(() => {});
    return 'removed';
  }
  const receipt = await readReceipt(home, target);
  const change = before ? await removeShared(target, before, receipt) : 'absent';
  await unlink(receiptPath(home, target)).catch(() => {});
  return change;
}

async function removeShared(
  target: SharedTarget,
  before: Buffer,
  receipt: Receipt | undefined,
): Promise<Change> {
  if (receipt && digest(before) === receipt.after) {
    if (receipt.before === undefined) await unlink(target.path);
    else await replaceFile(target.path, receipt.before);
    return 'removed';
  }
  const text = before.toString();
  if (!hasAnyOurs(readConfig(text, target.path))) return 'absent';
  // Edited since: only what is ours goes.
  const names = receipt?.created ?? ['hooks', ...target.registrations.map(({ event }) => event)];
  await replaceFile(target.path, removeRegistrations(text, target.path, names));
  return 'removed';
}

function isOwn(text: string): boolean {
  if (text.startsWith(pluginHeader)) return true;
  try {
    const lists = Object.values(readConfig(text, '').hooks as Record<string, unknown[]>);
    return lists.length > 0 && lists.flat().every(isOurs);
  } catch {
    return false;
  }
}
