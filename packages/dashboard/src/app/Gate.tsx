import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type AuthState, signIn } from '../api/auth.ts';
import { Brand } from '../ui/Brand.tsx';
import styles from '../ui/Front.module.css';
import { visibleText } from '../ui/text/visible.ts';

/** Lets the application through once somebody is signed in, and keeps it on screen when a session ends. */
export function Gate({ auth, children }: { auth: AuthState; children: ReactNode }) {
  if (auth.phase === 'signed-in') return children;
  if (auth.phase === 'ended') {
    return (
      <>
        {children}
        <Ended email={auth.email} />
      </>
    );
  }
  if (auth.phase === 'signed-out') {
    return (
      <Front title="You are signed out" text="See you soon.">
        <Button component="a" href="/" fullWidth>
          Sign in
        </Button>
      </Front>
    );
  }
  if (auth.phase === 'failed') {
    return (
      <Front title="Signing in did not work" text={auth.reason}>
        <Button component="a" href="/" fullWidth>
          Try again
        </Button>
      </Front>
    );
  }
  return <Waiting />;
}

/** The browser's own dialog: one of Mantine would bring its code to every page. */
function Ended({ email }: { email: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  useEffect(open, []);
  return (
    // Nothing but signing in leads out of it, so Escape opens it again.
    <dialog ref={dialog} className={styles.ended} aria-labelledby="session-ended" onClose={open}>
      <h2 id="session-ended">Your session has ended</h2>
      <p className={styles.text}>
        {email ? `You were signed in as ${visibleText(email)}. ` : ''}Sign in again and you will be back on
        this page.
      </p>
      <Button fullWidth onClick={() => void signIn(email)} autoFocus>
        Sign in again
      </Button>
    </dialog>
  );
}

function Front({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className={styles.front}>
      <Brand />
      <section className={styles.card}>
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
      </section>
    </main>
  );
}

/** Signing in silently takes a moment; a spinner that flashes would only make it feel longer. */
function Waiting() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={styles.front} aria-busy>
      <VisuallyHidden component="h1">Debrief</VisuallyHidden>
      {late && <Loader size="sm" role="img" aria-label="Signing in" />}
    </main>
  );
}
