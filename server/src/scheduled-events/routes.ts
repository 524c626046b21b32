import * as requests from '@daybook/contract/booking-requests';
import { readCalendar as readCalendarRoute } from '@daybook/contract/calendar';
import * as contract from '@daybook/contract/scheduled-events';
import * as waitlist from '@daybook/contract/waitlist';
import { openFile } from '../files/public.ts';
import { readInWorkspace } from '../platform/context.ts';
import { serveDownload } from '../platform/http/serve-download.ts';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { bookTime } from './book.ts';
import { cancelEvent, cancelOneInvitee } from './cancel.ts';
import { cancelSeries } from './cancel-series.ts';
import { confirmRequest } from './confirm-request.ts';
import { editEvent } from './edit-event.ts';
import { declineRequest } from './end-request.ts';
import { reassignEvent, validateHandover } from './reassign-event.ts';
import { listEvents, loadAnswerFile, readEvent, showBooking, showEvent } from './list.ts';
import { listRescheduleTimes } from './list-reschedule-times.ts';
import { listRequests, loadRequestFile, readRequest } from './list-requests.ts';
import { markNoShow } from './no-show.ts';
import { listOpenEvents } from './open-events.ts';
import { readCalendar } from './read-calendar.ts';
import { createRequest } from './request.ts';
import { serializeRequest } from './requests.view.ts';
import { rescheduleEvent, validateMove } from './reschedule.ts';
import { validateBooking } from './validate-booking.ts';
import { listWaitlist, removeFromWaitlist } from './waitlist.ts';

export const scheduledEventsEndpoints: readonly Endpoint[] = [
  serve(contract.book, async (ctx, { body }) => showBooking(ctx, await bookTime(ctx, body)), {
    onSchemaError: validateBooking,
  }),
  serve(readCalendarRoute, (ctx, { query }) => readCalendar(ctx, query)),
  serve(contract.listScheduledEvents, (ctx, { query, page }) => listEvents(ctx, query, page)),
  serve(contract.listOpenBookings, (ctx, { params, page }) => listOpenEvents(ctx, params.uuid, page)),
  serve(contract.readScheduledEvent, (ctx, { params }) => readEvent(ctx, params.uuid)),
  serveDownload(requests.downloadRequestFile, async (runtime, actor, { params }) => {
    const file = await readInWorkspace(runtime, actor, (ctx) =>
      loadRequestFile(ctx, params.uuid, params.fileId),
    );
    return openFile(runtime, actor, file);
  }),
  serveDownload(contract.downloadAnswerFile, async (runtime, actor, { params }) => {
    const file = await readInWorkspace(runtime, actor, (ctx) =>
      loadAnswerFile(ctx, params.uuid, params.fileId),
    );
    return openFile(runtime, actor, file);
  }),
  serve(contract.editScheduledEvent, async (ctx, { params, body }) => {
    await editEvent(ctx, params.uuid, body);
    return showEvent(ctx, params.uuid);
  }),
  serve(contract.readMoves, (ctx, { params, query }) => listRescheduleTimes(ctx, params.uuid, query)),
  serve(contract.cancelScheduledEvent, (ctx, { params, body }) =>
    cancelEvent(ctx, params.uuid, body.cancellationReason ?? null),
  ),
  serve(
    contract.rescheduleScheduledEvent,
    async (ctx, { params, body }) => {
      await rescheduleEvent(ctx, params.uuid, body);
      return showEvent(ctx, params.uuid);
    },
    { onSchemaError: validateMove },
  ),
  serve(
    contract.handOverScheduledEvent,
    async (ctx, { params, body }) => {
      await reassignEvent(ctx, params.uuid, body);
      return showEvent(ctx, params.uuid);
    },
    { onSchemaError: validateHandover },
  ),
  serve(contract.cancelInvitee, (ctx, { params, body }) =>
    (body.wholeSeries ? cancelSeries : cancelOneInvitee)(ctx, params.uuid, body.cancellationReason ?? null),
  ),
  serve(
    requests.createBookingRequest,
    async (ctx, { body }) => serializeRequest(ctx, await createRequest(ctx, body)),
    { onSchemaError: validateBooking },
  ),
  serve(requests.listBookingRequests, (ctx, { query, page }) => listRequests(ctx, query, page)),
  serve(requests.readBookingRequest, (ctx, { params }) => readRequest(ctx, params.uuid)),
  serve(requests.confirmBookingRequest, async (ctx, { params }) =>
    showBooking(ctx, await confirmRequest(ctx, params.uuid)),
  ),
  serve(requests.declineBookingRequest, async (ctx, { params, body }) => {
    await declineRequest(ctx, params.uuid, body.reason ?? null);
    return readRequest(ctx, params.uuid);
  }),
  serve(waitlist.listWaitlist, (ctx, { params, page }) => listWaitlist(ctx, params.uuid, page)),
  serve(waitlist.removeFromWaitlist, (ctx, { params }) => removeFromWaitlist(ctx, params.uuid)),
  serve(contract.markNoShow, (ctx, { params, body }) => markNoShow(ctx, params.uuid, body.noShow)),
];
