import { Button, Group } from '@mantine/core';
import { IconEraser, IconMessagePlus } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import styles from './CommentOnSelection.module.css';
import { selectionIn } from './selection.ts';

/** A button beside words that are selected in the transcript. */
export function CommentOnSelection(props: {
  root: RefObject<HTMLElement | null>;
  onComment(): void;
  onRedact?: (() => void) | undefined;
}) {
  const { root, onRedact } = props;
  const [at, setAt] = useState<{ top: number; left: number }>();
  useEffect(() => {
    const look = () => {
      const found = selectionIn(root.current);
      const frame = root.current?.getBoundingClientRect();
      setAt(
        found && frame && found.selected.trim() !== ''
          ? {
              top: Math.max(4, found.box.top - frame.top - 34),
              left: Math.min(
                Math.max(4, found.box.right - frame.left - 60),
                frame.width - (onRedact ? 220 : 120),
              ),
            }
          : undefined,
      );
    };
    const onScroll = () => setAt(undefined);
    document.addEventListener('selectionchange', look);
    const element = root.current;
    element?.addEventListener('scroll', onScroll, true);
    return () => {
      document.removeEventListener('selectionchange', look);
      element?.removeEventListener('scroll', onScroll, true);
    };
  }, [root, onRedact]);
  if (!at) return null;
  return (
    <Group className={styles.button ?? ''} style={at} gap={4}>
      <Button
        size="compact-sm"
        leftSection={<IconMessagePlus size={14} />}
        // The selection must still be there when the button is pressed.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          props.onComment();
          setAt(undefined);
        }}
      >
        Comment
      </Button>
      {onRedact && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconEraser size={14} />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onRedact();
            setAt(undefined);
          }}
        >
          Redact…
        </Button>
      )}
    </Group>
  );
}
