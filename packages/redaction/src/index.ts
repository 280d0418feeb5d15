export { createKnownSecrets, type KeptSecret, type KnownSecrets } from './memory/known-secrets.ts';
export {
  createRedactedWords,
  isUnguessable,
  type RedactedForm,
  type RedactedWords,
  redactedForm,
  redactedScope,
} from './memory/redacted-words.ts';
export {
  recordKinds,
  redactedMarker,
  strikeRecord,
  strikeWords,
  wholeMatch,
} from './memory/strike-words.ts';
export { secretVariables } from './names.ts';
export { createRedactor, type Findings, type Redactor, type RedactorOptions } from './redactor.ts';
export { pattern, prefixed, type Range, type Rule } from './rule.ts';
export { type SecretCommand, secretCommand } from './secret-command.ts';
export { type SecretSource, secretSource } from './source/source.ts';
