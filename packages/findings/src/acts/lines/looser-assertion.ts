/** Assertions that hold for more than before, by the lines that were changed. */

const maxCompared = 200;

/** It says what a value is, and not only that there is one. */
const exact =
  /\.to(?:Be|Equal|StrictEqual|MatchObject|Contain(?:Equal)?|HaveLength|Throw\w{0,30}|HaveBeenCalledWith)\((?!\)|expect\.any)|\bassert(?:Equals?|_eq!|\.(?:equal|strictEqual|deepEqual|deepStrictEqual|Equal|Same|AreEqual))\b|\bassert(?:\.\w{1,20})?\b.{1,200}(?:==|===)|\.(?:should|to) (?:eq|eql|equal|be)\b|\.to (?:eq|eql|be)\(|\.(?:isEqualTo|shouldBe|Should\(\)\.Be)\(|\bassert .{1,200} == |\bassertSame\(/;
const vague =
  /\.(?:toBeTruthy|toBeDefined|not\.toBeNull|not\.toBeUndefined|toBeInstanceOf|not\.toThrow)\(|\bassert(?:NotNull|IsNotNone|NotNil|\.(?:ok|exists|isOk|isDefined|NotNull|NotNil|IsNotNull|isNotNull))\b|\bis not None\b|\.(?:isNotNull|shouldNotBeNull|NotBeNull)\(|\b(?:to|should) (?:be_truthy|be_present|exist|not be_nil)\b|\bnot_to be_nil\b|\bassert!\([\w.]{1,60}\.(?:is_ok|is_some)\(\)|\bassertTrue\(true\)|\bassert True\b|expect\(true\)\.toBe\(true\)|\bassert\(true\)|\.toBeGreaterThan(?:OrEqual)?\((?:0|-?1)\)|\bexpect\.(?:any|anything)\(|\.toMatch\(\/(?:\.[*+]?|\\w[*+]?|\\S[*+]?|)\/|\.toBeTypeOf\(|\b(?:to|should) be_(?:an?|an_instance_of|kind_of)\b|\bassert isinstance\(|\bassertIsInstance\(|\bassert len\([\w.[\]]{1,60}\)(?: >=? \d)?\s{0,3}$|\bassert(?:True|_true)\([\w.]{1,60}(?:\([\w, .]{0,60}\))?\)|\bassert\.(?:NotEmpty|True|NotZero|IsType)\(|\bassert [\w.]{1,60}(?:\([\w, .]{0,60}\))?\s{0,3}$|\bassertNotEmpty\(|\bassertGreaterThan(?:OrEqual)?\(0,/;
/** How far a number may be off. */
const tolerance =
  /\b(?:abs|rel|delta|epsilon|eps|tolerance|tol|atol|rtol|within|places|InDelta|be_within|closeTo|toBeCloseTo|isCloseTo)\b[^\d\n]{0,12}(\d[\d.e_-]{0,12})/i;
const caught = /^\s{0,40}(?:except (?:\(?\w{0,20}Assert\w{1,20}|Exception|:)|rescue\b|\}?\s?catch\b)/;

export function isLooserAssertion(
  gone: readonly string[],
  added: readonly string[],
  isAssertion: (line: string) => boolean,
): boolean {
  const [before, after] = [gone.slice(0, maxCompared), added.slice(0, maxCompared)];
  if (before.some((line) => exact.test(line)) && !after.some((line) => exact.test(line)))
    if (after.some((line) => vague.test(line))) return true;
  if (after.some((line) => caught.test(line)) && !before.some((line) => caught.test(line)))
    return after.some(isAssertion);
  if (isHidden(before, after) || isTurned(before, after)) return true;
  const [was, is] = [before, after].map((lines) => lines.map(toleranceOf).find((one) => one !== undefined));
  return was !== undefined && is !== undefined && is > was;
}

/** What it says stands in a comment now. */
function isHidden(before: readonly string[], after: readonly string[]): boolean {
  const hidden = after.map((line) => /^\s{0,40}(?:\/\/|#|--|\/\*) ?(.{4,300})/.exec(line)?.[1]);
  return before.some(
    (line) => exact.test(line) && hidden.some((one) => one !== undefined && isAlike(one, line.trim())),
  );
}

const isAlike = (one: string, other: string): boolean =>
  one.trim().replace(/["'`]/g, '"') === other.replace(/["'`]/g, '"');

const unequal = /\bif \(?(.{1,80}?) ?(!==?) ?[\w"'.]{1,60}\)? ?\{?\s{0,3}$/;
const ordered = /\bif \(?(.{1,80}?) ?[<>]=? ?[\w"'.]{1,60}\)? ?\{?\s{0,3}$/;

/** `if got != 90 {` that became `if got < 0 {`. */
function isTurned(before: readonly string[], after: readonly string[]): boolean {
  const compared = before.flatMap((line) => unequal.exec(line)?.[1] ?? []);
  return after.some((line) => compared.includes(ordered.exec(line)?.[1] ?? 'nothing'));
}

/** For places behind the point, fewer let more through. */
function toleranceOf(line: string): number | undefined {
  const digits = /toBeCloseTo\([^,\n]{1,80}, ?(\d{1,3})/.exec(line)?.[1];
  if (digits !== undefined) return -Number(digits);
  const found = Number(tolerance.exec(line)?.[1]);
  if (Number.isNaN(found)) return undefined;
  return /\bplaces\b/.test(line) ? -found : found;
}
