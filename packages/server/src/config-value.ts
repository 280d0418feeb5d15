import { readFileSync } from 'node:fs';

/** How the variables of config.ts are read, and their faults told. */

export type Env = Readonly<Record<string, string | undefined>>;
export type Read = (name: string) => string | undefined;
export type ConfigFault = (name: string, why: string) => void;

export const loopbackHosts = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** `NAME_FILE` names a file that holds the value of `NAME`. */
export function valueReader(env: Env, fault: ConfigFault): Read {
  return (name) => {
    const value = env[name]?.trim();
    const file = env[`${name}_FILE`]?.trim();
    if (value && file) {
      fault(name, `and ${name}_FILE are both set; keep one.`);
      return value;
    }
    if (!file) return value || undefined;
    try {
      return readFileSync(file, 'utf8').trim() || undefined;
    } catch {
      fault(`${name}_FILE`, `names a file that cannot be read: ${file}`);
      return undefined;
    }
  };
}

export function readUrl(
  name: string,
  protocols: string[],
  read: Read,
  fault: ConfigFault,
): string | undefined {
  const text = read(name);
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    fault(name, `must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
    return undefined;
  }
  return text;
}
