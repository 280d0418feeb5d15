export type Json = Record<string, unknown>;

export const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const asList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asObject) : []);

/** The text of a message, whether it is one text or written in blocks. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
