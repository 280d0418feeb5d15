/** A week by the Monday it begins on: “4 May”. */
export const weekName = (from: string): string =>
  from === ''
    ? ''
    : new Date(from).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
