import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Visit } from '../context.ts';
import { mount } from '../context.ts';

const named = (body: Buffer, name: string, extension: string, type: string) => {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { path: `/assets/${name}-${digest}.${extension}`, type, body };
};

/** The font of the dashboard: signing in is the first page of the same product. */
const fontFile = 'inter-latin-wght-normal.woff2';
const font = named(
  readFileSync(new URL(import.meta.resolve(`@fontsource-variable/inter/files/${fontFile}`))),
  'inter',
  'woff2',
  'font/woff2',
);
const style = named(
  Buffer.from(
    readFileSync(new URL('./style.css', import.meta.url), 'utf8').replace(fontFile, `${mount}${font.path}`),
  ),
  'style',
  'css',
  'text/css; charset=utf-8',
);
const icon = named(readFileSync(new URL('./icon.svg', import.meta.url)), 'icon', 'svg', 'image/svg+xml');
const assets = new Map([style, icon, font].map((asset) => [asset.path, asset]));

export const styleUrl = `${mount}${style.path}`;
export const iconUrl = `${mount}${icon.path}`;

/** Their names change with their content, so they may be kept for good. */
export function serveAsset({ path, response }: Visit): boolean {
  const asset = assets.get(path);
  if (!asset) return false;
  response.setHeader('Content-Type', asset.type);
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.end(asset.body);
  return true;
}
