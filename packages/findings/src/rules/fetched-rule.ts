import type { Act, Command } from '../acts/act.ts';
import { isKnownInstaller } from '../acts/deeds/network.ts';
import { Wishes } from '../state/wishes.ts';
import { type Draft, draft, type Whole } from './draft.ts';

interface Fetched {
  host: string;
  address: string;
  sequence: number;
}

const maxFiles = 50;
const address = /^https?:\/\/([\w.-]{1,200})(?::\d{1,5})?(\/\S{0,300})?/;
const runs = /^(?:(?:ba|z|da|k)?sh|source|\.|python[\d.]{0,6}|node|perl|ruby|pwsh)$/;
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A script that was fetched from a host, laid down, and run without anybody having looked into it. */
export function fetchedRule({ acts }: Whole): Draft[] {
  const found: Draft[] = [];
  const files = new Map<string, Fetched>();
  const wishes = new Wishes();
  for (const act of acts) {
    wishes.follow(act);
    if (act.kind !== 'command' || act.isOk === false) continue;
    note(act, files);
    const one = files.size > 0 ? ranBy(act, files) : undefined;
    if (!one) continue;
    const [name, fetched] = one;
    files.delete(name);
    found.push(
      draft(
        'net.pipe-shell',
        isKnownInstaller(fetched.address) || wishes.asks('depend') || wishes.names(fetched.host)
          ? 'low'
          : 'medium',
        act as Act & Command,
        fetched.host,
        `Ran ${name}, which ${fetched.host} had answered: \`${act.line}\`.`,
        [
          { sequence: fetched.sequence, label: `fetched from ${fetched.host}` },
          { sequence: act.sequence, label: act.line },
        ],
      ),
    );
  }
  return found;
}

const noted = /^(?:cat|less|head|sha256sum|curl|wget)(?: |$)/;

function note({ line, sequence }: Command, files: Map<string, Fetched>): void {
  if (!noted.test(line)) return;
  const [program, ...words] = line.split(' ');
  if (program === 'cat' || program === 'less' || program === 'head' || program === 'sha256sum') {
    // Somebody looked into it.
    for (const word of words) files.delete(nameOf(word));
    return;
  }
  if ((program !== 'curl' && program !== 'wget') || files.size >= maxFiles) return;
  const given = words.find((word) => address.test(word));
  const [whole, host = ''] = address.exec(given ?? '') ?? [];
  if (whole === undefined || /^(?:localhost|127\.)/.test(host) || !host.includes('.')) return;
  const at = words.findIndex((word) =>
    (program === 'curl' ? /^(?:-\w{0,6}o|--output)$/ : /^(?:-\w{0,4}O|--output-document)$/).test(word),
  );
  const isBare = program === 'wget' || words.some((word) => /^-\w{0,6}O$|^--remote-name$/.test(word));
  const file = at >= 0 ? words[at + 1] : isBare ? nameOf(whole) : undefined;
  if (file !== undefined && file !== '-' && file !== '/dev/null')
    files.set(nameOf(file), { host, address: whole, sequence });
}

function ranBy({ line }: Command, files: ReadonlyMap<string, Fetched>): [string, Fetched] | undefined {
  const [program = '', ...words] = line.split(' ');
  const itself = files.get(nameOf(program));
  if (itself) return [nameOf(program), itself];
  if (!runs.test(program) || words.some((word) => /^(?:-n|--check|-c)$/.test(word))) return undefined;
  for (const word of words.slice(0, 6)) {
    const one = files.get(nameOf(word));
    if (one) return [nameOf(word), one];
  }
  return undefined;
}
