import { targetOfLink, type Target } from '../availability/public.ts';
import { hashSecret } from '../platform/auth/token.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { notFound } from '../platform/problems.ts';
import {
  findBooking,
  findOwner,
  findPublicPage,
  findWorkspaceOfInvitee,
  findWorkspaceOfLink,
  type BookingRow,
  type PublicPageRow,
} from './store.ts';

/** How a visitor came to a page: by its owner's address, a team's, or a link. */
export type Way =
  | { readonly ownerSlug: string; readonly eventTypeSlug: string }
  | { readonly teamSlug: string; readonly eventTypeSlug: string }
  | { readonly token: string };

/** Whose page it is. A team has an address of its own kind. */
export async function workspaceOf(runtime: Runtime, way: Way): Promise<WorkspaceId> {
  if ('token' in way) {
    const workspaceId = await findWorkspaceOfLink(runtime, hashSecret(way.token));
    if (!workspaceId) throw notFound('Link');
    return workspaceId;
  }
  const owner = await findOwner(runtime, 'teamSlug' in way ? way.teamSlug : way.ownerSlug);
  if (!owner || ('teamSlug' in way && !owner.is_team)) throw notFound('Page');
  return owner.workspace_id;
}

export async function workspaceOfBooking(
  runtime: Runtime,
  { uuid, key = '' }: { uuid: string; key?: string | undefined },
): Promise<WorkspaceId> {
  const workspaceId = await findWorkspaceOfInvitee(runtime, uuid, hashSecret(key));
  if (!workspaceId) throw notFound('Booking');
  return workspaceId;
}

export async function targetOf(ctx: Ctx, way: Way): Promise<Target> {
  if ('token' in way) return targetOfLink(ctx, way.token);
  const ownerSlug = 'teamSlug' in way ? way.teamSlug : way.ownerSlug;
  return { address: { ownerSlug, eventTypeSlug: way.eventTypeSlug } };
}

export async function loadPublicPage(ctx: Ctx, { address, link }: Target): Promise<PublicPageRow> {
  const page = await findPublicPage(ctx, address, link?.hostIds ?? null);
  if (!page) throw notFound('Page');
  return { ...page, price: link?.price ?? page.price };
}

export async function loadBooking(ctx: Ctx, inviteeId: string): Promise<BookingRow> {
  const booking = await findBooking(ctx, inviteeId);
  if (!booking) throw notFound('Booking');
  return booking;
}
