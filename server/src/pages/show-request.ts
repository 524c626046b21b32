import type { RequestModel } from '@daybook/booking/request-model';
import { renderRequest } from '@daybook/booking/render';
import { floorToMinute } from '@daybook/engine/dates';
import { toDay, getOffset } from '@daybook/engine/zones';
import { getFullName } from '../members/public.ts';
import { createVisitorActor, type Actor } from '../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound, Problem } from '../platform/problems.ts';
import { buildEventUrl, buildImagePath } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import {
  confirmRequest,
  declineRequest,
  loadRequest,
  openRequestToken,
  withdrawRequest,
  type RequestRow,
} from '../scheduled-events/public.ts';
import { formatClockAt } from './clock.ts';
import { loadBooking } from './find.ts';
import { resolveReader } from './reader.ts';
import { findRequestPage } from './requests.store.ts';
import { buildOwnUrl } from './view.ts';

/** A request for a time slot, as the link in an email opens it: to the invitee, or to a host, who answers it here. */
export async function showRequest(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const { actor, requestId } = visitorOf(runtime, visit);
  return readInWorkspace(runtime, actor, async (ctx) => {
    const request = await loadVisited(ctx, requestId);
    const host = request.hosts.find(({ id }) => id === actor.memberId);
    const page = await findRequestPage(ctx, request.event_type_id);
    const { site, cookies } = resolveReader(runtime, visit, {
      language: host?.language ?? request.booking.language ?? 'en',
      hidesBrand: page.hidesBrand,
    });
    const html = renderRequest(await requestModel(ctx, site, request, page));
    const frameAncestors = site.frame === null || host ? undefined : page.embedOrigins;
    return { nonce: visit.nonce, html, isSecret: true, cookies, frameAncestors };
  });
}

/** Confirms, declines or withdraws it, as the submitted form says. Who comes too late sees what became of it. */
export async function handleRequestForm(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const { actor, requestId } = visitorOf(runtime, visit);
  const answer = visit.form?.get('answer');
  const reason = visit.form?.get('reason')?.trim().slice(0, 512) || null;
  try {
    await runInWorkspace(runtime, actor, async (ctx) => {
      await loadVisited(ctx, requestId);
      if (actor.memberId === '') {
        if (answer === 'withdraw') await withdrawRequest(ctx, requestId);
      } else if (answer === 'confirm') await confirmRequest(ctx, requestId);
      else if (answer === 'decline') await declineRequest(ctx, requestId, reason);
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
  }
  return { redirect: visit.path };
}

function visitorOf({ secrets }: Runtime, { params, ip }: Visit): { actor: Actor; requestId: string } {
  const visitor = openRequestToken(secrets, params['token'] ?? '');
  if (!visitor) throw notFound('Booking');
  const { workspaceId, requestId, hostId } = visitor;
  return { actor: { ...createVisitorActor(workspaceId, ip), memberId: hostId ?? '' }, requestId };
}

/** A user who is no longer an active host of it has no business here. */
async function loadVisited(ctx: Ctx, id: string): Promise<RequestRow> {
  const request = await loadRequest(ctx, id);
  const { memberId } = ctx.actor;
  const isHost = request.hosts.some((host) => host.id === memberId && host.is_active);
  if (memberId !== '' && !isHost) throw notFound('Booking');
  return request;
}

async function requestModel(
  ctx: Ctx,
  site: RequestModel['site'],
  row: RequestRow,
  { organization, logo, color }: { organization: string; logo: string | null; color: string },
): Promise<RequestModel> {
  const host = row.hosts.find(({ id }) => id === ctx.actor.memberId);
  const { booking } = row;
  const zone = getZone(host?.timezone ?? booking.timeZone);
  const [start, end, expiry] = [row.starts_at, row.ends_at, row.expires_at].map((time) =>
    floorToMinute(Date.parse(time)),
  ) as [number, number, number];
  return {
    site,
    isHost: host !== undefined,
    status: row.status,
    reason: row.reason,
    color,
    title: row.title,
    organization: { name: organization, logo: buildImagePath(logo) },
    startDay: toDay(zone, start),
    startClock: formatClockAt(zone, start),
    endClock: formatClockAt(zone, end),
    expiresDay: toDay(zone, expiry),
    expiresClock: formatClockAt(zone, expiry),
    zone: zone.name,
    offset: getOffset(zone, start),
    duration: end - start,
    fullName: booking.name,
    email: row.email,
    hosts: row.hosts.map(getFullName),
    answers: row.answers,
    eventPath: await eventPath(ctx, row, host !== undefined),
  };
}

/** Of the event in the dashboard, or of the invitee's own page. */
async function eventPath(ctx: Ctx, row: RequestRow, isHost: boolean): Promise<string | null> {
  if (row.event_id === null || row.invitee_id === null) return null;
  const url = isHost
    ? buildEventUrl(ctx, row.event_id)
    : buildOwnUrl(ctx, await loadBooking(ctx, row.invitee_id));
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
