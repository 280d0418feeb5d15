import type { Unknown } from '@debrief/transcript';
import { IconQuestionMark } from '@tabler/icons-react';
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { Line } from './Line.tsx';

/** A record this version cannot name: nothing of it is lost. */
export function UnknownEntry({ entry, open, onToggle }: { entry: Unknown; open: boolean; onToggle(): void }) {
  return (
    <div data-testid="unknown">
      <Line
        icon={<IconQuestionMark size={15} />}
        name={<Visible text={entry.label} />}
        title={<Visible text={entry.text.slice(0, 200)} />}
        open={open}
        onToggle={onToggle}
      />
      {open && (
        <CodeBlock
          text={entry.raw === null ? entry.text : JSON.stringify(entry.raw, null, 2)}
          language="json"
          label="Record"
        />
      )}
    </div>
  );
}
