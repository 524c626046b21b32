import { juniper } from '../../seeds/juniper.ts';
import { seedDemo } from './demo/public.ts';
import { createWorkspace, type OwnerCredentials } from './identity/public.ts';
import type { Runtime } from './platform/context.ts';

const advisoryLock = 4_006_216;

/** Creates the first workspace, once, however many servers start at the same moment. Only that one gets the credentials. */
export async function seedOnce(runtime: Runtime): Promise<OwnerCredentials | undefined> {
  // Not the pool of requests: the lock belongs to the session, and a pooler between changes sessions.
  const client = await runtime.pools.worker.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    const { rows } = await client.query<{ empty: boolean }>('select installation_is_empty() as empty');
    return rows[0]?.empty ? await seed(runtime) : undefined;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLock]);
    client.release();
  }
}

function seed(runtime: Runtime): Promise<OwnerCredentials> {
  const { seed: kind, bootstrapToken: token } = runtime.config;
  if (kind === 'demo') {
    return createWorkspace(runtime, { ...juniper, token }, (ctx) => seedDemo(runtime, ctx));
  }
  const owner = {
    email: 'owner@daybook.example',
    firstName: 'Workspace',
    lastName: 'Owner',
    timezone: 'UTC',
    language: 'en',
  };
  return createWorkspace(runtime, { name: 'My workspace', timezone: 'UTC', owner, token });
}
