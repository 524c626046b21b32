import type { Ctx } from './context.ts';
import { fold } from '@daybook/contract/folding.data';

/** First path segments that the server uses itself, now or by plan: an owner's pages could not be reached there. */
const reserved = new Set(
  `about account admin api app assets auth billing blog book booking bookings calendar connect crm dashboard daybook dev docs
  embed event events favicon forms health healthz help home images index internal invite join legal link links login logout mcp
  metrics new oauth openapi pages privacy public readyz robots s saml scim search security session settings setup sign-in sign-out sign-up signup
  sitemap static status support team teams terms unsubscribe user users v1 v2 v3 webhook webhooks well-known www`.split(
    /\s+/,
  ),
);

export function isReservedSlug(slug: string): boolean {
  return reserved.has(slug);
}

/** A slug made from a name: `Ève O'Neill` becomes `eve-o-neill`. */
export function createSlug(name: string, fallback: string): string {
  const words = fold(name).match(/[a-z0-9]+/g);
  const slug = (words ?? []).join('-').slice(0, 50).replace(/-$/, '');
  return slug.length >= 2 && !isReservedSlug(slug) ? slug : fallback;
}

/** Whether a claim would fail at this moment. Only the claim itself is certain. */
export async function isTakenSlug(ctx: Ctx, slug: string): Promise<boolean> {
  if (isReservedSlug(slug)) return true;
  const row = await ctx.db
    .selectFrom('owner_slug')
    .where('slug', '=', slug)
    .select('slug')
    .executeTakeFirst();
  return row !== undefined;
}

export const slugIsTaken = 'This link ending is already taken.';

type Owner = { member_id: string } | { team_id: string };

/** Claims a slug for a user or team; false when it is taken. Slugs are unique in the whole installation, with all its cells. */
export async function claimSlug(ctx: Ctx, slug: string, owner: Owner): Promise<boolean> {
  if ((await ctx.names?.reserve('slug', slug)) === false) return false;
  const claimed = await ctx.db
    .insertInto('owner_slug')
    .values({ slug, workspace_id: ctx.workspaceId, ...owner })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Claims the first free one of `slug`, `slug-2`, `slug-3` and so on. */
export async function claimFreeSlug(ctx: Ctx, slug: string, owner: Owner, attempt = 1): Promise<string> {
  const candidate = attempt === 1 ? slug : `${slug}-${attempt}`;
  if (await claimSlug(ctx, candidate, owner)) return candidate;
  return claimFreeSlug(ctx, slug, owner, attempt + 1);
}

export async function releaseSlug(ctx: Ctx, slug: string): Promise<void> {
  await ctx.names?.reserve('slug', slug);
  await ctx.db
    .deleteFrom('owner_slug')
    .where('slug', '=', slug)
    .where('workspace_id', '=', ctx.workspaceId)
    .execute();
}
