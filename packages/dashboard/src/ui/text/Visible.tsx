import styles from './Visible.module.css';
import { reveal } from './visible.ts';

/** Text of others, as text, with the characters nobody can see made visible. */
export function Visible({ text }: { text: string }) {
  const parts = reveal(text);
  if (parts.length === 1 && typeof parts[0] === 'string') return parts[0];
  return parts.map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <span key={part.at} className={styles.unseen} title={`Invisible character ${part.name}`}>
        {part.name}
      </span>
    ),
  );
}
