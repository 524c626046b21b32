import { greeting } from './greeting.ts';
import { readConfig, variableHelp } from './platform/config.ts';
import { StartError } from './platform/start-error.ts';
import { start } from './start.ts';

/** Starts the server, prints where it is, and stops on a signal. */
async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) return help();
  const starting = start(readConfig(process.env));
  const stop = once(async () => (await starting).stop());
  // Handled from the first moment on: a start cut short would leave PostgreSQL running. A signal may arrive twice, from the
  // terminal and from npm, so a second one changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void end(stop, stopLimitMs, 0));
  const running = await starting;
  console.log(greeting(running.config, running.keys));
  console.error(await running.died);
  await end(stop, brokenStopLimitMs, 1);
}

/** A statement takes at most 30 s, so a stop that takes longer than this is stuck. */
const stopLimitMs = 40_000;
/** Without a database there is little to finish; the service manager should learn soon that the server is gone. */
const brokenStopLimitMs = 1_500;

async function end(stop: () => Promise<void>, limitMs: number, code: number): Promise<void> {
  setTimeout(() => process.exit(1), limitMs);
  await stop().catch(fail);
  process.exit(code);
}

function help(): void {
  const width = Math.max(...variableHelp.map(([name]) => name.length));
  const lines = variableHelp.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
  console.log(
    `Usage: npm start\n\nStarts Daybook. It is configured by environment variables:\n\n${lines.join('\n')}`,
  );
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

/** What a person can fix is one sentence; anything else is a bug and shows its stack. */
function fail(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

main().catch(fail);
