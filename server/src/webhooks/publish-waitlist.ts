import type { WebhookEvent } from '@daybook/contract/webhook-payloads';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import {
  findEntries,
  findHostedEvents,
  serializeWaitlistEntry,
  type WaitlistRow,
} from '../scheduled-events/public.ts';
import { emitWebhooks } from './emit.ts';

type About = readonly PublishedEvent<{ readonly entryId: string; readonly eventId: string }>[];

/** As it was, whatever became of it since. */
export function publishWaitlistJoined(ctx: Ctx, events: About): Promise<void> {
  return publish(ctx, 'waitlist.joined', events, (row) => ({ ...row, status: 'waiting', invitee_id: null }));
}

export function publishWaitlistLeft(ctx: Ctx, events: About): Promise<void> {
  return publish(ctx, 'waitlist.left', events, (row) => row);
}

function publish(
  ctx: Ctx,
  event: WebhookEvent,
  events: About,
  asItWas: (row: WaitlistRow) => WaitlistRow,
): Promise<void> {
  return emitWebhooks(ctx, event, async () => {
    const rows = await findEntries(
      ctx,
      events.map(({ payload }) => payload.entryId),
    );
    const entries = new Map(rows.map((row) => [row.id, row]));
    const about = await findHostedEvents(
      ctx,
      rows.map((row) => row.event_id),
    );
    return events.flatMap(({ id, payload }) => {
      const row = entries.get(payload.entryId);
      const of = row && about.get(row.event_id);
      if (!row || !of) return [];
      const { hostIds: memberIds, ...filter } = of;
      return [
        { id, payload: serializeWaitlistEntry(asItWas(row)), memberIds, about: filter, orderingKey: row.id },
      ];
    });
  });
}
