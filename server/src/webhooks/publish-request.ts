import type { WebhookEvent } from '@daybook/contract/webhook-payloads';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { findRequests, serializeRequest, type RequestRow } from '../scheduled-events/public.ts';
import { emitWebhooks } from './emit.ts';

type About = readonly PublishedEvent<{ readonly requestId: string }>[];

/** As it was made, whatever became of it since. */
export function publishRequested(ctx: Ctx, events: About): Promise<void> {
  return publish(ctx, 'booking_request.created', events, (row) => ({
    ...row,
    status: 'open',
    reason: null,
    event_id: null,
  }));
}

export function publishRequestClosed(ctx: Ctx, events: About): Promise<void> {
  return publish(ctx, 'booking_request.closed', events, (row) => row);
}

function publish(
  ctx: Ctx,
  event: WebhookEvent,
  events: About,
  asItWas: (row: RequestRow) => RequestRow,
): Promise<void> {
  return emitWebhooks(ctx, event, async () => {
    const rows = await findRequests(
      ctx,
      events.map(({ payload }) => payload.requestId),
    );
    const requests = new Map(rows.map((row) => [row.id, row]));
    return events.flatMap(({ id, payload }) => {
      const row = requests.get(payload.requestId);
      if (!row) return [];
      const about = { eventTypeId: row.event_type_id };
      return [
        {
          id,
          payload: serializeRequest(ctx, asItWas(row)),
          memberIds: row.host_ids,
          about,
          orderingKey: row.id,
        },
      ];
    });
  });
}
