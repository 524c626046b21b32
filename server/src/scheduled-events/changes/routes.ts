import * as contract from '@daybook/contract/scheduled-events';
import type { Ctx } from '../../platform/context.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { cancelEvent, cancelOneInvitee } from './cancel.ts';
import { cancelSeries } from './cancel-series.ts';
import { editEvent } from './edit-event.ts';
import { showEvent } from '../reads/public.ts';
import { listRescheduleTimes } from './list-reschedule-times.ts';
import { markNoShow } from './no-show.ts';
import { listOpenEvents } from './open-events.ts';
import { reassignEvent, validateHandover } from './reassign-event.ts';
import { rescheduleEvent, validateMove } from './reschedule.ts';
import { findUndoEnd, undoChange } from './undo-change.ts';

export const changeEndpoints: readonly Endpoint[] = [
  serve(contract.listOpenBookings, (ctx, { params, page }) => listOpenEvents(ctx, params.uuid, page)),
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
      return showChanged(ctx, params.uuid);
    },
    { onSchemaError: validateMove },
  ),
  serve(
    contract.handOverScheduledEvent,
    async (ctx, { params, body }) => {
      await reassignEvent(ctx, params.uuid, body);
      return showChanged(ctx, params.uuid);
    },
    { onSchemaError: validateHandover },
  ),
  serve(contract.undoEventChange, async (ctx, { params }) => {
    await undoChange(ctx, params.uuid);
    return showEvent(ctx, params.uuid);
  }),
  serve(contract.cancelInvitee, (ctx, { params, body }) =>
    (body.wholeSeries ? cancelSeries : cancelOneInvitee)(ctx, params.uuid, body.cancellationReason ?? null),
  ),
  serve(contract.markNoShow, (ctx, { params, body }) => markNoShow(ctx, params.uuid, body.noShow)),
];

async function showChanged(ctx: Ctx, id: string) {
  return { ...(await showEvent(ctx, id)), undoUntil: await findUndoEnd(ctx, id) };
}
