/** A call's input as lines people can read: name and text, in the order the agent gave them. */
export function fieldsOf(input: unknown): [name: string, value: string][] {
  if (input === undefined || input === null) return [];
  if (typeof input !== 'object') return [['input', String(input)]];
  if (Array.isArray(input)) return [['input', JSON.stringify(input, null, 2)]];
  return Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .slice(0, 60)
    .map(([name, value]) => [name, textOf(value)]);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
