import type { attentionItem } from '@daybook/contract/home';
import type { Scope } from '@daybook/contract/scopes';
import type { z } from 'zod';
import { listFailingConnections, listUnreadableCalendars, describeUnreadable } from '../calendars/public.ts';
import { listPausedLines } from '../calls/public.ts';
import { listEventsWithoutLink, listFailingConferences } from '../conferencing/public.ts';
import { listUnsentMail } from '../mail/public.ts';
import { listFailedRefunds } from '../payments/public.ts';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { listDeadJobs, listAbandonedEffects } from '../platform/abandoned-work.ts';
import { buildEventUrl } from '../platform/urls.ts';
import { listPollsToDecide } from '../polls/public.ts';
import { listOpenRequests } from '../scheduled-events/public.ts';
import { findDisableReason, listFailingWebhooks } from '../webhooks/public.ts';

type Item = z.output<typeof attentionItem>;

const maxOfEach = 20;
const unexplained: Pick<Item, 'reason' | 'count' | 'dates' | 'error'> = {
  reason: null,
  count: null,
  dates: [],
  error: null,
};

/** What needs attention, as far as the actor may know of it: decisions first, the latest first within each kind of failure. */
export async function listAttention(ctx: Ctx): Promise<Item[]> {
  const webhooks = hasScope(ctx, 'webhooks:read') ? await troubledWebhooks(ctx) : [];
  const calendars = hasScope(ctx, 'schedules:read')
    ? [...(await failingCalendars(ctx)), ...(await unreadableCalendars(ctx))]
    : [];
  const lines = hasScope(ctx, 'outbound-calls:read') && isAdmin(ctx.actor) ? await pausedLines(ctx) : [];
  if (!hasScope(ctx, 'events:read')) return [...calendars, ...webhooks, ...lines];
  const mail = await unsentMail(ctx);
  const conferences = await troubledConferences(ctx);
  return [
    ...(await openRequests(ctx)),
    ...(await pollsToDecide(ctx)),
    ...calendars,
    ...webhooks,
    ...lines,
    ...mail,
    ...conferences,
    ...(await eventsWithoutLink(ctx)),
    ...(await refusedRefunds(ctx)),
    ...(isAdmin(ctx.actor) ? await givenUp(ctx) : []),
  ];
}

function hasScope({ actor: { scopes } }: Ctx, scope: Scope): boolean {
  return scopes.has(scope) || scopes.has('admin:full');
}

async function openRequests(ctx: Ctx): Promise<Item[]> {
  const rows = await listOpenRequests(ctx, maxOfEach);
  return rows.map(({ id, booking, title, created_at: since }) => ({
    kind: 'request_open',
    id,
    title: booking.name,
    detail: title,
    ...unexplained,
    since,
    url: `${ctx.publicUrl}/app/events`,
  }));
}

async function pollsToDecide(ctx: Ctx): Promise<Item[]> {
  const rows = await listPollsToDecide(ctx, maxOfEach);
  return rows.map(({ id, title, votes, since }) => ({
    kind: 'poll_open',
    id,
    title,
    detail: `${votes} ${votes === 1 ? 'vote' : 'votes'}.`,
    ...unexplained,
    count: votes,
    since,
    url: `${ctx.publicUrl}/app/polls/${id}`,
  }));
}

async function failingCalendars(ctx: Ctx): Promise<Item[]> {
  const rows = await listFailingConnections(ctx, maxOfEach);
  return rows.map(({ id, account, error, needsSignIn, writeError, failingSince }) => ({
    kind: 'calendar_failing',
    id,
    title: account,
    detail: writeError
      ? `Bookings couldn’t be added: ${writeError}`
      : (error ?? 'The calendar couldn’t be synced.'),
    ...unexplained,
    reason: writeError ? 'not_added' : needsSignIn ? 'sign_in' : null,
    error: writeError ?? error,
    since: failingSince,
    url: `${ctx.publicUrl}/app/settings/calendars`,
  }));
}

async function unreadableCalendars(ctx: Ctx): Promise<Item[]> {
  const rows = await listUnreadableCalendars(ctx, maxOfEach);
  return rows.map(({ id, name, account, unreadable, since }) => ({
    kind: 'calendar_unreadable',
    id,
    title: name === account ? name : `${name} (${account})`,
    detail: describeUnreadable(unreadable) ?? '',
    ...unexplained,
    count: unreadable.count,
    dates: unreadable.first.flatMap(({ date }) => date ?? []),
    since,
    url: `${ctx.publicUrl}/app/settings/calendars`,
  }));
}

async function troubledWebhooks(ctx: Ctx): Promise<Item[]> {
  const rows = await listFailingWebhooks(ctx, maxOfEach);
  return rows.map(({ id, title, disabledAt, disabledReason, failingSince, failures }) => ({
    kind: disabledAt === null ? 'webhook_failing' : 'webhook_disabled',
    id,
    title,
    detail: disabledReason ?? `${failures} ${failures === 1 ? 'delivery' : 'deliveries'} in a row failed.`,
    ...unexplained,
    reason: findDisableReason(disabledReason) ?? null,
    count: disabledAt === null ? failures : null,
    error: findDisableReason(disabledReason) ? null : disabledReason,
    since: disabledAt ?? failingSince ?? '',
    url: `${ctx.publicUrl}/app/developers/webhooks/${id}`,
  }));
}

async function pausedLines(ctx: Ctx): Promise<Item[]> {
  const rows = await listPausedLines(ctx);
  return rows.map(({ error, since }) => ({
    kind: 'calls_paused',
    id: 'sip',
    title: 'Phone line of this server',
    detail: `${error} Calls are paused, with one attempt every ten minutes.`,
    ...unexplained,
    error,
    since,
    url: `${ctx.publicUrl}/app/calls`,
  }));
}

async function unsentMail(ctx: Ctx): Promise<Item[]> {
  const rows = await listUnsentMail(ctx, maxOfEach);
  // Only owners and admins can open the log; a host looks at the event instead.
  const log = `${ctx.publicUrl}/app/developers/mail?recipient=`;
  return rows.map(({ id, recipient, error, createdAt, eventId }) => ({
    kind: 'mail_failed',
    id,
    title: recipient,
    detail: error ?? 'The mail server rejected it.',
    ...unexplained,
    error,
    since: createdAt,
    url:
      eventId === null || isAdmin(ctx.actor)
        ? `${log}${encodeURIComponent(recipient)}`
        : buildEventUrl(ctx, eventId),
  }));
}

async function troubledConferences(ctx: Ctx): Promise<Item[]> {
  const hostId = isAdmin(ctx.actor) ? null : ctx.actor.memberId;
  const rows = await listFailingConferences(ctx, hostId, maxOfEach);
  return rows.map(({ eventId, title, error, since }) => ({
    kind: 'conference_failing',
    id: eventId,
    title,
    detail: error,
    ...unexplained,
    error,
    since,
    url: buildEventUrl(ctx, eventId),
  }));
}

async function eventsWithoutLink(ctx: Ctx): Promise<Item[]> {
  // The host alone can tell where to meet.
  const rows = await listEventsWithoutLink(ctx, ctx.actor.memberId, maxOfEach);
  return rows.map(({ eventId, title, since }) => ({
    kind: 'link_missing',
    id: eventId,
    title,
    detail: '',
    ...unexplained,
    since,
    url: buildEventUrl(ctx, eventId),
  }));
}

async function refusedRefunds(ctx: Ctx): Promise<Item[]> {
  const hostId = isAdmin(ctx.actor) ? null : ctx.actor.memberId;
  const rows = await listFailedRefunds(ctx, hostId, maxOfEach);
  return rows.map(({ id, eventId, name, error, since }) => ({
    kind: 'refund_refused',
    id,
    title: name,
    detail: error,
    ...unexplained,
    error: error || null,
    since,
    url: eventId === null ? `${ctx.publicUrl}/app/events` : buildEventUrl(ctx, eventId),
  }));
}

async function givenUp(ctx: Ctx): Promise<Item[]> {
  const url = `${ctx.publicUrl}/app/developers`;
  const effects = await listAbandonedEffects(ctx, maxOfEach);
  const jobs = await listDeadJobs(ctx, maxOfEach);
  return [
    ...effects.map(({ id, name, error, failedAt }): Item => {
      return { kind: 'effect_failed', id, title: name, ...explainFailure(error), since: failedAt, url };
    }),
    ...jobs.map(({ id, name, error, failedAt }): Item => {
      return { kind: 'job_failed', id, title: name, ...explainFailure(error), since: failedAt, url };
    }),
  ];
}

function explainFailure(error: string | null) {
  return { detail: error ?? 'All retries failed.', ...unexplained, error };
}
