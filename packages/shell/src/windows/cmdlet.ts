import type { Argument } from '../command.ts';

/** How a cmdlet is called by the names that the rest of the house knows. */
interface Common {
  name: string;
  args: Argument[];
  wrapper?: string;
}

const known = (value: string): Argument => ({ value, isKnown: true, hasGlob: /[*?]/.test(value) });

/** Cmdlets, their short names and the commands of cmd, by the program that does the same elsewhere. */
const names: Record<string, string> = {
  ...named('rm', 'remove-item ri rm del erase rd rmdir'),
  ...named('cat', 'get-content gc type cat'),
  ...named('tee', 'set-content out-file sc tee-object'),
  ...named('append', 'add-content ac'),
  ...named('truncate', 'clear-content clc'),
  ...named('cp', 'copy-item copy cpi cp xcopy'),
  ...named('mv', 'move-item move mi mv rename-item ren'),
  ...named('new', 'new-item ni md mkdir'),
  ...named('pkill', 'stop-process spps kill'),
  ...named('curl', 'invoke-webrequest iwr invoke-restmethod irm'),
  ...named('sh', 'invoke-expression iex'),
  ...named('tail', 'select-object select'),
  ...named('find', 'get-childitem gci dir ls'),
  ...named('grep', 'select-string sls findstr'),
  ...named('echo', 'write-host write-output write-error write-verbose echo'),
  ...named('cd', 'set-location sl cd chdir push-location'),
  ...named('start', 'start-process saps'),
  ...named('systemctl', 'stop-service restart-service set-service'),
  ...named('reboot', 'restart-computer'),
  ...named('shutdown', 'stop-computer'),
  ...named('sqlcmd', 'invoke-sqlcmd'),
};

function named(name: string, all: string): Record<string, string> {
  return Object.fromEntries(all.split(' ').map((one) => [one, name]));
}

/** Parameters that stand for nothing a rule looks at, with and without a value. */
const ignoredWithValue =
  /^-(?:erroraction|ea|encoding|exclude|credential|headers|contenttype|usebasicparsing|scope|verb|workingdirectory|windowstyle|depth|include|timeoutsec|serverinstance|database|width|delimiter)$/i;
const path =
  /^-(?:path|literalpath|filepath|destination|uri|name|id|query|command|argumentlist|value|inputobject|processname)$/i;

/** `Remove-Item -Recurse -Force .\\src` is `rm -r -f ./src`. */
export function commonly(first: string, given: readonly Argument[]): Common {
  const key = first.toLowerCase();
  const name = Object.hasOwn(names, key) ? (names[key] as string) : undefined;
  if (name === undefined) return { name: first.replace(/\.exe$/i, ''), args: [...given] };
  const args = listed(given);
  const has = (option: RegExp) => args.some(({ value }) => option.test(value));
  const dry = has(/^-whatif$/i) ? [known('--dry-run')] : [];
  const plain = operands(args);
  switch (name) {
    case 'rm': {
      const isRecursive = has(/^-(?:recurse|r|rec)$/i) || has(/^\/{1,2}s$/i) || has(/^-[rf]{2}$/);
      // `rd` of cmd takes an empty folder only.
      if (/^(?:rd|rmdir)$/.test(key) && !isRecursive) return { name: 'rmdir', args: plain };
      return { name, args: [...dry, known(isRecursive ? '-rf' : '-f'), ...plain] };
    }
    case 'append':
      return { name: 'tee', args: [known('-a'), ...plain.slice(0, 1)] };
    case 'tee':
      return { name, args: [...(has(/^-append$/i) ? [known('-a')] : []), ...plain.slice(0, 1)] };
    case 'truncate':
      return { name, args: [known('-s'), known('0'), ...plain] };
    case 'new':
      return {
        name: has(/^directory$/i) || /^(?:md|mkdir)$/.test(key) ? 'mkdir' : 'touch',
        args: plain.filter(({ value }) => !/^(?:directory|file)$/i.test(value)),
      };
    case 'pkill':
      return { name: plain.every(({ value }) => /^[\d$]/.test(value)) ? 'kill' : name, args: plain };
    case 'curl':
      return { name, args: request(args) };
    case 'find':
      return { name, args: found(args) };
    case 'start': {
      const [program, ...rest] = plain;
      const isRoot = args.some(
        ({ value }, at) => /^-verb$/i.test(value) && /^runas$/i.test(args[at + 1]?.value ?? ''),
      );
      return {
        name: (program?.value ?? '').replace(/^.*[\\/]/, '').replace(/\.exe$/i, ''),
        args: rest,
        ...(isRoot && { wrapper: 'sudo' }),
      };
    }
    case 'tail': {
      const at = args.findIndex(({ value }) => /^-(?:first|last)$/i.test(value));
      const isFirst = /^-first$/i.test(args[at]?.value ?? '');
      const count = args[at + 1]?.value ?? '';
      return at < 0
        ? { name: 'cat', args: [] }
        : { name: isFirst ? 'head' : name, args: [known(`-${count}`)] };
    }
    case 'systemctl':
      return { name, args: [known(key.startsWith('stop') ? 'stop' : 'restart'), ...plain] };
    default:
      return { name, args: [...dry, ...plain] };
  }
}

/** `a.ts, b.ts` are two; backslashes of a path are slashes. */
function listed(args: readonly Argument[]): Argument[] {
  return args.flatMap((one) =>
    one.isKnown && one.value.includes(',') && !/\s/.test(one.value)
      ? one.value
          .split(',')
          .filter((part) => part !== '')
          .map((value) => ({ ...one, value }))
      : [one],
  );
}

function operands(args: readonly Argument[]): Argument[] {
  return args.flatMap((one, at) => {
    const before = args[at - 1]?.value ?? '';
    if (ignoredWithValue.test(before)) return [];
    if (
      path.test(one.value) ||
      /^-[A-Za-z]+(?::\S*)?$/.test(one.value) ||
      /^\/{1,2}[a-z]{1,2}$/i.test(one.value)
    )
      return [];
    return [{ ...one, hasGlob: /[*?]/.test(one.value) }];
  });
}

function request(args: readonly Argument[]): Argument[] {
  return args.flatMap((one): Argument[] => {
    const value = one.value.toLowerCase();
    if (value === '-method') return [known('-X')];
    if (value === '-body' || value === '-form') return [known('-d')];
    if (value === '-infile') return [known('-T')];
    if (value === '-outfile') return [known('-o')];
    return value === '-uri' || value === '-usebasicparsing' ? [] : [one];
  });
}

function found(args: readonly Argument[]): Argument[] {
  const at = args.findIndex(({ value }) => /^-(?:filter|include)$/i.test(value));
  const name = at < 0 ? undefined : args[at + 1];
  const [folder] = operands(args.filter((one) => one !== name));
  return [folder ?? known('.'), ...(name ? [known('-name'), name] : [])];
}
