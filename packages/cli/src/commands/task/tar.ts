/** One file of a tar archive. */
export interface TarEntry {
  path: string;
  isExecutable?: boolean;
  /** Of a symbolic link; it has no content. */
  linkTo?: string;
}

const block = 512;

/** What stands in an archive for one file. Everything that is not of the file itself is the same for all. */
export function tarEntry(entry: TarEntry, content: Buffer): Buffer[] {
  const { path, linkTo } = entry;
  const isLink = linkTo !== undefined;
  const long = [
    ...(fits(path) ? [] : [paxRecord('path', path)]),
    ...(linkTo === undefined || fits(linkTo) ? [] : [paxRecord('linkpath', linkTo)]),
  ].join('');
  const head = header(path, {
    mode: entry.isExecutable ? 0o755 : 0o644,
    size: isLink ? 0 : content.length,
    type: isLink ? '2' : '0',
    ...(isLink && { linkTo }),
  });
  const before = Buffer.from(long);
  return [
    ...(long === ''
      ? []
      : [header('pax', { mode: 0o644, size: before.length, type: 'x' }), ...padded(before)]),
    head,
    ...(isLink ? [] : padded(content)),
  ];
}

/** The end of an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * block);

const fits = (text: string): boolean => text.length <= 100 && /^[\x20-\x7e]*$/.test(text);

function paxRecord(name: string, value: string): string {
  const rest = Buffer.byteLength(` ${name}=${value}\n`);
  let length = rest;
  // The length counts its own digits.
  while (length !== rest + String(length).length) length = rest + String(length).length;
  return `${length} ${name}=${value}\n`;
}

function padded(content: Buffer): Buffer[] {
  const over = content.length % block;
  return over === 0 ? [content] : [content, Buffer.alloc(block - over)];
}

function header(
  path: string,
  { mode, size, type, linkTo = '' }: { mode: number; size: number; type: string; linkTo?: string },
): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number) =>
    bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  bytes.write(path.slice(0, 100), 0, 100, 'latin1');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  bytes.write('        ', 148, 'latin1');
  bytes.write(type, 156, 'latin1');
  bytes.write(linkTo.slice(0, 100), 157, 100, 'latin1');
  bytes.write('ustar\x0000', 257, 'latin1');
  let sum = 0;
  for (const byte of bytes) sum += byte;
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
}
