import { visibleText } from '../text/visible.ts';
import styles from './Avatar.module.css';
import { usePersonName } from './Person.tsx';

/** The first letter of somebody's name, with the name for those who point at it or listen. */
export function Avatar({ userId, note }: { userId: string; note?: string }) {
  const name = visibleText(usePersonName()(userId));
  const label = note ? `${name}: ${note}` : name;
  return (
    <span className={styles.avatar} title={label} role="img" aria-label={label}>
      {(/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?').toUpperCase()}
    </span>
  );
}
