/** Assertions that hold for more than before, by the lines that were changed. */

const maxCompared = 200;

/** It says what a value is, and not only that there is one. */
const exact =
  /\.to(?:Be|Equal|StrictEqual|MatchObject|Contain(?:Equal)?|HaveLength|Throw\w{0,30}|HaveBeenCalledWith)\((?!\))|\bassert(?:Equals?|_eq!|\.(?:equal|strictEqual|deepEqual|deepStrictEqual|Equal|Same|AreEqual))\b|\bassert(?:\.\w{1,20})?\b.{1,200}(?:==|===)|\.(?:should|to) (?:eq|eql|equal|be)\b|\.to (?:eq|eql|be)\(|\.(?:isEqualTo|shouldBe|Should\(\)\.Be)\(|\bassert .{1,200} == |\bassertSame\(/;
const vague =
  /\.(?:toBeTruthy|toBeDefined|not\.toBeNull|not\.toBeUndefined|toBeInstanceOf|not\.toThrow)\(|\bassert(?:NotNull|IsNotNone|NotNil|\.(?:ok|exists|isOk|isDefined|NotNull|NotNil|IsNotNull|isNotNull))\b|\bis not None\b|\.(?:isNotNull|shouldNotBeNull|NotBeNull)\(|\b(?:to|should) (?:be_truthy|be_present|exist|not be_nil)\b|\bnot_to be_nil\b|\bassert!\([\w.]{1,60}\.(?:is_ok|is_some)\(\)|\bassertTrue\(true\)|\bassert True\b|expect\(true\)\.toBe\(true\)|\bassert\(true\)/;
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
  const [was, is] = [before, after].map((lines) => lines.map(toleranceOf).find((one) => one !== undefined));
  return was !== undefined && is !== undefined && is > was;
}

/** For places behind the point, fewer let more through. */
function toleranceOf(line: string): number | undefined {
  const digits = /toBeCloseTo\([^,\n]{1,80}, ?(\d{1,3})/.exec(line)?.[1];
  if (digits !== undefined) return -Number(digits);
  const found = Number(tolerance.exec(line)?.[1]);
  if (Number.isNaN(found)) return undefined;
  return /\bplaces\b/.test(line) ? -found : found;
}
