import styles from './Brand.module.css';

export const Brand = () => (
  <span className={styles.brand}>
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#4f46e5" />
      <path d="M9.5 10.5h13M9.5 16h9M9.5 21.5h11" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
    Debrief
  </span>
);
