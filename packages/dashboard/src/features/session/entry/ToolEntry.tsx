import { fieldsOf, stripAnsi, type Tool, type ToolKind } from '@debrief/transcript';
import {
  IconFileDiff,
  IconFileText,
  IconHelpCircle,
  IconListCheck,
  IconPlugConnected,
  IconRobot,
  IconSearch,
  IconTerminal2,
  IconTool,
  IconWorld,
} from '@tabler/icons-react';
import { shortPath } from '../../../ui/format.ts';
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx';
import { languageOf } from '../../../ui/text/language.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import { Diff } from '../diff/Diff.tsx';
import { firstSequence } from '../transcript/entries.ts';
import { useRelative } from '../work-folder.ts';
import { Attachments } from './attachment/Attachments.tsx';
import { callWords } from './call-words.ts';
import { Line } from './Line.tsx';
import { Outcome, toneOf } from './Outcome.tsx';
import styles from './ToolEntry.module.css';

const icons: Record<ToolKind, typeof IconTool> = {
  shell: IconTerminal2,
  edit: IconFileDiff,
  write: IconFileDiff,
  read: IconFileText,
  search: IconSearch,
  web: IconWorld,
  todo: IconListCheck,
  mcp: IconPlugConnected,
  task: IconRobot,
  question: IconHelpCircle,
  other: IconTool,
};

/** Calls folded to a line; unfolded, each kind shows what a reviewer looks for in it. */
export function ToolEntry({ entry, open, onToggle }: { entry: Tool; open: boolean; onToggle(): void }) {
  const relative = useRelative();
  const Icon = icons[entry.tool];
  const added = entry.changes?.reduce((sum, change) => sum + change.added, 0) ?? 0;
  const removed = entry.changes?.reduce((sum, change) => sum + change.removed, 0) ?? 0;
  const isPath = entry.tool === 'edit' || entry.tool === 'write' || entry.tool === 'read';
  const words = isPath ? shortPath(relative(entry.title), 90) : callWords(entry.title);
  const title = entry.title === entry.name ? '' : words;
  return (
    <div>
      <Line
        icon={<Icon size={15} stroke={1.8} />}
        name={<Visible text={toolName(entry)} />}
        title={<Visible text={title} />}
        mono
        open={open}
        tone={toneOf(entry)}
        onToggle={onToggle}
        end={
          <>
            {added > 0 && <span className={styles.added}>+{added}</span>}
            {removed > 0 && <span className={styles.removed}>−{removed}</span>}
            <Outcome call={entry} />
          </>
        }
      />
      {open && (
        <div className={styles.body}>
          <Details entry={entry} />
          <Attachments list={entry.attachments} />
        </div>
      )}
    </div>
  );
}

/** `mcp__github__list_issues` reads as `github · list issues`. */
export function toolName(entry: Tool): string {
  if (entry.tool !== 'mcp') return entry.name;
  const [server, ...rest] = entry.name.replace(/^mcp_{1,2}|^mcp\./, '').split(/__|\./);
  return rest.length > 0 ? `${server} · ${rest.join(' ').replaceAll('_', ' ')}` : entry.name;
}

function Details({ entry }: { entry: Tool }) {
  const tone = entry.outcome === 'error' ? { tone: 'bad' as const } : {};
  const output = entry.output ? stripAnsi(entry.output) : '';
  if (entry.changes?.length) {
    return (
      <>
        {entry.changes.map((change) => (
          <Diff key={`${change.path}-${change.change}`} change={change} sequence={firstSequence(entry)} />
        ))}
        {entry.outcome !== 'ok' && output && (
          <div data-part="output">
            <CodeBlock text={output} label="Result" {...tone} />
          </div>
        )}
      </>
    );
  }
  if (entry.tool === 'shell') {
    return (
      <>
        <div data-part="input">
          <CodeBlock text={commandOf(entry)} language="bash" label="Command" />
        </div>
        {output ? (
          <div data-part="output">
            <CodeBlock text={output} label="Output" {...tone} />
          </div>
        ) : (
          <Nothing entry={entry} />
        )}
      </>
    );
  }
  if (entry.tool === 'read') {
    const language = languageOf(entry.title);
    return output ? (
      <div data-part="output">
        <CodeBlock text={output} label="Content" {...(language && { language })} {...tone} />
      </div>
    ) : (
      <Nothing entry={entry} />
    );
  }
  return (
    <>
      <Fields input={entry.input} />
      {output ? (
        <div data-part="output">
          <CodeBlock text={pretty(output)} label="Result" {...tone} />
        </div>
      ) : (
        <Nothing entry={entry} />
      )}
    </>
  );
}

const Nothing = ({ entry }: { entry: Tool }) => (
  <p className={styles.nothing}>{entry.outcome === 'running' ? 'No result yet' : 'No output'}</p>
);

/** The whole command, where the title may be cut. */
function commandOf(entry: Tool): string {
  const command = fieldsOf(entry.input).find(([name]) => /^(?:command|cmd|script)$/.test(name))?.[1];
  return command ?? entry.title;
}

/** What the tool was given, field by field. */
export function Fields({ input }: { input: unknown }) {
  const fields = fieldsOf(input);
  if (fields.length === 0) return null;
  return (
    <dl className={styles.fields} data-part="input">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>
            <Visible text={name} />
          </dt>
          <dd>
            {value.length > 160 || value.includes('\n') ? (
              <CodeBlock text={value} />
            ) : (
              <Visible text={value} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A result that is JSON is easier to read with line ends. */
function pretty(text: string): string {
  if (text.length > 100_000 || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
