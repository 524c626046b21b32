import { isEveryHostRequired, loadLinkTarget, type Target } from '../availability/public.ts';
import { createVisitorActor, type Actor } from '../platform/auth/actor.ts';
import { hashSecret } from '../platform/auth/token.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { Visit } from '../platform/http/pages.ts';
import { notFound } from '../platform/problems.ts';
import { findEvent, hasSingleTimes, listOccurrences, type WaitlistRow } from '../scheduled-events/public.ts';
import { findBooking, type BookingRow } from './bookings.store.ts';
import {
  findOwner,
  findPublicPage,
  findWorkspaceOfInvitee,
  findWorkspaceOfLink,
  type PublicPageRow,
} from './store.ts';

/** What a visitor's URL names a booking page by: its owner, its team, or a link. */
export type PageAddress =
  | { readonly ownerSlug: string; readonly eventTypeSlug: string }
  | { readonly teamSlug: string; readonly eventTypeSlug: string }
  | { readonly token: string };

/** A booking page as one visitor reached it. */
export interface BookingPage extends PublicPageRow {
  readonly address: PageAddress | { readonly previewToken: string };
  /** What availability and booking know the page by. */
  readonly target: Target;
  /** Whom the visitor chose of a round robin's hosts. */
  readonly chosenHost?: PublicPageRow['hosts'][number] | undefined;
  /** Those from whom they chose. */
  readonly allHosts?: PublicPageRow['hosts'] | undefined;
}

/** The workspace of a page, before there is a transaction in it. Only a team can be named by `teamSlug`. */
export async function loadPageWorkspace(runtime: Runtime, address: PageAddress): Promise<WorkspaceId> {
  if ('token' in address) {
    const workspaceId = await findWorkspaceOfLink(runtime, hashSecret(address.token));
    if (!workspaceId) throw notFound('Link');
    return workspaceId;
  }
  const owner = await findOwner(runtime, ownerSlugOf(address));
  if (!owner || ('teamSlug' in address && !owner.is_team)) throw notFound('Page');
  return owner.workspace_id;
}

export async function loadVisitor(runtime: Runtime, visit: Visit, address: PageAddress): Promise<Actor> {
  return createVisitorActor(await loadPageWorkspace(runtime, address), visit.ip);
}

export async function loadBookingPage(ctx: Ctx, address: PageAddress): Promise<BookingPage> {
  const target = await loadTarget(ctx, address);
  const row = await findPublicPage(ctx, target.address, target.link?.hostIds ?? null);
  if (!row) throw notFound('Page');
  // Everyone who hosts it was deactivated.
  if (row.hosts.length === 0) throw notFound('token' in address ? 'Link' : 'Page');
  const recurrence = hasSingleTimes(target) ? null : row.recurrence;
  return { ...row, recurrence, price: target.link?.price ?? row.price, address, target };
}

/** The page of a preview, whose changes have been made in this transaction. */
export async function loadPreviewedPage(
  ctx: Ctx,
  eventTypeId: string,
  previewToken: string,
): Promise<BookingPage> {
  const target = { address: { eventTypeId } };
  const row = await findPublicPage(ctx, target.address);
  if (!row) throw notFound('Page');
  return { ...row, address: { previewToken }, target };
}

/** The page that a visitor's URL names, with `host` (a slug or an address) narrowed to one of a round robin's hosts. */
export async function loadVisitedPage(
  ctx: Ctx,
  address: PageAddress,
  { query }: Visit,
): Promise<BookingPage> {
  const page = await loadBookingPage(ctx, address);
  const { host } = query;
  if (!host || page.type !== 'ROUND_ROBIN' || isEveryHostRequired(page.target)) return page;
  const chosenHost = page.hosts.find(({ slug, email }) => [slug, email].includes(host.toLowerCase()));
  if (!chosenHost) throw notFound('Page');
  return { ...page, hosts: [chosenHost], allHosts: page.hosts, chosenHost };
}

export async function loadTarget(ctx: Ctx, address: PageAddress): Promise<Target> {
  if ('token' in address) return loadLinkTarget(ctx, address.token);
  return { address: { ownerSlug: ownerSlugOf(address), eventTypeSlug: address.eventTypeSlug } };
}

function ownerSlugOf(address: Exclude<PageAddress, { readonly token: string }>): string {
  return 'teamSlug' in address ? address.teamSlug : address.ownerSlug;
}

/** The workspace of a booking. A wrong key is answered as if there were no booking. */
export async function loadBookingWorkspace(
  runtime: Runtime,
  { uuid, key = '' }: { uuid: string; key?: string | undefined },
): Promise<WorkspaceId> {
  const workspaceId = await findWorkspaceOfInvitee(runtime, uuid, hashSecret(key));
  if (!workspaceId) throw notFound('Booking');
  return workspaceId;
}

export async function loadBooking(ctx: Ctx, inviteeId: string): Promise<BookingRow> {
  const booking = await findBooking(ctx, inviteeId);
  if (!booking) throw notFound('Booking');
  const { series_id: seriesId } = booking;
  return { ...booking, occurrences: seriesId === null ? [] : await listOccurrences(ctx, seriesId) };
}

/** The event for which somebody waits. */
export async function loadAwaitedEvent(ctx: Ctx, { event_id: id }: Pick<WaitlistRow, 'event_id'>) {
  const event = await findEvent(ctx, id);
  if (!event) throw notFound('Booking');
  return event;
}
