/** A string of a JSON text: a name in an object, or a value. */
export interface StringPlace {
  /** As it reads, without escapes. */
  value: string;
  isName: boolean;
  /** The name of the value in its object; undefined in a list, and of a name. */
  name: string | undefined;
  /** JSON Pointer of the value, or of what has the name. */
  pointer(): string;
}

interface Frame {
  isObject: boolean;
  /** Of the value that is being read. */
  name: string;
  index: number;
  isNameNext: boolean;
  /** The names the object has so far, and which number comes next for each: two of one name would be read as one. */
  names: Map<string, number>;
}

const opening = (isObject: boolean): Frame => ({
  isObject,
  name: '',
  index: 0,
  isNameNext: isObject,
  names: new Map(),
});

/** Where the string that begins at `start` ends, its quotes included. */
function endOf(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
  return json.length;
}

const read = (token: string): string =>
  token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

const pointerOf = (frames: readonly Frame[]): string =>
  frames.map(({ isObject, name, index }) => `/${isObject ? escaped(name) : index}`).join('');

/** A name that no other of the object has. */
function unlike(name: string, names: Map<string, number>): string {
  let number = names.get(name);
  if (number === undefined) return name;
  while (names.has(`${name} ${number}`)) number++;
  names.set(name, number + 1);
  return `${name} ${number}`;
}

/**
 * The same JSON with other strings in the place of those that `map` changes. Everything else stays as it was written,
 * numbers and escapes included: what was sent is kept byte for byte where nobody asked for something else. The text must
 * be valid JSON. Takes as long as the text is.
 */
export function mapStrings(json: string, map: (place: StringPlace) => string | undefined): string {
  const frames: Frame[] = [];
  const pieces: string[] = [];
  let copied = 0;
  const put = (start: number, end: number, value: string) => {
    pieces.push(json.slice(copied, start), JSON.stringify(value));
    copied = end;
  };
  for (let at = 0; at < json.length; at++) {
    const frame = frames.at(-1);
    switch (json.charCodeAt(at)) {
      case 0x7b: // {
        frames.push(opening(true));
        break;
      case 0x5b: // [
        frames.push(opening(false));
        break;
      case 0x7d: // }
      case 0x5d: // ]
        frames.pop();
        break;
      case 0x2c: // ,
        if (frame?.isObject) frame.isNameNext = true;
        else if (frame) frame.index++;
        break;
      case 0x22: {
        const end = endOf(json, at);
        const isName = frame?.isNameNext ?? false;
        const value = read(json.slice(at, end));
        if (frame && isName) frame.name = value;
        const name = frame?.isObject && !isName ? frame.name : undefined;
        const mapped = map({ value, isName, name, pointer: () => pointerOf(frames) });
        if (frame && isName) {
          frame.isNameNext = false;
          // Two equal names of the sender's own stay: they were read as one before, too.
          const isOurs = mapped !== undefined || value.includes('[REDACTED:');
          const unique = isOurs ? unlike(mapped ?? value, frame.names) : value;
          if (unique !== value) put(at, end, unique);
          if (!frame.names.has(unique)) frame.names.set(unique, 2);
        } else if (mapped !== undefined && mapped !== value) put(at, end, mapped);
        at = end - 1;
        break;
      }
    }
  }
  return pieces.length === 0 ? json : pieces.join('') + json.slice(copied);
}
