import { renderWaitlist } from '@daybook/booking/render';
import type { WaitlistModel } from '@daybook/booking/waitlist-model';
import { floorToMinute } from '@daybook/engine/dates';
import { toDay, getOffset } from '@daybook/engine/zones';
import { createVisitorActor, type Actor } from '../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound, Problem } from '../platform/problems.ts';
import { openSignedReference } from '../platform/sealed-reference.ts';
import { buildImagePath, waitlistPurpose } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import { leaveWaitlist, loadEntry, getPosition, type WaitlistRow } from '../scheduled-events/public.ts';
import { formatClockAt } from './clock.ts';
import { loadAwaitedEvent, loadBooking } from './find.ts';
import { resolveReader } from './reader.ts';
import { findRequestPage } from './requests.store.ts';
import { buildOwnUrl } from './view.ts';

/** Where somebody who waits for a seat sees their place. Opening it changes nothing, since mail scanners open links. */
export async function showWaitlist(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const { actor, id } = visitorOf(runtime, visit);
  return readInWorkspace(runtime, actor, async (ctx) => {
    const entry = await loadEntry(ctx, id);
    const { site, cookies } = resolveReader(runtime, visit, { language: entry.booking.language ?? 'en' });
    const html = renderWaitlist(await waitlistModel(ctx, site, entry));
    return { nonce: visit.nonce, html, isSecret: true, cookies };
  });
}

/** Leaves the list. Who has a seat by now sees so. */
export async function leaveFromPage(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const { actor, id } = visitorOf(runtime, visit);
  try {
    await runInWorkspace(runtime, actor, (ctx) => leaveWaitlist(ctx, id));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
  }
  return { redirect: visit.path };
}

function visitorOf({ secrets }: Runtime, { params, ip }: Visit): { actor: Actor; id: string } {
  const reference = openSignedReference(secrets, waitlistPurpose, params['token'] ?? '');
  if (!reference) throw notFound('Booking');
  return { actor: createVisitorActor(reference.workspaceId, ip), id: reference.id };
}

async function waitlistModel(
  ctx: Ctx,
  site: WaitlistModel['site'],
  entry: WaitlistRow,
): Promise<WaitlistModel> {
  const event = await loadAwaitedEvent(ctx, entry);
  const { organization, logo, color, hidesBrand } = await findRequestPage(ctx, event.event_type_id);
  const zone = getZone(entry.booking.timeZone);
  const [start, end] = [event.starts_at, event.ends_at].map((time) => floorToMinute(Date.parse(time))) as [
    number,
    number,
  ];
  return {
    site: { ...site, hidesBrand },
    status: entry.status === 'waiting' || entry.status === 'booked' ? entry.status : 'ended',
    position: entry.status === 'waiting' ? await getPosition(ctx, entry) : 0,
    color,
    title: event.title,
    organization: { name: organization, logo: buildImagePath(logo) },
    startDay: toDay(zone, start),
    startClock: formatClockAt(zone, start),
    endClock: formatClockAt(zone, end),
    zone: zone.name,
    offset: getOffset(zone, start),
    duration: end - start,
    eventPath: await ownPathOf(ctx, entry),
  };
}

async function ownPathOf(ctx: Ctx, { invitee_id: id }: WaitlistRow): Promise<string | null> {
  if (id === null) return null;
  const { pathname, search } = new URL(buildOwnUrl(ctx, await loadBooking(ctx, id)));
  return `${pathname}${search}`;
}
