import { newEventType } from '@daybook/contract/event-types';
import { newLink } from '@daybook/contract/links';
import { juniper } from '../../seeds/juniper.ts';
import { createEventType, createLink } from './event-types/public.ts';
import { createWorkspace, type Keys } from './identity/public.ts';
import { addMember, createTeam, createUser } from './members/public.ts';
import type { Ctx, Runtime } from './platform/context.ts';

const advisoryLock = 4_006_216;

/** Creates the first workspace, once, however many servers start at the same moment. Its keys are returned that once. */
export async function seedOnce(runtime: Runtime): Promise<Keys | undefined> {
  const client = await runtime.database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    const { rows } = await client.query<{ empty: boolean }>('select installation_is_empty() as empty');
    return rows[0]?.empty ? await seed(runtime) : undefined;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLock]);
    client.release();
  }
}

function seed(runtime: Runtime): Promise<Keys> {
  const { seed: kind, bootstrapToken: token } = runtime.config;
  if (kind === 'demo') return createWorkspace(runtime, { ...juniper, token }, furnishDemo);
  const owner = {
    email: 'owner@daybook.example',
    firstName: 'Workspace',
    lastName: 'Owner',
    timezone: 'UTC',
    language: 'en',
  };
  return createWorkspace(runtime, { name: 'My workspace', timezone: 'UTC', owner, token });
}

async function furnishDemo(ctx: Ctx): Promise<void> {
  for (const colleague of juniper.colleagues) await createUser(ctx, colleague);
  const team = await createTeam(ctx, { title: juniper.team.title });
  for (const { email, role } of juniper.team.members) await addMember(ctx, team.id, { email, role });
  for (const fields of juniper.pages) {
    const page = await createEventType(ctx, newEventType.parse(fields));
    if (page.slug === juniper.link.pageSlug) {
      await createLink(ctx, newLink.parse({ ...juniper.link, eventTypeUuid: page.id }));
    }
  }
}
