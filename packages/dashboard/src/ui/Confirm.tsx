import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Confirm.module.css';

/** Asks before something that cannot be taken back. */
export function Confirm(props: {
  opened: boolean;
  onClose(): void;
  title: string;
  children: ReactNode;
  action: string;
  busy?: boolean;
  onConfirm(): void;
}) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <div className={styles.text}>{props.children}</div>
      <div className={styles.actions}>
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={props.busy ?? false} onClick={props.onConfirm}>
          {props.action}
        </Button>
      </div>
    </Modal>
  );
}
