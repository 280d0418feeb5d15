/**
 * How frequent two letters in a row are in English words and in names of code, from 0 (never) to 9, by rows of 26:
 * `aa`, `ab`, … `zz`. Counted over documentation and sources of npm packages and of Python.
 */
const PAIRS =
  '37872572736979072989765463734372116417327306636200418253821871774093175863104073459450831543730663631240' +
  '85897764543889475998476752612376008006127105456000505230835670154653065361202283038121701343720546500040' +
  '76877770214879872789270506400050112010004100604130004233733060020443016330203083369431824842840266642080' +
  '85338010822463770254510030738886937355467404896630516677456254578977097786742282348235703732770867622140' +
  '00000000000300000000601000946695639165668407876540606374942780565477438973436183649448922643841887605272' +
  '66656460601768460877200201602080207001015002302200006002602560240561055200200030425101500020260015100130' +
  '4332413050144546015400300240005000401100300020000023';
const RANKS = Uint8Array.from(PAIRS, Number);
/** Fewer letters tell too little. */
const FEWEST_LETTERS = 12;
/** Nineteen in twenty random texts of 16 letters are below, nineteen in twenty words and names above. */
const MEAN_OF_WORDS = 5.5;
const HEAD = 64;

/** True for letters in an order that no language has: `qzkvxwpj…`, `hWqZbKxT…`. Reads no more than the first 64. */
export function isGibberish(value: string): boolean {
  let [sum, pairs, letters, turns, before] = [0, 0, 0, 0, -1];
  let wasCapital = false;
  const length = Math.min(value.length, HEAD);
  for (let i = 0; i < length; i++) {
    const code = value.charCodeAt(i);
    const letter = (code | 32) - 97;
    if (letter < 0 || letter > 25 || code < 65) {
      before = -1;
      continue;
    }
    letters++;
    const isCapital = code < 97;
    if (before >= 0) {
      sum += RANKS[before * 26 + letter] as number;
      pairs++;
      if (isCapital !== wasCapital) turns++;
    }
    before = letter;
    wasCapital = isCapital;
  }
  if (letters < FEWEST_LETTERS || pairs < FEWEST_LETTERS / 2) return false;
  // Names in code change between small and capital letters once a word; chance does it every other letter.
  return sum / pairs < MEAN_OF_WORDS + (turns * 3 > pairs ? 1.6 : 0);
}
