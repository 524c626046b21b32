import { readConfig, variableHelp } from './platform/config.ts';
import { StartError } from './platform/start-error.ts';
import { start, type Running } from './start.ts';

/** Starts the server, says where it is, and ends when asked to. */
async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) return help();
  const running = await start(readConfig(process.env));
  console.log(greeting(running));
  const stop = once(() => running.stop());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0)));
  }
  const sentence = await running.died;
  console.error(sentence);
  await stop();
  process.exit(1);
}

function help(): void {
  const width = Math.max(...variableHelp.map(([name]) => name.length));
  const lines = variableHelp.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
  console.log(`Usage: npm start\n\nStarts Daybook. It is set up by environment variables:\n\n${lines.join('\n')}`);
}

function greeting({ config, keys }: Running): string {
  const lines = [
    `Daybook is ready at ${config.publicUrl}`,
    '',
    `  API        ${config.publicUrl}/v2`,
    `  Reference  ${config.publicUrl}/docs`,
    `  Data       ${config.databaseUrl ? 'your PostgreSQL' : config.dataDir}`,
  ];
  if (!keys) return lines.join('\n');
  const token = config.bootstrapToken ? 'as given in BOOTSTRAP_TOKEN' : keys.token;
  return [
    ...lines,
    '',
    'Shown this once:',
    '',
    `  Sign in    ${keys.email}`,
    `  Password   ${keys.password}`,
    `  API token  ${token}`,
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${config.bootstrapToken ? '$BOOTSTRAP_TOKEN' : keys.token}" ${config.publicUrl}/v2/whoami`,
  ].join('\n');
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

main().catch((error: unknown) => {
  // What a person can mend is one sentence; anything else is a bug and shows where.
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
