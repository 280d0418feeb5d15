import type { RedactedWords as ToldWords } from '@debrief/contract';
import {
  createRedactedWords,
  type RedactedWords,
  recordKinds,
  redactedScope,
  strikeWords,
} from '@debrief/redaction';
import type { SecretActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { mapStrings } from './json-strings.ts';
import { wordsKey } from './remembered.ts';

/**
 * Redacted words that come again, with files that are imported anew or a recorder that was offline: in events of the same
 * session of the agent they are struck before anything is stored. Sessions that have none cost a look into memory.
 */

type Asking = Pick<Context, 'store' | 'clock' | 'pepper'>;

interface Known {
  revision: string | undefined;
  /** When the revision was asked for. */
  at: number;
  /** Session → what was taken out of it. */
  sessions: Map<string, RedactedWords | undefined>;
}

/** Another server may have redacted something meanwhile. */
const staleAfter = 1000;
const mostOrganizations = 10_000;
const mostSessions = 1000;

const remembered = new WeakMap<Context['store'], Map<string, Known>>();

async function knownOf({ store, clock }: Asking, organizationId: string): Promise<Known> {
  const organizations = remembered.get(store) ?? new Map<string, Known>();
  remembered.set(store, organizations);
  const known = organizations.get(organizationId);
  const now = clock();
  if (known && now >= known.at && now - known.at < staleAfter) return known;
  const revision = await store.redaction.revision(organizationId);
  if (known && known.revision === revision) {
    known.at = now;
    return known;
  }
  const fresh = { revision, at: now, sessions: new Map() };
  if (organizations.size >= mostOrganizations) organizations.clear();
  organizations.set(organizationId, fresh);
  return fresh;
}

/** Of this server's own redactions it knows at once. */
export const forgetKnown = ({ store }: Pick<Context, 'store'>, organizationId: string): void =>
  void remembered.get(store)?.delete(organizationId);

async function wordsOfScope(
  context: Asking,
  organizationId: string,
  externalId: string | null,
): Promise<RedactedWords | undefined> {
  if (externalId === null) return undefined;
  const key = wordsKey(context.pepper, organizationId);
  const words = await context.store.redaction.wordsOf(organizationId, redactedScope(key, externalId));
  return words.length === 0
    ? undefined
    : createRedactedWords(
        key,
        words.flatMap(({ forms }) => forms),
      );
}

async function wordsOf(context: Asking, organizationId: string, sessionId: string) {
  const { revision, sessions } = await knownOf(context, organizationId);
  if (revision === undefined) return undefined;
  if (sessions.has(sessionId)) return sessions.get(sessionId);
  const session = await context.store.session.find(organizationId, sessionId);
  if (!session) return undefined;
  const words = await wordsOfScope(context, organizationId, session.externalId);
  if (sessions.size >= mostSessions) sessions.clear();
  sessions.set(sessionId, words);
  return words;
}

const struckPayload = (payload: string, words: RedactedWords): string =>
  mapStrings(payload, ({ value, name }) => {
    if (name !== undefined && recordKinds.has(name)) return undefined;
    const { text, count } = strikeWords(value, words);
    return count > 0 ? text : undefined;
  });

/** A batch without redacted words that come again; undefined where it has none. */
export async function withoutRedacted(
  context: Asking,
  { organizationId, sessionId }: { organizationId: string; sessionId: string },
  lines: Buffer,
): Promise<Buffer | undefined> {
  const words = await wordsOf(context, organizationId, sessionId);
  if (!words) return undefined;
  const before = lines.toString();
  const after = before
    .split('\n')
    .map((line) => {
      const tab = line.indexOf('\t');
      return tab < 0 ? line : line.slice(0, tab + 1) + struckPayload(line.slice(tab + 1), words);
    })
    .join('\n');
  return after === before ? undefined : Buffer.from(after);
}

/** The same of a session's title. */
export async function titleWithoutRedacted(
  context: Asking,
  organizationId: string,
  { title, externalId }: { title: string | null; externalId: string | null },
): Promise<string | null> {
  if (title === null || externalId === null) return title;
  const { revision } = await knownOf(context, organizationId);
  const words = revision && (await wordsOfScope(context, organizationId, externalId));
  return words ? strikeWords(title, words).text : title;
}

/**
 * What a machine is told, so that the words do not even leave it: all that was redacted in sessions of its own, which it
 * has anyway, and of others what nobody can guess. Undefined when it knows them already.
 */
export async function toldWords(
  context: Asking,
  { organizationId, environmentId }: SecretActor,
  knows: string | undefined,
): Promise<ToldWords | undefined> {
  const { revision } = await knownOf(context, organizationId);
  if (revision === undefined || revision === knows) return undefined;
  const words = await context.store.redaction.wordsFor(organizationId, environmentId);
  return {
    key: wordsKey(context.pepper, organizationId),
    revision,
    words: words.map(({ scope, isTold, forms }) => ({
      ...(!isTold && scope !== null && { scope }),
      forms: [...forms],
    })),
  };
}
