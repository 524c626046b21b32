import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { serveAssets } from '../platform/http/assets.ts';
import { servePages, type PageResponse, type PageRoute, type Visit } from '../platform/http/pages.ts';
import { bookFromPage } from './book-from-page.ts';
import type { PageAddress } from './find.ts';
import { joinRoom } from './join-room.ts';
import { showRoutingForm, submitRoutingForm } from './routing-form.ts';
import { handleCheckoutForm, showCheckout } from './show-checkout.ts';
import { serveCalendarFile, changeBooking, showBooking } from './show-booking.ts';
import { showEmbedding } from './show-embedding.ts';
import { showError } from './show-error.ts';
import { showHome } from './show-home.ts';
import { showOwner } from './show-owner.ts';
import { showPage } from './show-page.ts';
import { rejectBooking, showPreview } from './show-preview.ts';
import { showPoll, voteFromPage } from './show-poll.ts';
import { handleRequestForm, showRequest } from './show-request.ts';
import { leaveFromPage, showWaitlist } from './show-waitlist.ts';
import { showUnsubscribe, unsubscribeFromPage } from './show-unsubscribe.ts';
import { findOwner } from './store.ts';

/** The HTML pages for visitors. */
export function servePublicPages(app: FastifyInstance, runtime: Runtime): void {
  serveAssets(app);
  servePages(app, runtime, pages, showError);
}

const byOwner = ({ params: { ownerSlug = '', eventTypeSlug = '' } }: Visit): PageAddress => ({
  ownerSlug,
  eventTypeSlug,
});
const byTeam = ({ params: { teamSlug = '', eventTypeSlug = '' } }: Visit): PageAddress => ({
  teamSlug,
  eventTypeSlug,
});
const byLink = ({ params: { token = '' } }: Visit): PageAddress => ({ token });

/** Pages of a workspace. */
const workspacePages: readonly PageRoute[] = [
  {
    method: 'GET',
    path: '/:ownerSlug',
    handle: (runtime, visit) => showOwner(runtime, visit, visit.params['ownerSlug'] ?? '', false),
  },
  {
    method: 'GET',
    path: '/team/:teamSlug',
    handle: (runtime, visit) => showOwner(runtime, visit, visit.params['teamSlug'] ?? '', true),
  },
  { method: 'GET', path: '/:ownerSlug/:eventTypeSlug', handle: showOwnerPage },
  {
    method: 'POST',
    path: '/:ownerSlug/:eventTypeSlug',
    handle: (runtime, visit) => bookFromPage(runtime, visit, byOwner(visit)),
  },
  {
    method: 'GET',
    path: '/team/:teamSlug/:eventTypeSlug',
    handle: (runtime, visit) => showPage(runtime, visit, byTeam(visit)),
  },
  {
    method: 'POST',
    path: '/team/:teamSlug/:eventTypeSlug',
    handle: (runtime, visit) => bookFromPage(runtime, visit, byTeam(visit)),
  },
  { method: 'GET', path: '/s/:token', handle: (runtime, visit) => showPage(runtime, visit, byLink(visit)) },
  {
    method: 'POST',
    path: '/s/:token',
    handle: (runtime, visit) => bookFromPage(runtime, visit, byLink(visit)),
  },
  { method: 'GET', path: '/forms/:slug', handle: showRoutingForm },
  { method: 'POST', path: '/forms/:slug', handle: submitRoutingForm },
  { method: 'GET', path: '/bookings/pay/:token', handle: showCheckout },
  { method: 'POST', path: '/bookings/pay/:token', handle: handleCheckoutForm },
  { method: 'GET', path: '/bookings/requests/:token', handle: showRequest },
  { method: 'POST', path: '/bookings/requests/:token', handle: handleRequestForm },
  { method: 'GET', path: '/bookings/waitlist/:token', handle: showWaitlist },
  { method: 'POST', path: '/bookings/waitlist/:token', handle: leaveFromPage },
  { method: 'GET', path: '/bookings/polls/:token', handle: showPoll },
  { method: 'POST', path: '/bookings/polls/:token', handle: voteFromPage },
  { method: 'GET', path: '/bookings/:uuid', handle: showBooking },
  { method: 'POST', path: '/bookings/:uuid', handle: changeBooking },
  { method: 'GET', path: '/bookings/:uuid/calendar.ics', handle: serveCalendarFile },
];

const pages: readonly PageRoute[] = [
  { method: 'GET', path: '/', handle: showHome },
  { method: 'GET', path: '/docs/embed', handle: showEmbedding },
  ...workspacePages.map((page): PageRoute => ({ ...page, movesToDomain: true })),
  // The dashboard frames previews, and knows who is signed in where a room is joined.
  { method: 'GET', path: '/pages/preview/:token', handle: showPreview },
  { method: 'POST', path: '/pages/preview/:token', handle: rejectBooking },
  { method: 'GET', path: '/join/:token', handle: joinRoom },
  { method: 'GET', path: '/unsubscribe/:token', handle: showUnsubscribe },
  { method: 'POST', path: '/unsubscribe/:token', handle: unsubscribeFromPage },
];

/** A team's page has `/team` in its path; without it, the visitor is redirected. */
async function showOwnerPage(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const { ownerSlug = '', eventTypeSlug = '' } = visit.params;
  const owner = await findOwner(runtime, ownerSlug);
  if (owner) runtime.host?.admit(owner.workspace_id);
  if (owner?.is_team) {
    const search = new URLSearchParams(visit.query).toString();
    return { redirect: `/team/${ownerSlug}/${eventTypeSlug}${search && `?${search}`}` };
  }
  return showPage(runtime, visit, byOwner(visit));
}
