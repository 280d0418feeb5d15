import type { Snippet } from '@debrief/contract';
import { Visible } from '../../../ui/text/Visible.tsx';
import { highlight } from './highlight.ts';

/** A line of what was found, with what was looked for marked in it. */
export const Marked = ({ snippet }: { snippet: Pick<Snippet, 'text' | 'matches'> }) =>
  highlight(snippet.text, snippet.matches).map((part) =>
    part.marked ? (
      <mark key={part.at}>
        <Visible text={part.text} />
      </mark>
    ) : (
      <Visible key={part.at} text={part.text} />
    ),
  );
