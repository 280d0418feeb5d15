import { readFileSync } from 'node:fs';

/**
 * Loaded before a server whose clock is to be wrong: the file named by CLOCK_FILE says by how many milliseconds, or,
 * after an equals sign, at which moment the clock stands still. Timers go on as they do when a real clock is set.
 */
const file = process.env.CLOCK_FILE ?? '';
const trueNow = Date.now;

function now(): number {
  const said = readFileSync(file, 'utf8');
  return said.startsWith('=') ? Number(said.slice(1)) : trueNow() + Number(said);
}

globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: (target) => new target(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
