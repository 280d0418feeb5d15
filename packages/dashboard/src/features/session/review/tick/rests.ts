import { type AskedTicks, ticksNeeded } from '@debrief/contract';
import { plural } from '../../../../ui/format.ts';
import { type Rests, restsWords } from '../../../../ui/review/rests.ts';

/** There is something to tick, and all of it is. */
export function isAllTicked({ files, claims }: Pick<Rests, 'files' | 'claims'>): boolean {
  const counted = [files, claims].filter((one) => one !== undefined);
  return counted.length > 0 && counted.every(({ ticked, of }) => ticked === of);
}

/** What the policy asks for and is not ticked yet; undefined where nothing is missing. */
export function missingWords(
  asked: AskedTicks,
  { files, claims }: Pick<Rests, 'files' | 'claims'>,
): string | undefined {
  const missing = [
    ...(files ? [[ticksNeeded(asked.files, files.of), files, 'file'] as const] : []),
    ...(claims ? [[ticksNeeded(asked.claims, claims.of), claims, 'claim'] as const] : []),
  ].filter(([needed, { ticked }]) => ticked < needed);
  if (missing.length === 0) return undefined;
  const parts = missing.map(([needed, { of }, noun]) => `${needed} of ${plural(of, noun)}`);
  return `Your team asks you to tick ${parts.join(' and ')} before accepting.`;
}

/** What is asked once before a judgement is sent. */
export function questionFor(given: {
  isUnread: boolean;
  isUnclaimed: boolean;
  rests: Rests;
}): { about: string; words: string; action: string } | undefined {
  const { isUnread, isUnclaimed, rests } = given;
  if (!isUnread && !isUnclaimed) return undefined;
  const words = [
    isUnclaimed &&
      'Nobody is known to have run this session. If it was you, claim its machine first (debrief claim) and leave the judgement to others.',
    isUnread && `You have read ${restsWords(rests)}. It will show as accepted unread.`,
  ];
  return {
    about: `${isUnread ? 'unread' : ''} ${isUnclaimed ? 'unclaimed' : ''}`,
    words: words.filter(Boolean).join(' '),
    action: isUnclaimed ? 'Somebody else ran it' : 'Accept unread',
  };
}
