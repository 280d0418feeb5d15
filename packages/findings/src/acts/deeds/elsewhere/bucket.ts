import type { SimpleCommand } from '@debrief/shell';
import { hasFlag } from '../deed.ts';

/** An address of a store of objects, by a provider or by a name that a client keeps for it: `gs://media`, `prod:media`. */
const isFar = (word: string): boolean =>
  /^(?:s3|gs|b2|oss|cos|az|r2):\/\/|^https?:\/\/(?!localhost|127\.)|^[\w.@-]{2,80}:(?!\\)/.test(word);
const isLocalStore = (word: string): boolean =>
  /localhost|127\.0\.0\.1|localstack|^(?:local|minio-local|play)\//.test(word);

/** The option by which what only the far side has goes. */
const mirrors: Record<string, (words: readonly string[], command: SimpleCommand) => boolean> = {
  aws: ([noun, verb], command) => noun === 's3' && verb === 'sync' && hasFlag(command, '--delete'),
  gsutil: ([verb], command) => verb === 'rsync' && hasFlag(command, '-d') && !hasFlag(command, '-n'),
  gcloud: ([noun, verb], command) =>
    noun === 'storage' && verb === 'rsync' && hasFlag(command, '--delete-unmatched-destination-objects'),
  az: ([noun, , verb], command) =>
    noun === 'storage' && verb === 'sync' && !saysFalse(command, '--delete-destination'),
  azcopy: ([verb], command) => verb === 'sync' && saysTrue(command, '--delete-destination'),
  rclone: ([verb]) => verb === 'sync' || verb === 'bisync',
  mc: ([verb], command) => verb === 'mirror' && hasFlag(command, '--remove'),
  s3cmd: ([verb], command) => verb === 'sync' && hasFlag(command, '--delete-removed'),
  s5cmd: ([verb], command) => verb === 'sync' && hasFlag(command, '--delete'),
  b2: ([verb], command) => verb === 'sync' && hasFlag(command, '--delete'),
  ossutil: ([verb], command) => verb === 'sync' && hasFlag(command, '--delete'),
  rsync: (_, command) =>
    command.args.some(({ value }) => /^--del(?:ete(?:-\w{1,20})?)?$/.test(value)) && !hasFlag(command, '-n'),
};
const optionOf = ({ args }: SimpleCommand, name: string): string | undefined => {
  const at = args.findIndex(({ value }) => value === name || value.startsWith(`${name}=`));
  const value = args[at]?.value ?? '';
  return at < 0
    ? undefined
    : value.includes('=')
      ? value.slice(name.length + 1)
      : (args[at + 1]?.value ?? '');
};
const saysTrue = (command: SimpleCommand, name: string): boolean => optionOf(command, name) === 'true';
const saysFalse = (command: SimpleCommand, name: string): boolean =>
  (optionOf(command, name) ?? 'false') === 'false';

/** Objects, and whole stores, that are taken away by name. */
const removes: Record<string, RegExp> = {
  gsutil: /^(?:rm|rb)$/,
  azcopy: /^(?:remove|rm)$/,
  rclone: /^(?:delete|deletefile|purge|rmdirs?|cleanup)$/,
  mc: /^(?:rm|rb)$/,
  s3cmd: /^(?:del|rm|rb)$/,
  s5cmd: /^(?:rm|rb)$/,
  b2: /^(?:rm|delete-bucket|delete-file-version)$/,
  ossutil: /^rm$/,
};

/** What a client of a store of objects takes away there. */
export function removedFromStore(words: readonly string[], command: SimpleCommand): string | undefined {
  const { name } = command;
  if (words.some(isLocalStore)) return undefined;
  const isMirror = Object.hasOwn(mirrors, name) && mirrors[name]?.(words, command);
  // The last word is where it goes to; `az` names that by an option.
  if (isMirror && (name === 'az' || name === 'mc' || isFar(words.at(-1) ?? '')))
    return `Deleted what ${name === 'az' ? 'a container' : (words.at(-1) ?? '').slice(0, 80)} had besides a folder`;
  return Object.hasOwn(removes, name) && removes[name]?.test(words[0] ?? '')
    ? `Deleted something with ${name}`
    : undefined;
}
