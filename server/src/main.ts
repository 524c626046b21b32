import { readConfig, variableHelp } from './configuration.ts';
import { formatGreeting } from './greeting.ts';
import { createLog } from './platform/log.ts';
import { StartError } from './platform/start-error.ts';
import { handleUnhandledErrors } from './platform/unhandled-errors.ts';
import { startProgram, type RunningProgram } from './start.ts';

/** Starts the server, prints where it is, and stops on a signal. */
async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) return help();
  const config = readConfig(process.env);
  const starting = startProgram(config);
  const stop = stopOnce(starting);
  // Installed before the start has finished, since a start that is broken off would leave PostgreSQL running. A signal may
  // come twice, from the terminal and from npm, so the second one does not force the stop.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void exit(stop, stopLimitMs, 0));
  handleUnhandledErrors(createLog(config.logLevel), () => void exit(stop, failedStopLimitMs, 1));
  const running = await starting;
  console.log(formatGreeting(running.config, running.keys));
  console.error(await running.died);
  await exit(stop, failedStopLimitMs, 1);
}

/** A statement takes at most 30 s, so a stop that takes longer than this is stuck. */
const stopLimitMs = 40_000;
/** After a failure little can be finished, and the service manager should restart the process soon. */
const failedStopLimitMs = 1_500;

function stopOnce(starting: Promise<RunningProgram>): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  return () => (stopping ??= starting.then((running) => running.stop()));
}

async function exit(stop: () => Promise<void>, limitMs: number, code: number): Promise<void> {
  setTimeout(() => process.exit(1), limitMs);
  await stop().catch(fail);
  process.exit(code);
}

function help(): void {
  const width = Math.max(...variableHelp.map(([name]) => name.length));
  const lines = variableHelp.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
  console.log(
    `Usage: npm start\n\nStarts Daybook. Configure it with environment variables:\n\n${lines.join('\n')}`,
  );
}

/** What a person can fix is one sentence; anything else is a bug and shows its stack. */
function fail(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

main().catch(fail);
