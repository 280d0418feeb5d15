import type { CheckKind } from '../check-kind.ts';

/** Nothing was run because the program, the script or the folder is not there. */
const missing =
  /command not found|: not found$|: No such file or directory$|Permission denied$|is not recognized as an internal|Missing script|^error: unknown (?:command|option)|could not determine executable to run|ENOENT: no such file|^npm (?:error|ERR!) enoent|Unsupported (?:engine|platform)|requires (?:a )?Node(?:\.js)? |The engine "node" is incompatible|Cannot connect to the Docker daemon|^Error response from daemon: |^Host key verification failed|^ssh: /im;

/** It began and fell over before the first test: a module, a setting or the syntax of a file that everything needs. */
const fallen =
  /ERR_MODULE_NOT_FOUND|Cannot find (?:module|package) ['"]|MODULE_NOT_FOUND|ModuleNotFoundError: |^ImportError: |No module named |cannot load such file|LoadError|Could not find (?:a )?(?:config|gem)|Failed to load (?:config|PostCSS)|failed to load config|Invalid configuration|ImproperlyConfigured|PHP (?:Parse|Fatal) error|Unmatched '|^SyntaxError: |^error: (?:unrecognized|unexpected) (?:argument|option)|^usage: |: error: unrecognized arguments|Compilation (?:error|failed)|cannot find (?:type|symbol)|Unknown option|no such option|No configuration (?:provided|file)|critical error during|can't open file|ECONNREFUSED.{0,80}(?:5432|3306|6379|27017)/im;

const readFor = 20_000;

/** The settings of the tool itself: nothing was looked at. */
const misconfigured =
  /Failed to load (?:config|PostCSS|'[^'\n]{1,200}' config)|failed to load config|Invalid (?:configuration|options) object|Could not find (?:a )?config|No configuration (?:provided|file)|Error (?:loading|reading|parsing) config|^Unknown (?:option|argument)|^error: unknown option/im;

export const isMisconfigured = (text: string): boolean => misconfigured.test(text);

export function hasNotStarted(text: string, of: CheckKind): boolean {
  const head = text.slice(0, readFor);
  if (missing.test(head) || misconfigured.test(head)) return true;
  return (of === 'tests' || of === 'lint') && fallen.test(head);
}

/** By `timeout`, by the system, by a person. */
export const endedBySignal = (code: number): boolean => [124, 129, 130, 137, 143].includes(code);
