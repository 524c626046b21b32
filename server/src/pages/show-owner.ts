import { renderOwner } from '@daybook/booking/render';
import { teamUrl, userUrl } from '../members/public.ts';
import { visitorActor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../platform/context.ts';
import type { Shown, Visit } from '../platform/http/pages.ts';
import { notFound } from '../platform/problems.ts';
import { schedulingUrl } from '../platform/urls.ts';
import { placeOf } from './page-model.ts';
import { readerOf } from './reader.ts';
import { keptOf } from './rules.ts';
import { findOwner, findOwnerPage } from './store.ts';

/** What a user or a team can be booked for. A team's address is of its own kind, and each knows the other. */
export async function showOwner(
  runtime: Runtime,
  visit: Visit,
  slug: string,
  isTeam: boolean,
): Promise<Shown> {
  const owner = await findOwner(runtime, slug);
  if (!owner) throw notFound('Page');
  const kept = new URLSearchParams(keptOf(visit.query)).toString();
  const withKept = (path: string): string => (kept === '' ? path : `${path}?${kept}`);
  if (owner.is_team !== isTeam) return { redirect: withKept(owner.is_team ? `/team/${slug}` : `/${slug}`) };
  return readInWorkspace(runtime, visitorActor(owner.workspace_id, visit.address), async (ctx) => {
    const row = await findOwnerPage(ctx, slug);
    if (!row) throw notFound('Page');
    const reader = readerOf(runtime, visit, row);
    const html = renderOwner({
      site: reader.site,
      name: row.name,
      organization: row.organization,
      canonical: isTeam ? teamUrl(ctx, slug) : userUrl(ctx, slug),
      pages: row.pages.map((page) => ({
        ...page,
        path: withKept(new URL(schedulingUrl(ctx, { slug, isTeam }, page.slug)).pathname),
        places: page.locations.map(placeOf),
      })),
    });
    return { nonce: visit.nonce, html, cookies: reader.cookies, framers: row.embedOrigins };
  });
}
