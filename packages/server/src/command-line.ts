import { pino } from 'pino';
import { type Config, readConfig } from './config.ts';
import { makePrivateFiles } from './data-directory.ts';
import { badStart } from './operator/bad-start.ts';
import { operatorCommands, UsageError } from './operator.ts';
import { startServer } from './server.ts';
import { version } from './version.ts';

/** Starts the server, or runs one operator command. */

const commands: [usage: string, summary: string][] = [
  ['(none)', 'start the server'],
  ...Object.values(operatorCommands).map(({ usage, summary }): [string, string] => [usage, summary]),
];
const widest = Math.max(...commands.map(([name]) => name.length));

const usage = `debrief-server ${version}

Usage: debrief-server [command]

${commands.map(([name, summary]) => `  ${name.padEnd(widest)}  ${summary}`).join('\n')}

It is configured by environment variables; docs/operations.md lists them.`;

/** On top of the grace, for what is under way. */
const finishSeconds = 25;

function createLog(config: Config) {
  // To standard error, so that what the server says to a person on standard output stays readable.
  return pino(
    { level: config.logLevel, base: { service: 'debrief' }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
}

async function start(config: Config): Promise<void> {
  const log = createLog(config);
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
  const server = await startServer(config, log);
  const lines = [`Debrief ${version} is running at ${config.publicUrl}`];
  if (server.setupLink)
    lines.push(
      '',
      'Nobody can sign in yet. Create the first account here (this link works once):',
      `  ${server.setupLink}`,
    );
  console.log(lines.join('\n'));

  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      log.info({ signal }, 'stopping');
      setTimeout(
        () => {
          log.error(`could not finish within ${finishSeconds} s`);
          process.exit(1);
        },
        (config.drainSeconds + finishSeconds) * 1000,
      ).unref();
      // Somebody at a terminal waits; a load balancer needs a moment to turn away.
      server.stop(signal === 'SIGTERM' ? config.drainSeconds * 1000 : 0).then(
        () => process.exit(0),
        (error) => {
          log.fatal({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
    });
  }
}

async function run(
  given: readonly string[],
  env: NodeJS.ProcessEnv,
  onConfig: (config: Config) => void,
): Promise<void> {
  makePrivateFiles();
  // What comes after its name is the command's own to read.
  const [name, ...args] = given;
  if (name === '--version') return console.log(version);
  if (given.some((one) => one === '--help' || one === '-h')) return console.log(usage);
  const config = readConfig(env);
  onConfig(config);
  if (name === undefined) return start(config);
  const command = operatorCommands[name];
  if (!command) throw new UsageError(`There is no command ${name}.\n\n${usage}`);
  await command.run({ config, args, log: createLog({ ...config, logLevel: 'warn' }) });
}

export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  let config: Config | undefined;
  try {
    await run(process.argv.slice(2), env, (read) => {
      config = read;
    });
  } catch (error) {
    const bad = badStart(error, config);
    console.error(bad ? bad.sentence : error);
    process.exit(bad ? bad.exitCode : 1);
  }
}
