export {
  type Check,
  type CheckedSession,
  type Kept,
  type KeptAt,
  maxCheckText,
} from './check.ts';
export { completionsOf } from './completion.ts';
export {
  type Counted,
  type CountedSession,
  type Effect,
  type EffectVerdict,
  effectOf,
  fewestCases,
  fewestSessions,
} from './effect.ts';
export { commandHead, type Failure, type FailureKind, failuresIn } from './failure.ts';
export { isMeant } from './glob.ts';
export { lessonsIn, MalformedBlock, refsShown, withBlock, withoutBlock } from './instruction-file.ts';
export { checkSession, type SessionToCheck } from './keep.ts';
export { CheckFault, checkFaults, parseCheck, plainText } from './parse.ts';
export { isFor, type RuleFormat, ruleFiles, ruleFormats } from './rule-file.ts';
export { type Share, shareOf, wilson } from './statistics.ts';
export {
  isSayable,
  itemOf,
  type LessonRef,
  type LessonWords,
  nameOf,
  needle,
  setOf,
  setsIn,
  toldAtStart,
} from './words.ts';
