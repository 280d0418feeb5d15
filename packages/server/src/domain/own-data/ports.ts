import type { OwnDataKind, StoredLine } from '@debrief/contract';

/** A row as it is shown: names of columns in camelCase, times in ISO 8601. */
export type OwnRow = StoredLine['rows'][number];

export interface Whose {
  organizationId: string;
  userId: string;
}

/** What is stored of a member beside the content of their sessions. */
export interface OwnDataStore {
  readonly kinds: readonly OwnDataKind[];
  count(kind: OwnDataKind, whose: Whose): Promise<number>;
  /** In the order of their keys, from after the one given; no more when `next` is absent. */
  rows(
    kind: OwnDataKind,
    whose: Whose,
    after: readonly (string | number)[] | undefined,
    limit: number,
  ): Promise<{ rows: OwnRow[]; next?: readonly (string | number)[] }>;
}
