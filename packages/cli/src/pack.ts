import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { version } from './version.ts';

const source = dirname(fileURLToPath(import.meta.url));
const target = join(source, '..', 'dist');

/** For Node 20 and newer, everything inside. */
async function bundle(entry: string, name: string): Promise<Buffer> {
  const outfile = join(target, name);
  await build({
    entryPoints: [join(source, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'eof',
    logLevel: 'warning',
    ...(name === 'debrief.js' && { banner: { js: '#!/usr/bin/env node' } }),
  });
  return readFile(outfile);
}

/** What npm asks of a package: `package/package.json` and what it names. */
function tarball(files: readonly [name: string, content: Buffer, mode: number][]): Buffer {
  const blocks: Buffer[] = [];
  for (const [name, content, mode] of files) {
    const header = Buffer.alloc(512);
    const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
    header.write(`package/${name}`, 0);
    header.write(octal(mode, 8), 100);
    header.write(octal(0, 8), 108);
    header.write(octal(0, 8), 116);
    header.write(octal(content.length, 12), 124);
    // A fixed time, so that the same source gives the same file.
    header.write(octal(499_162_500, 12), 136);
    header.write(' '.repeat(8), 148);
    header.write('0', 156);
    header.write('ustar\x0000', 257);
    header.write(
      octal(
        header.reduce((sum, byte) => sum + byte, 0),
        7,
      ),
      148,
    );
    blocks.push(header, content, Buffer.alloc((512 - (content.length % 512)) % 512));
  }
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 9 });
}

const manifest = {
  name: 'debrief',
  version,
  description: 'Records the sessions of coding agents and sends them to your Debrief server.',
  license: 'Apache-2.0',
  type: 'commonjs',
  bin: { debrief: 'debrief.js' },
  engines: { node: '>=20' },
};

await mkdir(target, { recursive: true });
// The folder above says "module".
await writeFile(join(target, 'package.json'), '{"type":"commonjs"}\n');
const launcher = await bundle('launcher.ts', 'debrief.js');
const program = await bundle('main.ts', 'program.js');
const packed = tarball([
  ['package.json', Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`), 0o644],
  ['debrief.js', launcher, 0o755],
  ['program.js', program, 0o644],
]);
await writeFile(join(target, 'cli.tgz'), packed);
const digest = createHash('sha256').update(packed).digest('hex').slice(0, 12);
console.log(
  `dist/program.js ${program.length} bytes · dist/cli.tgz ${packed.length} bytes · sha256 ${digest}…`,
);
