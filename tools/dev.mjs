import { spawn } from 'node:child_process';
import { watchAssets } from './assets.mjs';

/** `npm run dev`: the server from source, restarted when its code changes; files for browsers, rebuilt when theirs does. */

const stopWatching = await watchAssets();
const server = spawn('tsx', ['watch', '--clear-screen=false', 'server/src/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'development' },
});

// A terminal sends Ctrl-C to both; the server finishes its requests, and this waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', async (code) => {
  await stopWatching();
  process.exit(code ?? 1);
});
