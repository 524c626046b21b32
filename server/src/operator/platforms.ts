import { uuid, webOrigin } from '@daybook/contract/fields';
import { z } from 'zod';
import { allowPlatform, endPlatform, listPlatforms } from '../platforms/public.ts';
import type { Config } from '../platform/config.ts';
import { checkOptions, withRuntime, type Command, type Values } from './tools.ts';

/** Which apps are platforms: they create workspaces, and act for the users in them. */

const app = ['UUID', 'Client ID of the app'] as const;

export const platformCommands: readonly Command[] = [
  {
    name: 'platform allow',
    does: 'Let an app create workspaces and users, and act for them; again to change the sites',
    options: {
      app,
      origins: ['LIST', 'Comma-separated sites that can embed settings, such as https://app.example.com'],
    },
    run: allow,
  },
  {
    name: 'platform end',
    does: 'End what a platform can do; its workspaces stay',
    options: { app },
    run: end,
  },
  { name: 'platform list', does: 'List platforms', options: {}, run: list },
];

const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(webOrigin).max(20));

async function allow(config: Config, values: Values): Promise<number> {
  const given = checkOptions(z.object({ app: uuid, origins }), values);
  const { name } = await withRuntime(config, (runtime) => allowPlatform(runtime, given.app, given.origins));
  console.log(`${name} is a platform.`);
  return 0;
}

async function end(config: Config, values: Values): Promise<number> {
  const given = checkOptions(z.object({ app: uuid }), values);
  const { name } = await withRuntime(config, (runtime) => endPlatform(runtime, given.app));
  console.log(`${name} is no longer a platform.`);
  return 0;
}

async function list(config: Config): Promise<number> {
  const rows = await withRuntime(config, ({ database }) => listPlatforms(database));
  for (const { app_id: id, name, workspaces, embed_origins: sites } of rows)
    console.log(`${id}  ${name}  ${workspaces} workspaces  ${sites.join(' ')}`.trimEnd());
  return 0;
}
