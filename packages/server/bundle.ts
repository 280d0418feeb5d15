import { readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { entries, outputs, source, target } from './bundle-entries.ts';

/**
 * The server as it is run: what it and its packages import in a few files, because reading a thousand of them takes half
 * of a start. A thread begins with a file of its own.
 */

/** A file that is named relative to a source file is found from `dist`, where all of the code is. */
const filesFromTarget: Plugin = {
  name: 'files-from-target',
  setup({ onLoad }) {
    onLoad({ filter: /packages[\\/]server[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace(/(?<=new URL\(')\.[^']+(?=', import\.meta\.url\))/g, (named) => {
        const file = join(dirname(path), named);
        if (file.endsWith('.ts') && !outputs.has(file)) throw new Error(`${file} is no entry of the bundle.`);
        const found = relative(target, outputs.get(file) ?? file).replaceAll('\\', '/');
        return `./${found}${named.endsWith('/') ? '/' : ''}`;
      });
      if (/import\.meta\.(?:dirname|filename)|(?<!new URL\('\.[^']+', )import\.meta\.url/.test(contents))
        throw new Error(`${path} uses its own place other than in new URL('./…', import.meta.url).`);
      return { contents, loader: 'ts' };
    });
  },
};

await rm(target, { recursive: true, force: true });
await build({
  entryPoints: Object.entries(entries).map(([out, file]) => ({ in: join(source, file), out })),
  outdir: target,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  chunkNames: '[name]-[hash]',
  // Packages that are written for `require` need one.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  external: ['pg-native'],
  legalComments: 'eof',
  logLevel: 'warning',
  plugins: [filesFromTarget],
});
