import type { RequestModel } from '@daybook/booking/request-model';
import { renderRequest } from '@daybook/booking/render';
import { minuteFloor } from '@daybook/engine/dates';
import { dayAt, offsetAt } from '@daybook/engine/zones';
import { fullName } from '../members/public.ts';
import { visitorActor, type Actor } from '../platform/auth/actor.ts';
import { inWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound, Problem } from '../platform/problems.ts';
import { eventUrl, imagePath } from '../platform/urls.ts';
import { zoneNamed } from '../platform/zones.ts';
import {
  confirmRequest,
  declineRequest,
  loadRequest,
  openRequestToken,
  withdrawRequest,
  type RequestRow,
} from '../scheduled-events/public.ts';
import { clockAt } from './clock.ts';
import { loadBooking } from './find.ts';
import { readerOf } from './reader.ts';
import { findRequestPage } from './requests.store.ts';
import { ownUrl } from './view.ts';

/** A request for a time, as the link in a mail opens it: to whoever made it, or to a host, who answers it here. */
export async function showRequest(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const { actor, requestId } = visitorOf(runtime, visit);
  return readInWorkspace(runtime, actor, async (ctx) => {
    const request = await loadVisited(ctx, requestId);
    const host = request.hosts.find(({ id }) => id === actor.memberId);
    const { site, cookies } = readerOf(runtime, visit, {
      language: host?.language ?? request.booking.language ?? 'en',
    });
    const page = await findRequestPage(ctx, request.event_type_id);
    const html = renderRequest(await requestModel(ctx, site, request, page));
    const frameAncestors = site.frame === null || host ? undefined : page.embedOrigins;
    return { nonce: visit.nonce, html, isSecret: true, cookies, frameAncestors };
  });
}

/** Confirms, declines or withdraws it, as the submitted form says. Who comes too late sees what became of it. */
export async function answerRequest(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const { actor, requestId } = visitorOf(runtime, visit);
  const answer = visit.form?.get('answer');
  const reason = visit.form?.get('reason')?.trim().slice(0, 512) || null;
  try {
    await inWorkspace(runtime, actor, async (ctx) => {
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
  return { actor: { ...visitorActor(workspaceId, ip), memberId: hostId ?? '' }, requestId };
}

/** Whoever is no longer an active host of it has no business here. */
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
  const zone = zoneNamed(host?.timezone ?? booking.timeZone);
  const [start, end, expiry] = [row.starts_at, row.ends_at, row.expires_at].map((time) =>
    minuteFloor(Date.parse(time)),
  ) as [number, number, number];
  return {
    site,
    isHost: host !== undefined,
    status: row.status,
    reason: row.reason,
    color,
    title: row.title,
    organization: { name: organization, logo: imagePath(logo) },
    startDay: dayAt(zone, start),
    startClock: clockAt(zone, start),
    endClock: clockAt(zone, end),
    expiresDay: dayAt(zone, expiry),
    expiresClock: clockAt(zone, expiry),
    zone: zone.name,
    offset: offsetAt(zone, start),
    duration: end - start,
    fullName: booking.name,
    email: row.email,
    hosts: row.hosts.map(fullName),
    answers: row.answers,
    eventPath: await eventPath(ctx, row, host !== undefined),
  };
}

/** Of the event in the dashboard, or of the invitee's own page. */
async function eventPath(ctx: Ctx, row: RequestRow, isHost: boolean): Promise<string | null> {
  if (row.event_id === null || row.invitee_id === null) return null;
  const url = isHost ? eventUrl(ctx, row.event_id) : ownUrl(ctx, await loadBooking(ctx, row.invitee_id));
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
