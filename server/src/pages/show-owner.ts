import { renderOwner } from '@daybook/booking/render';
import { buildTeamUrl, buildUserUrl } from '../members/public.ts';
import { createVisitorActor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound } from '../platform/problems.ts';
import { buildImagePath, buildSchedulingUrl } from '../platform/urls.ts';
import { toPlace } from './page-model.ts';
import { resolveReader } from './reader.ts';
import { filterCarriedQuery } from './rules.ts';
import { findOwner, findOwnerPage } from './store.ts';

/** The booking pages of a user or team. The URL of the one kind redirects to that of the other. */
export async function showOwner(
  runtime: Runtime,
  visit: Visit,
  slug: string,
  isTeam: boolean,
): Promise<PageResponse> {
  const owner = await findOwner(runtime, slug);
  if (!owner) throw notFound('Page');
  runtime.host?.admit(owner.workspace_id);
  const search = new URLSearchParams(filterCarriedQuery(visit.query)).toString();
  const withQuery = (path: string): string => (search === '' ? path : `${path}?${search}`);
  if (owner.is_team !== isTeam) return { redirect: withQuery(owner.is_team ? `/team/${slug}` : `/${slug}`) };

  return readInWorkspace(runtime, createVisitorActor(owner.workspace_id, visit.ip), async (ctx) => {
    const row = await findOwnerPage(ctx, slug);
    if (!row) throw notFound('Page');
    const reader = resolveReader(runtime, visit, row);
    const html = renderOwner({
      site: reader.site,
      owner: { name: row.name, avatar: buildImagePath(row.avatar) },
      organization: { name: row.organization, logo: buildImagePath(row.logo) },
      color: row.brandColor,
      canonical: isTeam ? buildTeamUrl(ctx, slug) : buildUserUrl(ctx, slug),
      pages: row.pages.map((page) => ({
        ...page,
        path: withQuery(new URL(buildSchedulingUrl(ctx, { slug, isTeam }, page.slug)).pathname),
        places: page.locations.map(toPlace),
      })),
    });
    return { nonce: visit.nonce, html, cookies: reader.cookies, frameAncestors: row.embedOrigins };
  });
}
