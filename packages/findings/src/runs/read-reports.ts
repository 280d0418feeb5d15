import { neededWords } from '../screen/needed-words.ts';
import { Screen } from '../screen/screen.ts';
import type { Report } from './evidence.ts';
import { firstCharacters } from './first-character.ts';
import { disguising, longestLine, type PartLine, readOf, shownLine, unprefixed } from './lines.ts';
import type { Runner, Shape } from './runner.ts';
import { generic } from './runners/generic.ts';
import { knownRunners } from './runners/table.ts';
import { Tally } from './tally.ts';

const maxReports = 200;

/** Every shape has one of these words; most lines have none, and need no further look. */
const telling =
  /pass|fail|err|ok\b|test|spec|scenario|example|success|succe|issue|problem|found|built|build|compil|finish|done|complete|offense|checked|script|task|tasks|panic|expected|operator|diff in|bundle|created|reformat|rated|make|not |no |ran |total|skip|select|pending|warning|rerun|^1\.\.|✖|✗|✘|×|●|✓|✔|⎯|❯|ℹ|⚡|✨|🚨|:\d|^# |^In |could|cannot|depend|result|ninja|naming|summary|husky|lerna|clean|congrat|action|tested:|threshold|uncaught|rejection|bail|flaky|executed|assertion|prettier|format|oh no|oops|timeout|duration|signal|interrupt|cancel|exit|rspec|race|syntax|line |\d\) |^[.*sxSu]{0,40}[FE][.FEsxSu*]{0,40}$/i;

interface Heard {
  runner: Runner;
  shapes: readonly { shape: Shape; number: number }[];
}

const all: readonly Runner[] = [...knownRunners, generic];

/** The shapes that a line may have, by its first character; most runners have none for most lines. */
const byFirst = new Map<string, readonly Heard[]>();
const allShapes = all.flatMap(({ shapes }) => shapes);
const firsts = new Map(allShapes.map((shape) => [shape, firstCharacters(shape.line)]));

/** Rows of dots with a letter between them, and codes: there is no word that they need. */
const isWordless = ({ line }: Shape): boolean => (neededWords(line) ?? ['']).some(({ length }) => length < 2);
const wordless =
  /^\s{0,8}(?:[.*sxXSuFE]{1,40}$|[.*sxXSuFE]{40}|[.*sxXSuFE]{1,40} {1,80}\[|[A-Z]{1,4}\d{3,4} )/;
/** What stands before each line where several runs write at a time ends so. */
const prefixed = /: |\] |\]: |\| |\t|Z |│|┃/;
/** Which shapes a line may have; most lines have none. Made when the first output comes. */
interface ShapeScreen {
  screen: Screen;
  numbers: ReadonlyMap<Shape, number>;
}

let made: ShapeScreen | undefined;

function screenOfShapes(): ShapeScreen {
  if (!made) {
    const worded = allShapes.filter((shape) => !isWordless(shape));
    made = {
      screen: new Screen([disguising, prefixed, ...worded.map(({ line }) => line)], 2),
      numbers: new Map(worded.map((shape, index) => [shape, index + 2])),
    };
  }
  return made;
}

function heardFor(line: string): readonly Heard[] {
  const first = line.trimStart()[0] ?? '';
  const known = byFirst.get(first);
  if (known) return known;
  const found = all.flatMap((runner): Heard[] => {
    const shapes = runner.shapes
      .filter((shape) => firsts.get(shape)?.includes(first) ?? true)
      .map((shape) => ({ shape, number: screenOfShapes().numbers.get(shape) ?? -1 }));
    return shapes.length > 0 ? [{ runner, shapes }] : [];
  });
  if (byFirst.size < maxFirsts) byFirst.set(first, found);
  return found;
}

const maxFirsts = 300;

/** What the runners of an output say of themselves, in the order in which they end. */
export function readReports(output: string): Report[] {
  const { screen } = screenOfShapes();
  const open = new Map<string, Tally>();
  const closed: [key: string, tally: Tally][] = [];
  let lineNumber = 0;
  let line = '';
  /** Asked only of a line that looks like one of theirs. */
  let isTelling: boolean | undefined;
  const hear = ({ part, rest }: PartLine): boolean => {
    let isHeard = false;
    for (const { runner, shapes } of heardFor(rest)) {
      for (const { shape, number } of shapes) {
        const found = number < 0 || screen.mayHere(number) ? shape.line.exec(rest) : null;
        if (!found) continue;
        isTelling ??= telling.test(line);
        if (!isTelling) return true;
        const key = `${runner.of ?? ''} ${runner.name} ${part}`;
        let tally = open.get(key);
        if (shape.continues && !tally?.hasBegun) continue;
        isHeard ||= runner !== generic;
        if (tally && shape.begins && tally.hasBegun) {
          closed.push([key, tally]);
          tally = undefined;
        }
        if (!tally) {
          tally = new Tally(runner);
          open.set(key, tally);
        }
        tally.hear(shape, found, lineNumber);
        break;
      }
    }
    return isHeard;
  };
  const text = readOf(output);
  for (let from = 0, to = 0; from <= text.length && to >= 0; from = to + 1) {
    to = text.indexOf('\n', from);
    lineNumber++;
    line = lineToHear(screen, text, from, to < 0 ? text.length : to);
    isTelling = undefined;
    if (line === '' || open.size + closed.length > maxReports) continue;
    if (hear({ part: '', rest: line })) continue;
    for (const one of unprefixed(line)) if (hear(one)) break;
  }
  return withoutNoise([...closed, ...open])
    .map((tally) => tally.report())
    .sort((a, b) => a.line - b.line);
}

/** The line, if any shape may be heard in it: then the screen knows which. Empty if none is. */
function lineToHear(screen: Screen, text: string, from: number, to: number): string {
  if (to === from) return '';
  if (to - from > longestLine) return walkedOver(screen, shownLine(text.slice(from, to)));
  screen.lookAt(text, from, to);
  if (screen.mayHere(0)) return walkedOver(screen, shownLine(text.slice(from, to)));
  const line = text.slice(from, to).trimEnd();
  return screen.isAnyHere || mayBeWordless(screen, line) ? line : '';
}

function walkedOver(screen: Screen, line: string): string {
  screen.lookAt(line, 0, line.length);
  return line;
}

const mayBeWordless = (screen: Screen, line: string): boolean =>
  wordless.test(line) || (screen.mayHere(1) && [...unprefixed(line)].some(({ rest }) => wordless.test(rest)));

/** Where a runner wrote a summary to its end, what only looks like one of its summaries is somebody's log. */
function withoutNoise(tallies: readonly [key: string, tally: Tally][]): Tally[] {
  const ended = new Set(tallies.filter(([, tally]) => tally.hasEnded).map(([key]) => key));
  return tallies.filter(([key, tally]) => tally.hasEnded || !ended.has(key)).map(([, tally]) => tally);
}
