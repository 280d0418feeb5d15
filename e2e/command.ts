import { spawn } from 'node:child_process';
import { cliMain } from '../packages/cli/src/testing/cli-main.ts';

/** What the command `debrief` said at its end. */
export interface Said {
  code: number | null;
  text: string;
}

/** Runs the command as somebody at that home would, without a terminal. */
export function debrief(home: string, secret: string, args: readonly string[], input = ''): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cliMain, ...args], {
      env: { PATH: process.env.PATH, HOME: home, DEBRIEF_SECRET: secret },
      cwd: home,
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** The same where anything but success is a failure of the test. */
export async function debriefWell(home: string, secret: string, args: readonly string[]): Promise<string> {
  const { code, text } = await debrief(home, secret, args);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text}`);
  return text;
}
