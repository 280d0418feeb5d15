import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { Fragment, type ReactNode } from 'react';
import { Visible } from './Visible.tsx';

const lowlight = createLowlight({
  bash,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});
lowlight.registerAlias({
  typescript: ['tsx', 'mts', 'cts'],
  javascript: ['mjs', 'cjs'],
  bash: ['console', 'fish'],
});

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

const nameOf = (language: string): string =>
  language
    .trim()
    .toLowerCase()
    .split(/[\s,{]/)[0] ?? '';

/** Code as elements with class names, loaded only when there is some; undefined for a language not known. */
export function colour(text: string, language: string): ReactNode {
  const name = nameOf(language);
  if (!lowlight.registered(name)) return undefined;
  return lowlight.highlight(name, text).children.map(toElement);
}

/** The same for lines of one text, each by itself; undefined for a language not known. */
export function colourLines(lines: readonly string[], language: string): ReactNode[] | undefined {
  const name = nameOf(language);
  if (!lowlight.registered(name)) return undefined;
  const found: ReactNode[][] = [[]];
  const visit = (node: Node, classes: string) => {
    if (node.type === 'element') {
      const own = node.properties.className;
      const inner = Array.isArray(own) ? own.join(' ') : classes;
      for (const child of node.children) visit(child as Node, inner);
    } else if (node.type === 'text') {
      node.value.split('\n').forEach((part, index) => {
        if (index > 0) found.push([]);
        const line = found.at(-1) as ReactNode[];
        if (part !== '')
          line.push(
            <span key={line.length} className={classes || undefined}>
              <Visible text={part} />
            </span>,
          );
      });
    }
  };
  for (const child of lowlight.highlight(name, lines.join('\n')).children) visit(child, '');
  // A line that itself holds a line end would shift the ones after it.
  return found.length === lines.length ? found : undefined;
}

function toElement(node: Node, index: number): ReactNode {
  if (node.type === 'text') return <Visible key={index} text={node.value} />;
  if (node.type !== 'element') return <Fragment key={index} />;
  const classes = node.properties.className;
  return (
    <span key={index} className={Array.isArray(classes) ? classes.join(' ') : undefined}>
      {node.children.map((child, at) => toElement(child as Node, at))}
    </span>
  );
}
