// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for forms
// biome-ignore-all lint/suspicious/noArrayIndexKey: the tokens of a text never move
import type { Token, Tokens } from 'marked';
import { memo, type ReactNode, useContext } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { decodeEntities, lex } from './lex.ts';
import styles from './Markdown.module.css';
import { MentionNames, splitMentions } from './mention.ts';
import { Name } from './Name.tsx';
import { safeUrl } from './safe-url.ts';
import { Visible } from './Visible.tsx';
import { visibleText } from './visible.ts';

/**
 * What an agent wrote, as elements and text nodes. There is no path from the text to HTML: raw HTML is shown as
 * text, images are named and never loaded, links are checked.
 */
export const Markdown = memo(function Markdown({ text, breaks = false }: { text: string; breaks?: boolean }) {
  const tokens = lex(text, breaks);
  if (!tokens) {
    return (
      <div className={styles.plain}>
        <Visible text={text} />
      </div>
    );
  }
  return <div className={styles.markdown}>{blocks(tokens)}</div>;
});

function blocks(tokens: Token[]): ReactNode[] {
  return tokens.map((token, index) => <Block key={`${index}-${token.type}`} token={token} />);
}

function Block({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      // The page has its own headings; a transcript's must not mix with them.
      return (
        <p className={styles.heading} data-depth={Math.min(depth, 4)}>
          {inline(tokens)}
        </p>
      );
    }
    case 'paragraph':
      return <p>{inline((token as Tokens.Paragraph).tokens)}</p>;
    case 'code': {
      const { text, lang } = token as Tokens.Code;
      return <CodeBlock text={text} {...(lang && { language: lang })} />;
    }
    case 'blockquote':
      return <blockquote>{blocks((token as Tokens.Blockquote).tokens)}</blockquote>;
    case 'list':
      return <List token={token as Tokens.List} />;
    case 'table':
      return <Table token={token as Tokens.Table} />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? <p>{inline(tokens)}</p> : <p>{words(text)}</p>;
    }
    default:
      return (
        <div className={styles.plain}>
          <Visible text={token.raw} />
        </div>
      );
  }
}

function List({ token }: { token: Tokens.List }) {
  const items = token.items.map((item, index) => (
    <li key={`${index}-${item.raw.length}`} className={item.task ? styles.task : undefined}>
      {item.task && (
        <input type="checkbox" checked={item.checked ?? false} readOnly disabled aria-label="Task" />
      )}
      {item.tokens.map((child, at) =>
        child.type === 'text' && 'tokens' in child && child.tokens ? (
          <span key={`${at}-text`}>{inline(child.tokens)}</span>
        ) : child.type === 'checkbox' ? null : (
          <Block key={`${at}-${child.type}`} token={child} />
        ),
      )}
    </li>
  ));
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ token }: { token: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by key as well
    <div className={styles.table} tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={`${index}-${cell.text.length}`} scope="col">
                {inline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            <tr key={`${at}-${row.length}`}>
              {row.map((cell, index) => (
                <td key={`${index}-${cell.text.length}`}>{inline(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const words = (text: string): ReactNode => <Words text={decodeEntities(text)} />;

/** Text; in comments, `@usr_…` is shown as the name of that member. */
function Words({ text }: { text: string }): ReactNode {
  const nameOf = useContext(MentionNames);
  if (!nameOf) return <Visible text={text} />;
  return splitMentions(text).map((part) =>
    typeof part === 'string' ? (
      <Visible key={part} text={part} />
    ) : (
      <span key={part.at} className={styles.mention}>
        @<Name text={nameOf(part.userId)} />
      </span>
    ),
  );
}

function inline(tokens: Token[]): ReactNode[] {
  return tokens.map((token, index) => <Inline key={`${index}-${token.type}`} token={token} />);
}

function Inline({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? inline(tokens) : words(text);
    }
    case 'escape':
      return words((token as Tokens.Escape).text);
    case 'strong':
      return <strong>{inline((token as Tokens.Strong).tokens)}</strong>;
    case 'em':
      return <em>{inline((token as Tokens.Em).tokens)}</em>;
    case 'del':
      return <del>{inline((token as Tokens.Del).tokens)}</del>;
    case 'codespan':
      return (
        <code className={styles.code}>
          <Visible text={(token as Tokens.Codespan).text} />
        </code>
      );
    case 'br':
      return <br />;
    case 'link': {
      const link = token as Tokens.Link;
      return <SafeLink href={link.href}>{inline(link.tokens)}</SafeLink>;
    }
    case 'image': {
      const image = token as Tokens.Image;
      const host = safeUrl(image.href)?.host;
      return (
        <span className={styles.image} title="Images in transcripts are not loaded">
          Image
          {image.text && (
            <>
              : <Visible text={image.text} />
            </>
          )}
          {host && ` (${host})`}
        </span>
      );
    }
    default:
      return <Visible text={token.raw} />;
  }
}

/** Says where it goes when its text does not. */
function SafeLink({ href, children }: { href: string; children: ReactNode[] }) {
  const safe = safeUrl(href);
  if (!safe) return <span title="This link was not safe to follow">{children}</span>;
  return (
    <a href={safe.href} target="_blank" rel="noopener noreferrer nofollow" title={visibleText(safe.href)}>
      {children}
      <span className={styles.host}> {safe.host}</span>
    </a>
  );
}
