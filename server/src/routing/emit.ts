import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { emitWebhooks } from '../webhooks/public.ts';
import type { formSubmitted } from './events.ts';

export function emitSubmitted(
  ctx: Ctx,
  events: readonly PublishedEvent<z.output<typeof formSubmitted.payload>>[],
): Promise<void> {
  return emitWebhooks(ctx, 'routing_form.submitted', async () =>
    events.map(({ id, payload: { payload, memberIds } }) => {
      const { event: _event, ...submission } = payload;
      const about = { eventTypeId: payload.eventType?.id };
      return { id, payload: submission, memberIds, about, orderingKey: payload.reportId };
    }),
  );
}
