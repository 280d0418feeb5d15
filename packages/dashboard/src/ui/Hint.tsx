import { Tooltip } from '@mantine/core';
import { cloneElement, type MouseEvent, type ReactElement, useEffect, useState } from 'react';

const delayMs = 350;

interface Pointed {
  onMouseEnter?(event: MouseEvent<HTMLElement>): void;
  onMouseLeave?(event: MouseEvent<HTMLElement>): void;
}

/**
 * Says more about its child while somebody points at it. Mantine's tooltip computes its place when the page is drawn,
 * and a page has twenty of them that nobody points at. This one is made when the pointer comes.
 */
export function Hint(props: {
  label: string;
  /** A text of several lines, so many pixels wide at most. */
  maxWidth?: number;
  children: ReactElement<Pointed>;
}) {
  const { children, label, maxWidth } = props;
  const [pointed, setPointed] = useState<HTMLElement>();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!pointed) return;
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [pointed]);
  const own = children.props;
  return (
    <>
      {cloneElement(children, {
        onMouseEnter(event) {
          own.onMouseEnter?.(event);
          setPointed(event.currentTarget);
        },
        onMouseLeave(event) {
          own.onMouseLeave?.(event);
          setPointed(undefined);
        },
      })}
      {pointed && isShown && (
        <Tooltip
          target={pointed}
          label={label}
          opened
          {...(maxWidth && { multiline: true, maw: maxWidth })}
        />
      )}
    </>
  );
}
