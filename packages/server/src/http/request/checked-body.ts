/** A body that was checked by the schema of its route already, its fields as the domain takes them. */
export class CheckedBody {
  readonly fields: Record<string, unknown>;

  constructor(fields: Record<string, unknown>) {
    this.fields = fields;
  }
}
