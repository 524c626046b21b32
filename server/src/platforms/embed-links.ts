import type { embedAreas } from '@daybook/contract/platform';
import { expandScopes, type Scope } from '@daybook/contract/scopes';
import { createEmbedKey } from '../identity/public.ts';
import type { Ctx } from '../platform/context.ts';
import { forbidden } from '../platform/problems.ts';
import type { Manager } from './manager.ts';
import { loadManagedUser } from './users.ts';

type Area = (typeof embedAreas)[number];

/** The page of the dashboard that an area shows, and what its user can do there. */
const areas: Readonly<Record<Area, { readonly path: string; readonly scopes: readonly Scope[] }>> = {
  availability: { path: '/app/availability', scopes: ['schedules:write', 'users:read'] },
  calendars: { path: '/app/settings/calendars', scopes: ['schedules:write', 'users:read'] },
  pages: {
    path: '/app/pages',
    scopes: ['event-types:write', 'schedules:read', 'users:read', 'teams:read', 'timetable'],
  },
};

export async function createEmbedLink(
  ctx: Ctx,
  { client }: Manager,
  userId: string,
  area: Area,
): Promise<{ readonly url: string; readonly expiresAt: string }> {
  const { path, scopes } = areas[area];
  const held = expandScopes(client.scopes as Scope[]);
  const missing = scopes.filter((scope) => !held.has(scope));
  if (missing.length > 0) throw forbidden(`Your app needs the scopes ${missing.join(', ')} for this area.`);
  await loadManagedUser(ctx, userId);
  const { key, expiresAt } = await createEmbedKey(ctx, client, userId, scopes);
  return { url: `${ctx.publicUrl}${path}?embed=${key}`, expiresAt };
}
