import { hashSecret } from '../../server/src/platform/auth/token.ts';
import { openPool } from '../../server/src/platform/db/connect.ts';
import { attachEmbedded } from '../../server/src/platform/embedded/attach.ts';

/** The look-up alone: the server's statement, prepared, by `pg` with the same pool and the same concurrency. */
const [dataDir = '', token = '', concurrency = '50', poolSize = '20', seconds = '3'] = process.argv.slice(2);

const { connection } = await attachEmbedded(dataDir);
const pool = openPool(connection, Number(poolSize));
let counted = 0;
let counting = false;
let going = true;

async function client(): Promise<void> {
  while (going) {
    const { rowCount } = await pool.query({
      name: 'authenticate',
      text: 'select * from authenticate($1)',
      values: [hashSecret(token)],
    });
    if (rowCount !== 1) throw new Error('The token was not found.');
    if (counting) counted += 1;
  }
}

const clients = Promise.all(Array.from({ length: Number(concurrency) }, client));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
await Promise.race([pause(500), clients]);
counting = true;
const beganMs = performance.now();
await Promise.race([pause(Number(seconds) * 1000), clients]);
const tookMs = performance.now() - beganMs;
going = false;
await clients;
await pool.end();
console.log(Math.round((counted / tookMs) * 1000));
