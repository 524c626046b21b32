import * as contract from '@daybook/contract/public';
import { listAvailability, type AvailabilityQuery } from '../availability/public.ts';
import { runOnPreview } from '../event-types/public.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import { serveCached } from '../platform/http/serve-cached.ts';
import { serveSharedVisitor } from '../platform/http/serve-shared.ts';
import { serveVisitorUpload } from '../platform/http/serve-upload.ts';
import { servePublic, serveVisitor, type Endpoint } from '../platform/http/serve.ts';
import { bookOrPay } from '../payments/public.ts';
import {
  cancelOwnBooking,
  cancelOwnSeries,
  countCodeTry,
  listOwnRescheduleTimes,
  loadInviteeByKey,
  getPosition,
  rescheduleOwn,
  validateBookingOn,
  type Booking,
  type InviteeRow,
  type Proof,
  type VisitorBooking,
  type WaitlistRow,
} from '../scheduled-events/public.ts';
import {
  loadAwaitedEvent,
  loadBooking,
  loadBookingPage,
  loadBookingWorkspace,
  loadPageWorkspace,
  loadTarget,
  type PageAddress,
} from './find.ts';
import { listTimeZones } from './list-time-zones.ts';
import { listPageAbsences } from './page-model.ts';
import { storeAnswer, receiveAnswer } from './receive-answer.ts';
import {
  serializeAbsences,
  serializePublicBooking,
  serializePublicPage,
  serializePublicRequest,
  serializeWaitlistPlace,
} from './view.ts';

interface OnPage {
  readonly params: PageAddress;
}

const pageWorkspace = (runtime: Runtime, { params }: OnPage) => loadPageWorkspace(runtime, params);

const readPage = async (ctx: Ctx, { params }: OnPage) => {
  const page = await loadBookingPage(ctx, params);
  return {
    ...serializePublicPage(ctx, page),
    absences: serializeAbsences(ctx, await listPageAbsences(ctx, page)),
  };
};

const readTimes = async (ctx: Ctx, { params, query }: OnPage & { readonly query: AvailabilityQuery }) =>
  listAvailability(ctx, await loadTarget(ctx, params), query);

interface BookedOnPage extends OnPage {
  readonly body: VisitorBooking;
}

/** A body that breaks the contract is not parsed. */
const bookedWorkspace = async (runtime: Runtime, { params, body }: OnPage & { readonly body?: Proof }) => {
  const workspaceId = await loadPageWorkspace(runtime, params);
  await countCodeTry(runtime, workspaceId, body ?? {});
  return workspaceId;
};

const bookTime = async (ctx: Ctx, { params, body }: BookedOnPage) => {
  const booked = await bookOrPay(ctx, await loadTarget(ctx, params), body);
  if ('payment' in booked) return booked;
  if ('confirmation' in booked) return { next: booked.confirmation };
  if ('request' in booked) return { request: serializePublicRequest(booked.request) };
  if ('waiting' in booked) return { waitlist: await showWaiting(ctx, booked.waiting) };
  return { done: serializePublicBooking(ctx, await loadBooking(ctx, booked.inviteeId)) };
};

const showWaiting = async (ctx: Ctx, entry: WaitlistRow) =>
  serializeWaitlistPlace(entry, await loadAwaitedEvent(ctx, entry), await getPosition(ctx, entry));

const validateDomain = {
  onSchemaError: async (ctx: Ctx, fields: Partial<Booking>, { params }: OnPage) =>
    validateBookingOn(ctx, await loadTarget(ctx, params), fields),
};

interface OnBooking {
  readonly params: { readonly uuid: string };
  readonly query: { readonly key?: string | undefined };
  readonly body?: { readonly key?: string | undefined } | undefined;
}

const keyOf = ({ query, body }: OnBooking): string => query.key ?? body?.key ?? '';

const bookingWorkspace = (runtime: Runtime, input: OnBooking) =>
  loadBookingWorkspace(runtime, { uuid: input.params.uuid, key: keyOf(input) });

const loadInvitee = (ctx: Ctx, input: OnBooking): Promise<InviteeRow> =>
  loadInviteeByKey(ctx, input.params.uuid, keyOf(input));

const readBooking = async (ctx: Ctx, { id }: InviteeRow) =>
  serializePublicBooking(ctx, await loadBooking(ctx, id));

export const pagesEndpoints: readonly Endpoint[] = [
  serveCached(contract.listTimeZones, ({ clock }, { query }) => listTimeZones(query, clock.now())),
  serveVisitor(contract.readPublicPage, pageWorkspace, readPage),
  serveSharedVisitor(contract.readPublicTimes, pageWorkspace, readTimes),
  serveVisitor(contract.bookPublicly, bookedWorkspace, bookTime, validateDomain),
  serveVisitorUpload(contract.uploadPublicly, pageWorkspace, receiveAnswer, storeAnswer),
  servePublic(contract.readPreviewTimes, (runtime, { params, query }) =>
    runOnPreview(runtime, params.token, (ctx, eventTypeId) =>
      listAvailability(ctx, { address: { eventTypeId } }, query),
    ),
  ),
  serveVisitor(contract.readPublicTeamPage, pageWorkspace, readPage),
  serveSharedVisitor(contract.readPublicTeamTimes, pageWorkspace, readTimes),
  serveVisitor(contract.bookTeamPublicly, bookedWorkspace, bookTime, validateDomain),
  serveVisitorUpload(contract.uploadForTeamPublicly, pageWorkspace, receiveAnswer, storeAnswer),
  serveVisitor(contract.readPublicLink, pageWorkspace, readPage),
  serveSharedVisitor(contract.readPublicLinkTimes, pageWorkspace, readTimes),
  serveVisitor(contract.bookThroughLink, bookedWorkspace, bookTime, validateDomain),
  serveVisitorUpload(contract.uploadThroughLink, pageWorkspace, receiveAnswer, storeAnswer),
  serveVisitor(contract.readPublicBooking, bookingWorkspace, async (ctx, input) =>
    readBooking(ctx, await loadInvitee(ctx, input)),
  ),
  serveVisitor(contract.readPublicBookingTimes, bookingWorkspace, async (ctx, input) =>
    listOwnRescheduleTimes(ctx, await loadInvitee(ctx, input), input.query),
  ),
  serveVisitor(contract.cancelPublicBooking, bookingWorkspace, async (ctx, input) => {
    const invitee = await loadInvitee(ctx, input);
    const reason = input.body.cancellationReason ?? null;
    if (input.body.wholeSeries) return { stillBooked: await cancelOwnSeries(ctx, invitee, reason) };
    await cancelOwnBooking(ctx, invitee, reason);
    return {};
  }),
  serveVisitor(contract.reschedulePublicBooking, bookingWorkspace, async (ctx, input) => {
    const invitee = await loadInvitee(ctx, input);
    await rescheduleOwn(ctx, invitee, input.body);
    return readBooking(ctx, invitee);
  }),
];
