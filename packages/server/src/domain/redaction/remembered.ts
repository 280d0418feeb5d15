import { hkdfSync, type KeyObject } from 'node:crypto';
import { limits } from '@debrief/contract';
import { isUnguessable, type RedactedForm, redactedForm, redactedScope } from '@debrief/redaction';
import type { SessionRecord } from '../records.ts';
import type { RedactedWordRecord } from './ports.ts';
import type { Wanted } from './wanted.ts';
import { formsOf } from './words.ts';

/** The key by which the redacted words of an organization are known again; its recorders get it, too. */
export const wordsKey = (pepper: KeyObject, organizationId: string): string =>
  Buffer.from(
    hkdfSync('sha256', pepper.export(), Buffer.from(organizationId), 'debrief redacted words', 32),
  ).toString('base64url');

/** A long text is known by its pieces. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += limits.redactedLength)
    yield text.slice(at, at + limits.redactedLength);
}

/** What is remembered of words that are taken out of a session, so that they are known when they come again. */
export function rememberedWords(
  key: string,
  session: Pick<SessionRecord, 'environmentId' | 'externalId'>,
  { text, targets }: Wanted,
): Pick<RedactedWordRecord, 'scope' | 'environmentId' | 'isTold' | 'forms'>[] {
  const { environmentId, externalId } = session;
  const scope = externalId === null ? null : redactedScope(key, externalId);
  // Of a text that was cut in two by the parts of a record the halves are no words of their own.
  const texts = text === undefined ? targets.map(({ words }) => words) : [text];
  const pieces = [...new Set(texts)].flatMap((one) => [...piecesOf(one)]);
  return pieces
    .filter((piece) => piece.trim().length >= 4)
    .slice(0, limits.redactedPieces)
    .map((piece) => ({
      scope,
      environmentId,
      isTold: isUnguessable(piece),
      forms: formsOf(piece)
        .map((form) => redactedForm(key, form))
        .filter((form): form is RedactedForm => form !== undefined),
    }))
    .filter(({ isTold }) => isTold || scope !== null);
}
