import type { EventLog } from '../session/log-ports.ts';
import type { FoundSecrets, WantedSecrets } from './ports.ts';

type Redact = (payload: unknown) => unknown;

/** What is in memory at a time, and how long somebody waits. */
const piece = { limit: 50, bytes: 128 * 1024 };
const patience = 8_000;

const struck = /\[REDACTED:([a-z0-9-]{1,60}):[0-9a-f]{4}\]/g;

/** What of a session looks like a secret, each once, with the first event that has it. */
export async function findIn(
  log: Pick<EventLog, 'read'>,
  redact: Redact,
  { organizationId, sessionId, eventCount, most, longest }: WantedSecrets,
): Promise<FoundSecrets> {
  const found = new Map<string, FoundSecrets['secrets'][number]>();
  const until = Date.now() + patience;
  for (let after = 0; after < eventCount; ) {
    if (Date.now() > until) return { secrets: [...found.values()], isComplete: false };
    const { events } = await log.read({
      ...{ organizationId, sessionId, order: 'asc', after: 0, position: after, ...piece },
    });
    const last = events.at(-1);
    if (!last) break;
    for (const { sequence, payload } of events)
      for (const { rule, words } of secretsIn(JSON.parse(payload.toString('utf8')), redact, longest)) {
        const known = found.get(words);
        if (known) known.count++;
        else if (found.size < most) found.set(words, { rule, words, sequence, count: 1 });
        else return { secrets: [...found.values()], isComplete: false };
      }
    after = last.sequence;
  }
  return { secrets: [...found.values()], isComplete: true };
}

interface Secret {
  rule: string;
  words: string;
}

/** By what the rules strike from it. */
function secretsIn(payload: unknown, redact: Redact, longest: number): Secret[] {
  const found: Secret[] = [];
  compare(payload, redact(payload), found);
  return found.filter(({ words }) => words.trim().length >= 4 && words.length <= longest);
}

/** What holds no secret is the same object. */
function compare(before: unknown, after: unknown, found: Secret[]): void {
  if (before === after) return;
  if (typeof before === 'string' && typeof after === 'string') found.push(...differences(before, after));
  else if (typeof before === 'object' && before !== null && typeof after === 'object' && after !== null)
    for (const key of Object.keys(before))
      compare((before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key], found);
}

/** Between two markers both say the same; what stands there in place of a marker was the secret. */
export function differences(before: string, after: string): Secret[] {
  const found: Secret[] = [];
  let [at, from] = [0, 0];
  let open: { rule: string; start: number } | undefined;
  const close = (plain: string): void => {
    if (!open) {
      at += plain.length;
      return;
    }
    const end = plain === '' ? -1 : before.indexOf(plain, open.start + 1);
    // Two beside each other cannot be told apart: the first has both.
    if (end === -1) return;
    found.push({ rule: open.rule, words: before.slice(open.start, end) });
    open = undefined;
    at = end + plain.length;
  };
  for (const match of after.matchAll(struck)) {
    close(after.slice(from, match.index));
    from = match.index + match[0].length;
    if (!open && before.startsWith(match[0], at)) at += match[0].length;
    else open ??= { rule: match[1] as string, start: at };
  }
  const rest = after.slice(from);
  if (open && rest === '') found.push({ rule: open.rule, words: before.slice(open.start) });
  else close(rest);
  return found;
}
