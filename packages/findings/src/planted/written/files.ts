import { readdirSync, readFileSync } from 'node:fs';

export interface WrittenFile {
  /** Without its ending. */
  name: string;
  /** One session each. */
  lines: string[];
}

/** The rooms by who wrote the sessions; a file beside them would be read by no test. */
const rooms = ['blind', 'own'];

const namesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, import.meta.url)).filter((name) => name.endsWith('.jsonl'));

/** Every file of written sessions, by name. */
export function writtenFiles(): WrittenFile[] {
  const beside = namesIn('./');
  if (beside.length > 0) throw new Error(`${beside.join(', ')}: belongs into blind/ or own/.`);
  return rooms
    .flatMap((room) => namesIn(`./${room}/`).map((name) => ({ name, path: `./${room}/${name}` })))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, path }) => ({
      name: name.replace('.jsonl', ''),
      lines: readFileSync(new URL(path, import.meta.url), 'utf8')
        .trimEnd()
        .split('\n'),
    }));
}
