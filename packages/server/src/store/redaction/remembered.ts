import { limits } from '@debrief/contract';
import type { RedactedForm } from '@debrief/redaction';
import type { Kysely } from 'kysely';
import type { RedactedWordRecord, RedactionRecord, RedactionStore } from '../../domain/redaction/ports.ts';
import type { Database } from '../database.ts';

/** Keeps by what the words of a redaction are known again; beyond a bound the oldest of the organization go. */
export async function remember(
  transaction: Kysely<Database>,
  {
    redactionId,
    organizationId,
    requestedAt,
  }: Pick<RedactionRecord, 'redactionId' | 'organizationId' | 'requestedAt'>,
  words: readonly Pick<RedactedWordRecord, 'scope' | 'environmentId' | 'isTold' | 'forms'>[],
): Promise<void> {
  for (const [position, { forms, isTold, ...word }] of words.entries())
    await transaction
      .insertInto('redactedWords')
      .values({
        ...word,
        ...{ redactionId, organizationId, position, createdAt: requestedAt },
        isTold: isTold ? 1 : 0,
        forms: JSON.stringify(forms),
      })
      .execute();
  const last = await transaction
    .selectFrom('redactedWords')
    .select('createdAt')
    .where('organizationId', '=', organizationId)
    .orderBy('createdAt', 'desc')
    .offset(limits.redactedWords)
    .limit(1)
    .executeTakeFirst();
  if (last)
    await transaction
      .deleteFrom('redactedWords')
      .where('organizationId', '=', organizationId)
      .where('createdAt', '<=', last.createdAt)
      .execute();
}

const formsOf = (json: string): RedactedForm[] => JSON.parse(json) as RedactedForm[];

export const rememberedWords = (
  db: Kysely<Database>,
): Pick<RedactionStore, 'revision' | 'wordsOf' | 'wordsFor'> => ({
  async revision(organizationId) {
    const last = await db
      .selectFrom('redactedWords')
      .select(['createdAt', 'redactionId'])
      .where('organizationId', '=', organizationId)
      .orderBy('createdAt', 'desc')
      .orderBy('redactionId', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last && `${last.createdAt}-${last.redactionId.slice(-12)}`;
  },

  wordsOf: async (organizationId, scope) =>
    (
      await db
        .selectFrom('redactedWords')
        .select('forms')
        .where('organizationId', '=', organizationId)
        .where('scope', '=', scope)
        .orderBy('createdAt', 'desc')
        .limit(limits.redactedWords)
        .execute()
    ).map(({ forms }) => ({ forms: formsOf(forms) })),

  wordsFor: async (organizationId, environmentId) =>
    (
      await db
        .selectFrom('redactedWords')
        .select(['scope', 'isTold', 'forms'])
        .where('organizationId', '=', organizationId)
        .where((row) =>
          row.or([
            row('isTold', '=', 1),
            ...(environmentId === undefined ? [] : [row('environmentId', '=', environmentId)]),
          ]),
        )
        .orderBy('createdAt', 'desc')
        .limit(limits.redactedTold)
        .execute()
    ).map(({ forms, isTold, scope }) => ({ scope, isTold: isTold === 1, forms: formsOf(forms) })),
});
