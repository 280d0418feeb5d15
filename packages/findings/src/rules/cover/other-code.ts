import type { Edit, Run } from '../../acts/act.ts';
import { isWithin } from '../../runs/cover/targets.ts';
import type { CertainClaim, Course, Support } from '../checked-claim.ts';

interface Shown {
  support: Support;
  severity?: 'medium' | 'low';
  because: string;
}

/** Runs that passed, and of other code than what the session changed: an older image, another package, older tests. */
export function ofOtherCode(
  claim: CertainClaim,
  run: Run,
  passed: readonly Run[],
  course: Course,
  edits: readonly Edit[],
): Shown | undefined {
  const own = edits.filter(({ isTemporary, isOutside }) => !isTemporary && !isOutside);
  if (own.length === 0) return undefined;
  return (
    ofOldImage(run, course, own) ??
    inAnotherPackage(claim, run, passed, own) ??
    withoutNewTests(claim, run, course, own)
  );
}

/** `docker run app pytest` sees the files that were there when the image was built; with compose where nothing is laid into its containers. */
function ofOldImage(
  { inImage, command }: Run,
  { imageAt, isUnmounted }: Course,
  own: readonly Edit[],
): Shown | undefined {
  const last = own.at(-1)?.sequence ?? -1;
  if (inImage === undefined || (inImage === 'compose' && !isUnmounted) || imageAt >= last) return undefined;
  return {
    support: 'partly',
    severity: 'medium',
    because: `ran in an image that was not built since the last edit: \`${command}\``,
  };
}

const inFolder = /^in (.{1,80})$/;
/** Made from what lies elsewhere, or there to test it. */
const madeOrTests =
  /^(?:build|out|target|dist|_?builds?|cmake-build.*|e2e|.*tests?|specs?|.*integration.*)$/i;

/** `cd packages/ui && npm test` after an edit in packages/feeder says nothing of it, if it is not the claim that names the folder. */
function inAnotherPackage(
  { text }: CertainClaim,
  run: Run,
  passed: readonly Run[],
  own: readonly Edit[],
): Shown | undefined {
  const folder = inFolder.exec(run.suite ?? '')?.[1];
  const name = folder?.split('/').at(-1) ?? '';
  if (folder === undefined || madeOrTests.test(name)) return undefined;
  if (text.toLowerCase().includes(name.toLowerCase())) return undefined;
  const isElsewhere = (one: Run) => {
    const where = inFolder.exec(one.suite ?? '')?.[1];
    return where !== undefined && !own.some(({ path }) => isWithin(path, where));
  };
  if (!passed.every(isElsewhere)) return undefined;
  return { support: 'partly', because: `was in ${folder}, where nothing was edited: \`${run.command}\`` };
}

const ofNewTests =
  /\b(?:new|added|additional)(?: \w{1,20}){0,2} (?:tests?|specs?|cases)\b|\b(?:tests?|specs?|cases)(?: that)? (?:I|we)(?: have|'ve)? (?:added|wrote|written)\b/i;

/** “The new tests pass”, of as many tests as there were before they were written. */
function withoutNewTests(
  { text, of }: CertainClaim,
  run: Run,
  { runs }: Course,
  own: readonly Edit[],
): Shown | undefined {
  if (of !== 'tests' || run.passed === undefined || !ofNewTests.test(text)) return undefined;
  const written = own.find(({ file }) => file === 'test')?.sequence;
  if (written === undefined) return undefined;
  const before = runs.findLast(
    ({ sequence, command, passed }) => sequence < written && command === run.command && passed !== undefined,
  );
  if (!before || (before.passed ?? 0) + (before.failed ?? 0) < run.passed) return undefined;
  return {
    support: 'partly',
    severity: 'medium',
    because: `ran no more tests than before they were written (${run.passed}): \`${run.command}\``,
  };
}
