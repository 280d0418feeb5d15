import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import styles from './Copy.module.css';

/** Plain on purpose: a long transcript draws hundreds of these while it scrolls. */
export function CopyIcon({ text, label = 'Copy' }: { text: string; label?: string }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  return (
    <button
      type="button"
      className={styles.icon}
      title={clipboard.copied ? 'Copied' : label}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        clipboard.copy(text);
      }}
    >
      {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </button>
  );
}

/** A line meant to be pasted into a terminal. */
export function CopyLine({ text, label, hidden }: { text: string; label: string; hidden?: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <div className={styles.line}>
      <code className={styles.code} data-testid="copy-line">
        {hidden ?? text}
      </code>
      <Button
        size="xs"
        variant={clipboard.copied ? 'light' : 'filled'}
        onClick={() => clipboard.copy(text)}
        aria-label={label}
        leftSection={clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      >
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
