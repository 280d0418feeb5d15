import type { SimpleCommand } from '@debrief/shell';
import { type Classifier, type DeedDraft, hasFlag, isDryRun, operandsOf } from './deed.ts';
import { programText } from './program-text.ts';

/** Processes that were ended. Whether the session had started them itself, its state knows. */
export const ending: Classifier = (command, _, { hasFailed }) => {
  if (command.isRemote || hasFailed || isDryRun(command)) return undefined;
  const ended = (severity: 'medium' | 'low', target: string, what: string): DeedDraft => ({
    rule: 'proc.kill',
    severity,
    target,
    what,
    wish: 'kill',
  });
  const operands = operandsOf(command).filter(({ value }) => !/^(?:[A-Z]{3,9}|SIG[A-Z]+)$/.test(value));
  switch (command.name) {
    case 'pkill':
    case 'killall':
    case 'taskkill':
    case 'Stop-Process': {
      const name = operands.at(-1)?.value ?? '';
      return ended('medium', name, `Ended every process called ${name}`);
    }
    case 'kill':
      return killed(
        command,
        operands.map(({ value }) => value),
        ended,
      );
    case 'fuser': {
      const used = operands.at(-1)?.value ?? '';
      return hasFlag(command, '-k', '--kill')
        ? ended('medium', used.replace(/\/(?:tcp|udp)$/, ''), `Ended whatever used ${used}`)
        : undefined;
    }
    case 'kill-port':
      return ended(
        'medium',
        operands[0]?.value ?? '',
        `Ended whatever used port ${operands[0]?.value ?? ''}`,
      );
    default:
      return killedByProgram(command, ended);
  }
};

type Ended = (severity: 'medium' | 'low', target: string, what: string) => DeedDraft;

/** `python3 -c "import os; os.kill(8123, 9)"`. Signal 0 only asks. */
function killedByProgram(command: SimpleCommand, ended: Ended): DeedDraft | undefined {
  const text = programText(command);
  const found =
    text &&
    /\b(?:os\.kill|process\.kill|posix_kill)\(\s{0,3}(\d{2,8})\s{0,3}(?:,\s{0,3}(?!0\s{0,3}\))|\))/.exec(
      text,
    );
  return found ? ended('medium', 'process', `Ended process ${found[1]}`) : undefined;
}

function killed(command: SimpleCommand, operands: readonly string[], ended: Ended): DeedDraft | undefined {
  // `kill -0` asks whether it lives, `kill $!` and `kill %1` end what the same shell has started.
  if (command.args.some(({ value }) => value === '-0' || value === '-l')) return undefined;
  const numbers = operands.filter((one) => /^\d+$/.test(one));
  if (numbers.length > 0)
    return ended('medium', 'process', `Ended process ${numbers.slice(0, 3).join(', ')}`);
  const found =
    command.args.map(({ value }) => value).find((value) => /lsof|pgrep|pidof|ps /.test(value)) ??
    (command.wrappers.includes('xargs') ? 'what another command found' : undefined);
  if (found === undefined) return undefined;
  const port = /:(\d{2,5})/.exec(found)?.[1];
  const name = /\b(?:pgrep|pidof)(?: -\w{1,4})* ([a-z][\w.-]{2,40})/i.exec(found)?.[1];
  return ended(
    'medium',
    port ?? name ?? 'found',
    port ? `Ended whatever used port ${port}` : 'Ended processes that another command found',
  );
}

/** What a program is started with in the background, for `state/` to know its own. */
export const startedBy = (command: SimpleCommand): string | undefined =>
  command.isBackground ||
  command.wrappers.includes('nohup') ||
  command.wrappers.includes('setsid') ||
  isDaemon(command)
    ? [command.name, ...command.args.map(({ value }) => value)].join(' ').slice(0, 200)
    : undefined;

const isDaemon = (command: SimpleCommand): boolean =>
  (/^(?:docker|podman|nerdctl|docker-compose|finch)$/.test(command.name) &&
    (hasFlag(command, '-d', '--detach') ||
      command.args.slice(0, 6).some(({ value }) => /^(?:up|start)$/.test(value)))) ||
  /^(?:tmux|screen|pm2|forever)$/.test(command.name) ||
  // A cluster on the machine itself.
  (/^(?:kind|minikube|k3d|colima|supabase)$/.test(command.name) &&
    command.args.some(({ value }) => /^(?:create|start)$/.test(value))) ||
  /^(?:redis-server|valkey-server|pg_ctl|pg_ctlcluster|pg_tmp|mysqld|mysqld_safe|mariadbd|mongod|initdb|clickhouse-server|etcd|minio)$/.test(
    command.name,
  );
