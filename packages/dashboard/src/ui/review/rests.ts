import type { Review } from '@debrief/contract';
import { plural } from '../format.ts';

export type Rests = NonNullable<Review['rests']>;

/** What a judgement rests on: its reviewer has read “4 of 6 files, 2 of 3 claims, to #412 of #450”. */
export function restsWords({ readTo, of, files, claims }: Rests): string {
  return [
    files && `${files.ticked} of ${plural(files.of, 'file')}`,
    claims && `${claims.ticked} of ${plural(claims.of, 'claim')}`,
    `to #${readTo} of #${of}`,
  ]
    .filter(Boolean)
    .join(', ');
}
