/** Pieces of regular expressions that the formats are made of. */
export const HEX = '[0-9a-f]';
export const ALNUM = '[A-Za-z0-9]';
export const WORD = '[A-Za-z0-9_-]';
export const GUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`;
/** No further letter or digit. */
export const END = '(?![A-Za-z0-9])';
/** No further character of a word, hyphens included. */
export const EDGE = '(?![A-Za-z0-9_-])';
