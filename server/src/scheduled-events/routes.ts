import { readCalendar as readCalendarRoute } from '@daybook/contract/calendar';
import * as contract from '@daybook/contract/scheduled-events';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { book } from './book.ts';
import { cancelEvent, cancelOneInvitee } from './cancel.ts';
import { handOver, validateHandover } from './handover.ts';
import { listEvents, readEvent, showBooking, showEvent } from './list.ts';
import { listMoves } from './list-moves.ts';
import { markNoShow } from './no-show.ts';
import { listOpenEvents } from './open-events.ts';
import { readCalendar } from './read-calendar.ts';
import { reschedule, validateMove } from './reschedule.ts';
import { validateBooking } from './validate-booking.ts';

export const scheduledEventsEndpoints: readonly Endpoint[] = [
  serve(contract.book, async (ctx, { body }) => showBooking(ctx, await book(ctx, body)), {
    onSchemaError: validateBooking,
  }),
  serve(readCalendarRoute, (ctx, { query }) => readCalendar(ctx, query)),
  serve(contract.listScheduledEvents, (ctx, { query, page }) => listEvents(ctx, query, page)),
  serve(contract.listOpenBookings, (ctx, { params, page }) => listOpenEvents(ctx, params.uuid, page)),
  serve(contract.readScheduledEvent, (ctx, { params }) => readEvent(ctx, params.uuid)),
  serve(contract.readMoves, (ctx, { params, query }) => listMoves(ctx, params.uuid, query)),
  serve(contract.cancelScheduledEvent, (ctx, { params, body }) =>
    cancelEvent(ctx, params.uuid, body.cancellationReason ?? null),
  ),
  serve(
    contract.rescheduleScheduledEvent,
    async (ctx, { params, body }) => {
      await reschedule(ctx, params.uuid, body);
      return showEvent(ctx, params.uuid);
    },
    { onSchemaError: validateMove },
  ),
  serve(
    contract.handOverScheduledEvent,
    async (ctx, { params, body }) => {
      await handOver(ctx, params.uuid, body);
      return showEvent(ctx, params.uuid);
    },
    { onSchemaError: validateHandover },
  ),
  serve(contract.cancelInvitee, (ctx, { params, body }) =>
    cancelOneInvitee(ctx, params.uuid, body.cancellationReason ?? null),
  ),
  serve(contract.markNoShow, (ctx, { params, body }) => markNoShow(ctx, params.uuid, body.noShow)),
];
