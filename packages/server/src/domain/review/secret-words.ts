import { DebriefError } from '@debrief/contract';
import type { Context } from '../context.ts';

const struck = /\[REDACTED:([a-z0-9-]{1,60}):[0-9a-f]{4}\]/g;

/** Ids of this service, as mentions and links have them: they look random and open nothing. */
const ownIds = /\b(?:cmt|env|ins|org|rev|ses|thr|usr|les)_[0-9A-Za-z]{16,32}(?![0-9A-Za-z_])/g;

const kindsIn = (text: string): string[] => [...text.matchAll(struck)].map((match) => match[1] as string);

/**
 * A key that somebody pastes into a discussion is read by everybody who reads along, and may be mailed. The rules are
 * those of transcripts; what was struck there and is quoted is no secret any more. Whoever means it says `asIs`.
 */
export function refuseSecrets(
  { redact }: Pick<Context, 'redact'>,
  { body, asIs }: { body?: string | undefined; asIs?: boolean | undefined },
): void {
  if (body === undefined || asIs) return;
  const said = body.replace(ownIds, (id) => id.slice(0, 3));
  const clean = redact(said);
  if (clean === said) return;
  const quoted = kindsIn(said);
  const kinds = new Set(kindsIn(clean).filter((kind) => !quoted.includes(kind)));
  const what = kinds.size > 0 ? ` (${[...kinds].join(', ')})` : '';
  throw new DebriefError(
    'secret_found',
    `These words look as if they held a secret${what}. Take it out, or send them as they are.`,
  );
}
