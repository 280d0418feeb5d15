import { DebriefError } from '@debrief/contract';
import type { Context } from '../context.ts';

const struck = /\[REDACTED:([a-z0-9-]{1,60}):[0-9a-f]{4}\]/g;

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
  const clean = redact(body);
  if (clean === body) return;
  const quoted = kindsIn(body);
  const kinds = new Set(kindsIn(clean).filter((kind) => !quoted.includes(kind)));
  const what = kinds.size > 0 ? ` (${[...kinds].join(', ')})` : '';
  throw new DebriefError(
    'secret_found',
    `These words look as if they held a secret${what}. Take it out, or send them as they are.`,
  );
}
