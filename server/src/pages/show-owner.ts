import { renderOwner } from '@daybook/booking/render';
import { teamUrl, userUrl } from '../members/public.ts';
import { visitorActor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound } from '../platform/problems.ts';
import { imagePath, schedulingUrl } from '../platform/urls.ts';
import { placeOf } from './page-model.ts';
import { readerOf } from './reader.ts';
import { carriedQuery } from './rules.ts';
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
  const search = new URLSearchParams(carriedQuery(visit.query)).toString();
  const withQuery = (path: string): string => (search === '' ? path : `${path}?${search}`);
  if (owner.is_team !== isTeam) return { redirect: withQuery(owner.is_team ? `/team/${slug}` : `/${slug}`) };

  return readInWorkspace(runtime, visitorActor(owner.workspace_id, visit.ip), async (ctx) => {
    const row = await findOwnerPage(ctx, slug);
    if (!row) throw notFound('Page');
    const reader = readerOf(runtime, visit, row);
    const html = renderOwner({
      site: reader.site,
      owner: { name: row.name, avatar: imagePath(row.avatar) },
      organization: { name: row.organization, logo: imagePath(row.logo) },
      color: row.brandColor,
      canonical: isTeam ? teamUrl(ctx, slug) : userUrl(ctx, slug),
      pages: row.pages.map((page) => ({
        ...page,
        path: withQuery(new URL(schedulingUrl(ctx, { slug, isTeam }, page.slug)).pathname),
        places: page.locations.map(placeOf),
      })),
    });
    return { nonce: visit.nonce, html, cookies: reader.cookies, frameAncestors: row.embedOrigins };
  });
}
