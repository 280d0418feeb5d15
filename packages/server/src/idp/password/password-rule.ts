/** The same password typed on another keyboard must be the same password. */
export const normalPassword = (text: string): string => text.normalize('NFKC');

export const passwordLength = { min: 12, max: 128 } as const;

export type PasswordFault = 'too_short' | 'too_long' | 'common' | 'personal';

/** Length and guessability only: no rules of composition (ASVS 6.2.5). */
export function passwordFault(
  password: string,
  email: string,
  isCommon: (lowerCased: string) => boolean,
): PasswordFault | undefined {
  const lower = normalPassword(password).toLowerCase();
  const length = [...normalPassword(password)].length;
  if (length < passwordLength.min) return 'too_short';
  if (length > passwordLength.max) return 'too_long';
  const personal = new Set(['debrief', ...email.toLowerCase().split('@'), email.toLowerCase()]);
  const bare = undecorated(lower);
  if (personal.has(lower) || personal.has(bare)) return 'personal';
  const unit = repeated(lower);
  if (isCommon(lower) || isCommon(bare)) return 'common';
  if (unit !== undefined && ([...unit].length <= 4 || isCommon(unit))) return 'common';
  return undefined;
}

/** Without the digits and signs people put around a word to make it longer. */
const undecorated = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** The unit of a text that is one unit several times over. */
function repeated(text: string): string | undefined {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length);
    if (text.length % length === 0 && unit.repeat(text.length / length) === text) return unit;
  }
  return undefined;
}
