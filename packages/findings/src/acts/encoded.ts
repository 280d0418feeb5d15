import { parseShell, type SimpleCommand } from '@debrief/shell';

/** Commands that come in another encoding, so that whoever reads along sees nothing: `echo … | base64 -d | sh`. */

const longest = 4000;
const maxScripts = 4;
const shells =
  /^(?:(?:ba|z|da|k)?sh|eval|source|\.|python[\d.]{0,6}|perl|ruby|node|pwsh|powershell)(?:\.exe)?$/;
const inBase64 = /^[A-Za-z0-9+/_-]{12,}={0,2}$/;
const inHex = /^(?:[0-9a-fA-F]{2}){6,}$/;

/** What a command makes of text that it gets, where that is another way to write it. */
function decoderOf({ name, args }: SimpleCommand): ((text: string) => string | undefined) | undefined {
  const words = args.map(({ value }) => value);
  const isDecoding = words.some((word) => /^(?:-\w{0,3}[dD]\w{0,3}|--decode)$/.test(word));
  if ((name === 'base64' || name === 'basenc' || name === 'gbase64') && isDecoding) return fromBase64;
  if (name === 'openssl' && (words[0] === 'base64' || words.includes('-base64')) && isDecoding)
    return fromBase64;
  if (name === 'xxd' && words.some((word) => /^-\w{0,3}r/.test(word))) return fromHex;
  return name === 'rev' ? reversed : undefined;
}

const readable = (text: string): string | undefined =>
  text.length > 3 && /^[\t\n\r\x20-\x7e]+$/.test(text) ? text : undefined;

const fromBase64 = (text: string): string | undefined =>
  inBase64.test(text) ? readable(Buffer.from(text, 'base64').toString('latin1')) : undefined;
const fromHex = (text: string): string | undefined =>
  inHex.test(text) ? readable(Buffer.from(text, 'hex').toString('latin1')) : undefined;
const reversed = (text: string): string | undefined =>
  /^[\x20-\x7e]{6,}$/.test(text) ? [...text].reverse().join('') : undefined;

const mayDecode = /^(?:base64|basenc|gbase64|openssl|xxd|rev|pwsh|powershell)(?:\.exe)?$/i;

/** Scripts that a call runs and that stand in it in another encoding. */
export function encodedCommands(commands: readonly SimpleCommand[]): SimpleCommand[] {
  if (!commands.some(({ name }) => mayDecode.test(name))) return [];
  const scripts = new Set<string>();
  for (const command of commands) {
    if (scripts.size >= maxScripts) break;
    const powershell = fromPowershell(command);
    if (powershell !== undefined) scripts.add(powershell);
    const decode = decoderOf(command);
    if (
      !decode ||
      !commands.some((one) => shells.test(one.name) || one.wrappers.some((by) => shells.test(by)))
    )
      continue;
    for (const text of textsBefore(commands, command)) {
      const script = decode(text.slice(0, longest));
      if (script !== undefined && scripts.size < maxScripts) scripts.add(script);
    }
  }
  return [...scripts].flatMap((script) =>
    parseShell(script, { cwd: commands[0]?.cwd, readsWindows: true }).commands.slice(0, 20),
  );
}

/** What is given to it: by `echo`, by a here-string, as its own words. */
const textsBefore = (commands: readonly SimpleCommand[], command: SimpleCommand): string[] =>
  [
    ...commands
      .filter(({ name }) => name === 'echo' || name === 'printf')
      .flatMap(({ args }) => args.map(({ value }) => value)),
    command.input ?? '',
  ]
    .map((text) => text.trim())
    .filter((text) => text.length > 5)
    .slice(0, 20);

/** `powershell -EncodedCommand …`: text in UTF-16. */
function fromPowershell({ name, args }: SimpleCommand): string | undefined {
  if (!/^(?:pwsh|powershell)(?:\.exe)?$/i.test(name)) return undefined;
  const at = args.findIndex(({ value }) => /^-e(?:c|nc(?:odedCommand)?)?$/i.test(value));
  const text = at < 0 ? '' : (args[at + 1]?.value ?? '');
  return inBase64.test(text)
    ? readable(Buffer.from(text.slice(0, longest), 'base64').toString('utf16le'))
    : undefined;
}

const inProgram =
  /(?:b64decode|decodestring|base64_decode|decode64|atob|Buffer\.from|unhexlify|fromhex)\s{0,3}\(\s{0,3}b?["'`]([A-Za-z0-9+/_=-]{12,4000})["'`]/g;

/** A program with what it decodes in the place of the code: `exec(base64.b64decode("…"))`. */
export function decodedProgram(text: string): string | undefined {
  const found = [...text.slice(0, 20_000).matchAll(inProgram)]
    .slice(0, maxScripts)
    .map(([, code = '']) => (inHex.test(code) ? fromHex(code) : fromBase64(code)))
    .filter((one) => one !== undefined);
  return found.length === 0 ? undefined : found.join('\n');
}
