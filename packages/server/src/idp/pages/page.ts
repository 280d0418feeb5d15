import type { ServerResponse } from 'node:http';
import { iconUrl, styleUrl } from './asset.ts';
import { type Html, html } from './html.ts';

export interface Page {
  title: string;
  /** Under the title. */
  lead?: Html | string;
  /** Something went wrong with what was sent; announced by screen readers. */
  fault?: string | undefined;
  body?: Html;
  footer?: Html;
}

export const renderPage = (page: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} · Debrief</title>
<link rel="icon" href="${iconUrl}" type="image/svg+xml">
<link rel="stylesheet" href="${styleUrl}">
</head>
<body>
<main>
<div class="brand"><svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="9"/><path d="M9.5 10.5h13M9.5 16h9M9.5 21.5h11"/></svg><span>Debrief</span></div>
<section class="card">
<h1>${page.title}</h1>
${page.lead !== undefined && html`<p class="lead">${page.lead}</p>`}
${page.fault !== undefined && html`<p class="fault" id="fault" role="alert">${page.fault}</p>`}
${page.body}
</section>
${page.footer !== undefined && html`<p class="footer">${page.footer}</p>`}
</main>
</body>
</html>
`.text;

export function sendPage(response: ServerResponse, status: number, page: Page): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(renderPage(page));
}

export function redirect(response: ServerResponse, url: string): void {
  response.statusCode = 303;
  response.setHeader('Location', url);
  response.setHeader('Cache-Control', 'no-store');
  response.end();
}

export interface Field {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autocomplete: 'username' | 'current-password' | 'new-password' | 'off';
  value?: string;
  hint?: string;
  fault?: string | undefined;
  /** Shown, sent along for password managers, not to be changed. */
  fixed?: boolean;
  autofocus?: boolean;
}

export const field = (given: Field): Html => {
  const { name, label, type, autocomplete, value, hint, fault, fixed, autofocus } = given;
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${
    value !== undefined && html` value="${value}"`
  }${fixed ? html` readonly` : html` required`}${autofocus && html` autofocus`}${
    type === 'email' && html` autocapitalize="none" spellcheck="false" maxlength="254"`
  }${
    type === 'text' && html` autocapitalize="characters" spellcheck="false" maxlength="40"`
  }${fault !== undefined && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault !== undefined && html`<p class="field-fault" id="${name}-fault">${fault}</p>`}
</div>`;
};

/** A form that posts to the page it stands on. */
export const form = (csrf: string, fields: Html[], submit: string): Html =>
  html`<form method="post"><input type="hidden" name="csrf" value="${csrf}">${fields}<button type="submit">${submit}</button></form>`;

export const linkButton = (href: string, text: string): Html =>
  html`<a class="button" href="${href}">${text}</a>`;

export const errorPage = (title: string, lead: string, publicUrl: string): Page => ({
  title,
  lead,
  body: linkButton(`${publicUrl}/`, 'Back to Debrief'),
});
