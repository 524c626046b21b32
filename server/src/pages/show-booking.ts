import type { Notice } from '@daybook/booking/model';
import { renderBooking, renderPage } from '@daybook/booking/render';
import { reschedulePublicBooking } from '@daybook/contract/public';
import { buildIcs } from '../mail/public.ts';
import { createVisitorActor } from '../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { Problem } from '../platform/problems.ts';
import {
  cancelOwnBooking,
  cancelOwnSeries,
  loadInviteeByKey,
  rescheduleOwn,
  sameTime,
  type InviteeRow,
} from '../scheduled-events/public.ts';
import {
  buildBookingModel,
  isConfirmation,
  canMove,
  buildRescheduleModel,
  buildOwnPath,
} from './booking-model.ts';
import { buildCalendarEntry } from './calendar-links.ts';
import { loadBooking, loadBookingWorkspace } from './find.ts';
import { resolveReader } from './reader.ts';
import { applyAlternative } from './rules.ts';

/** An invitee's own page, or the picker to move the booking. Opening it changes nothing. */
export async function showBooking(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return asInvitee(runtime, visit, readInWorkspace, async (ctx, invitee) => {
    const row = await loadBooking(ctx, invitee.id);
    if (visit.query['move'] === '1' && canMove(row, ctx.now)) {
      return {
        nonce: visit.nonce,
        html: renderPage(await buildRescheduleModel(ctx, runtime, visit, invitee, row)),
        isSecret: true,
      };
    }
    const reader = resolveReader(runtime, visit, { language: row.language, hidesBrand: row.hidesBrand });
    const html = renderBooking(buildBookingModel(ctx, row, reader.site, visit));
    const frameAncestors = isConfirmation(visit) ? row.embedOrigins : undefined;
    return { nonce: visit.nonce, html, isSecret: true, cookies: reader.cookies, frameAncestors };
  });
}

/** Cancels or moves the booking, as the submitted form says. */
export async function changeBooking(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const fields = applyAlternative(visit.form ?? new URLSearchParams());
  const reason = fields.get('reason')?.trim().slice(0, 512) || null;
  if (visit.query['move'] === '1') return moveBooking(runtime, visit, fields, reason);
  // The form for cancelling has it in its address.
  if (visit.query['cancel'] !== '1') return { redirect: buildOwnPath(visit) };
  try {
    const cancel = fields.get('series') === '1' ? cancelOwnSeries : cancelOwnBooking;
    await asInvitee(runtime, visit, runInWorkspace, async (ctx, invitee) => {
      await cancel(ctx, invitee, reason);
    });
  } catch (error) {
    // Already cancelled, or over: the page that follows says so.
    if (!(error instanceof Problem) || error.status !== 409) throw error;
  }
  return { redirect: buildOwnPath(visit) };
}

async function moveBooking(
  runtime: Runtime,
  visit: Visit,
  fields: URLSearchParams,
  reason: string | null,
): Promise<PageResponse> {
  const { date = '', start = '', zone = '', offset = '' } = Object.fromEntries(fields);
  const move = { date, start, timeZone: zone, ...(offset !== '' && { offset }), reason };
  const parsed = reschedulePublicBooking.body?.safeParse(move);
  const reject = (kind: Notice['kind']) =>
    asInvitee(runtime, visit, readInWorkspace, async (ctx, invitee): Promise<PageResponse> => {
      const row = await loadBooking(ctx, invitee.id);
      if (!canMove(row, ctx.now)) return { redirect: buildOwnPath(visit) };
      const submitted = { ...visit, query: { ...visit.query, date, time: start, zone } };
      const model = await buildRescheduleModel(ctx, runtime, submitted, invitee, row, kind);
      return { nonce: visit.nonce, html: renderPage(model), status: 409, isSecret: true };
    });
  if (!parsed?.success) return reject('notOffered');
  try {
    await asInvitee(runtime, visit, runInWorkspace, (ctx, invitee) =>
      rescheduleOwn(ctx, invitee, parsed.data),
    );
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 409 && error.status !== 422)) throw error;
    return reject(rejectionOf(error));
  }
  return { redirect: `${buildOwnPath(visit)}&done=moved` };
}

function rejectionOf({ status, body }: Problem): Notice['kind'] {
  if (status === 409) return 'taken';
  const { errors } = body as { errors?: Record<string, string[]> };
  return errors?.['start']?.includes(sameTime) ? 'sameTime' : 'notOffered';
}

/** The event as an iCalendar file. */
export async function serveCalendarFile(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return asInvitee(runtime, visit, readInWorkspace, async (ctx, invitee) => {
    const row = await loadBooking(ctx, invitee.id);
    const isCancelled = row.cancelled_at !== null || row.status === 'cancelled';
    const { site } = resolveReader(runtime, visit, { language: row.language });
    const { place, details, url } = buildCalendarEntry(ctx, row, site.words);
    const file = buildIcs(
      {
        method: isCancelled ? 'CANCEL' : 'PUBLISH',
        uid: `${row.event_id}@daybook`,
        sequence: row.sequence,
        stampedAt: ctx.now.getTime(),
        startsAt: Date.parse(row.starts_at),
        endsAt: Date.parse(row.ends_at),
        zone: row.timezone,
        title: row.title,
        description: details,
        location: place,
        url,
        hostName: row.hosts[0]?.name ?? row.organization,
        attendees: [],
      },
      runtime.config.mailFrom,
    );
    return { file, type: 'text/calendar; charset=utf-8', name: 'event.ics' };
  });
}

type InTransaction = <T>(
  runtime: Runtime,
  actor: ReturnType<typeof createVisitorActor>,
  work: (ctx: Ctx) => Promise<T>,
) => Promise<T>;

/** Runs `work` as the invitee whose key is in the URL. */
async function asInvitee<T>(
  runtime: Runtime,
  visit: Visit,
  inTransaction: InTransaction,
  work: (ctx: Ctx, invitee: InviteeRow) => Promise<T>,
): Promise<T> {
  const uuid = visit.params['uuid'] ?? '';
  const key = visit.query['key'] ?? '';
  const actor = createVisitorActor(await loadBookingWorkspace(runtime, { uuid, key }), visit.ip);
  return inTransaction(runtime, actor, async (ctx) => work(ctx, await loadInviteeByKey(ctx, uuid, key)));
}
