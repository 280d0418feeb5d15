// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for forms
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { count } from '../format.ts';
import styles from './CodeBlock.module.css';
import { CopyIcon } from './Copy.tsx';
import { Visible } from './Visible.tsx';

/** What fits on a screen; the rest on demand, so that one huge output does not make a huge row. */
const foldLines = 40;
const foldChars = 8_000;
const colourLimit = 20_000;

function clipText(text: string): { head: string; hiddenLines: number } {
  let end = -1;
  for (let line = 0; line < foldLines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  const cut = Math.min(end < 0 ? text.length : end, foldChars);
  if (cut >= text.length) return { head: text, hiddenLines: 0 };
  let hiddenLines = 1;
  for (let at = text.indexOf('\n', cut + 1); at >= 0; at = text.indexOf('\n', at + 1)) hiddenLines++;
  return { head: text.slice(0, cut), hiddenLines };
}

/** Monospaced text of others: copied whole, shown in part, coloured when the language is known. */
export function CodeBlock(props: { text: string; language?: string; tone?: 'bad'; label?: string }) {
  const [open, setOpen] = useState(false);
  const { head, hiddenLines } = clipText(props.text);
  const shown = open ? props.text.slice(0, 400_000) : head;
  const coloured = useColours(shown, props.language);
  return (
    <div className={styles.block} data-tone={props.tone}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block is scrolled by key as well */}
      <pre tabIndex={0} aria-label={props.label ?? 'Code'} role="group">
        <code>{coloured ?? <Visible text={shown} />}</code>
      </pre>
      <div className={styles.copy}>
        <CopyIcon text={props.text} />
      </div>
      {hiddenLines > 0 && (
        <Button
          className={styles.more}
          variant="subtle"
          color="gray"
          size="compact-xs"
          data-more={open ? 'open' : 'closed'}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : `Show ${count(hiddenLines)} more ${hiddenLines === 1 ? 'line' : 'lines'}`}
        </Button>
      )}
    </div>
  );
}

function useColours(text: string, language: string | undefined): ReactNode {
  const [coloured, setColoured] = useState<{ text: string; nodes: ReactNode }>();
  useEffect(() => {
    if (!language || text.length > colourLimit) return;
    let current = true;
    import('./colour.tsx')
      .then(({ colour }) => {
        const nodes = colour(text, language);
        if (current && nodes) setColoured({ text, nodes });
      })
      // Without colours it can be read as well; the next block asks again.
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [text, language]);
  return coloured?.text === text ? coloured.nodes : undefined;
}
