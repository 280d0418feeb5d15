export type LinkValues = readonly (string | number | Uint8Array | null)[];

/** Both databases as the concluder needs them; texts name the derived tables as `projection.…`. */
export interface LinkDatabase {
  rows<Row>(text: string, values: LinkValues): Promise<Row[]>;
  /** All or nothing, and only if the session still exists. */
  write(
    sessionId: string | undefined,
    statements: readonly [text: string, values: LinkValues][],
  ): Promise<void>;
}

/** What a step adds to the facts of a session; absent when it added nothing. */
export interface FactsStep {
  fromAt: number;
  toAt: number;
  facts: Uint8Array;
  /** Those that were not stored before. */
  files: { path: string; sequence: number }[];
  pulls: { url: string; sequence: number }[];
}
