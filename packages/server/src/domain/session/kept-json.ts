/**
 * A value that is kept as JSON and answered as it is kept: neither parsed nor written again, which would cost most of a
 * request. The domain passes it on; `http/routes/answer/splice.ts` alone puts it into an answer.
 */
export class KeptJson {
  readonly json: string | Uint8Array;
  /** Fields of the object that are not kept with it; they stand before the others. */
  readonly fields: object | undefined;

  constructor(json: string | Uint8Array, fields?: object) {
    this.json = json;
    this.fields = fields;
  }
}

/** The same for a list, as it is cut out of longer ones: its items with the commas between them, in pieces. */
export class KeptItems {
  readonly pieces: readonly Uint8Array[];

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }
}

/** An answer in which any value may be one that is kept as JSON. */
export type WithKept<Value> =
  | KeptJson
  | (Value extends readonly (infer Item)[]
      ? WithKept<Item>[] | KeptItems
      : Value extends object
        ? { [Name in keyof Value]: WithKept<Value[Name]> }
        : Value);

/** The same for an answer that is itself made anew. */
export type PartlyKept<Value> = Exclude<WithKept<Value>, KeptJson>;
