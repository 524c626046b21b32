import type { MissingModel } from '@daybook/booking/model';
import { renderMissing } from '@daybook/booking/render';
import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { serveAssets } from '../platform/http/assets.ts';
import { servePages, type Page, type Shown, type Visit } from '../platform/http/pages.ts';
import type { Problem } from '../platform/problems.ts';
import type { Way } from './find.ts';
import { readerOf } from './reader.ts';
import { calendarFile, changeBooking, showBooking } from './show-booking.ts';
import { showEmbedding } from './show-embedding.ts';
import { showForm, submitForm } from './show-form.ts';
import { showOwner } from './show-owner.ts';
import { bookFromPage, showPage } from './show-page.ts';
import { findOwner } from './store.ts';

/** The pages that visitors open. */
export function servePublicPages(app: FastifyInstance, runtime: Runtime): void {
  serveAssets(app);
  servePages(app, runtime, pages, showFailure);
}

const byOwner = ({ params: { ownerSlug = '', eventTypeSlug = '' } }: Visit): Way => ({
  ownerSlug,
  eventTypeSlug,
});
const byTeam = ({ params: { teamSlug = '', eventTypeSlug = '' } }: Visit): Way => ({
  teamSlug,
  eventTypeSlug,
});
const byLink = ({ params: { token = '' } }: Visit): Way => ({ token });

const pages: readonly Page[] = [
  { method: 'GET', path: '/docs/embed', show: showEmbedding },
  {
    method: 'GET',
    path: '/:ownerSlug',
    show: (runtime, visit) => showOwner(runtime, visit, visit.params['ownerSlug'] ?? '', false),
  },
  {
    method: 'GET',
    path: '/team/:teamSlug',
    show: (runtime, visit) => showOwner(runtime, visit, visit.params['teamSlug'] ?? '', true),
  },
  { method: 'GET', path: '/:ownerSlug/:eventTypeSlug', show: showOwnersPage },
  {
    method: 'POST',
    path: '/:ownerSlug/:eventTypeSlug',
    show: (runtime, visit) => bookFromPage(runtime, visit, byOwner(visit)),
  },
  {
    method: 'GET',
    path: '/team/:teamSlug/:eventTypeSlug',
    show: (runtime, visit) => showPage(runtime, visit, byTeam(visit)),
  },
  {
    method: 'POST',
    path: '/team/:teamSlug/:eventTypeSlug',
    show: (runtime, visit) => bookFromPage(runtime, visit, byTeam(visit)),
  },
  { method: 'GET', path: '/s/:token', show: (runtime, visit) => showPage(runtime, visit, byLink(visit)) },
  {
    method: 'POST',
    path: '/s/:token',
    show: (runtime, visit) => bookFromPage(runtime, visit, byLink(visit)),
  },
  { method: 'GET', path: '/forms/:slug', show: (runtime, visit) => showForm(runtime, visit) },
  { method: 'POST', path: '/forms/:slug', show: submitForm },
  { method: 'GET', path: '/bookings/:uuid', show: showBooking },
  { method: 'POST', path: '/bookings/:uuid', show: changeBooking },
  { method: 'GET', path: '/bookings/:uuid/calendar.ics', show: calendarFile },
];

/** A team's page has an address of its own kind; whoever leaves that out is led there. */
async function showOwnersPage(runtime: Runtime, visit: Visit): Promise<Shown> {
  const { ownerSlug = '', eventTypeSlug = '' } = visit.params;
  const owner = await findOwner(runtime, ownerSlug);
  if (owner?.is_team) {
    const search = new URLSearchParams(visit.query).toString();
    return { redirect: `/team/${ownerSlug}/${eventTypeSlug}${search && `?${search}`}` };
  }
  return showPage(runtime, visit, byOwner(visit));
}

function showFailure(runtime: Runtime, visit: Visit, problem: Problem): Shown {
  const { site } = readerOf(runtime, visit);
  return {
    nonce: visit.nonce,
    html: renderMissing({ site, kind: kindOf(problem) }),
    status: problem.status,
    // It holds nothing to click on; in a frame it says what is wrong, instead of staying blank.
    framers: site.frame === null ? undefined : null,
  };
}

function kindOf({ status, message }: Problem): MissingModel['kind'] {
  if (status === 404 && message.startsWith('Form')) return 'missingForm';
  if (status === 404 && message.startsWith('Link')) return 'missingLink';
  if (status === 404 && message.startsWith('Booking')) return 'missingBooking';
  const kinds: Readonly<Record<number, MissingModel['kind']>> = {
    404: 'missing',
    403: 'closed',
    409: 'used',
    429: 'slowDown',
  };
  return kinds[status] ?? 'broken';
}
