import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Route, routes } from '@debrief/contract';
import type { Plugin, Rolldown } from 'vite';

/**
 * The browser has no use for the schemas of the routes, which are most of the contract: the server checks what comes,
 * and the client only needs to know how a request is made.
 */
export const routesWithoutSchemas: Plugin = {
  name: 'routes-without-schemas',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/packages/contract/src/routes.ts')) return undefined;
    const rows = Object.entries<Route>(routes).map(
      ([name, { method, path, idempotent, contentType, body }]) => [
        name,
        { method, path, idempotent, contentType, body: body && { required: body.required } },
      ],
    );
    return { code: `export const routes = ${JSON.stringify(Object.fromEntries(rows))};`, moduleType: 'js' };
  },
};

/** Making a schema changes nothing else, so one that nobody reads is left out. */
export const withoutUnreadSchemas: Plugin = {
  name: 'without-unread-schemas',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/packages/contract/src/')) return undefined;
    const maker =
      /(?<![\w.]|function )(?=(?:Type\.\w+|text|prose|printable|id|choice|route)(?:<[^()]*>)?\()/g;
    return { code: code.replace(maker, '/* @__PURE__ */ '), map: null };
  },
};

/**
 * The document names every file that its page needs, so that all of them travel at once: without it the browser learns
 * of a file from the one before. The server sends `NAME.html` for the address of the page and `index.html` elsewhere.
 */
export function documents(app: string, pages: Record<string, string>): Plugin {
  return {
    name: 'documents',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') return;
      const html = withFiles(String(index.source), filesOf(bundle, app));
      index.source = html;
      for (const [name, source] of Object.entries(pages))
        this.emitFile({
          type: 'asset',
          fileName: `${name}.html`,
          source: withFiles(html, filesOf(bundle, source)),
        });
    },
  };
}

/** The chunk of a module, with the chunks and styles it cannot do without. */
function filesOf(bundle: Rolldown.OutputBundle, source: string): string[] {
  const entry = Object.values(bundle).find(
    (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(source),
  );
  if (!entry) throw new Error(`No chunk begins with ${source}.`);
  const files = new Set<string>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (files.has(fileName) || chunk?.type !== 'chunk') return;
    files.add(fileName);
    chunk.imports.forEach(add);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  };
  add(entry.fileName);
  return [...files];
}

function withFiles(html: string, files: readonly string[]): string {
  const tags = files
    .filter((file) => !html.includes(`/${file}"`))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    );
  return html.replace('</head>', () => `${tags.map((tag) => `  ${tag}\n  `).join('')}</head>`);
}

/** Each file of text also in gzip beside it: a server that packs what it is asked for keeps its first visitor waiting. */
export const packed: Plugin = {
  name: 'packed',
  writeBundle({ dir = '' }, bundle) {
    for (const file of Object.values(bundle)) {
      if (!/\.(?:js|css|html|svg|webmanifest)$/.test(file.fileName)) continue;
      const content = file.type === 'chunk' ? file.code : file.source;
      writeFileSync(join(dir, `${file.fileName}.gz`), gzipSync(content, { level: 9 }));
    }
  },
};
