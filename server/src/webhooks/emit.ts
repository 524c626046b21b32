import type { WebhookEvent } from '@daybook/contract/webhook-payloads';
import type { Ctx } from '../platform/context.ts';
import { findSubscribers, insertEvents, wakeDeliverers, type Subscriber } from './deliveries.store.ts';

/** Something that subscribers are told. */
export interface Emission {
  /** Becomes the `webhook-id`. The same one is never written twice. */
  readonly id?: string;
  readonly event: WebhookEvent;
  /** What is sent, without the name of the event, which goes in front. */
  readonly payload: object;
  /** Whose event it is: hosts, or the owner of a form. Subscriptions with scope `user` of these members are told. */
  readonly memberIds: readonly string[];
  /** Events with the same key reach a subscriber in the order in which they were emitted. */
  readonly orderingKey: string;
}

/** Writes the deliveries of one event, in the transaction of its cause: they exist if and only if it does. */
export function emitWebhook(ctx: Ctx, { event, ...emission }: Emission): Promise<void> {
  return emitWebhooks(ctx, event, async () => [emission]);
}

/** The same for many. Payloads are made only when somebody subscribes to the event at all. */
export async function emitWebhooks(
  ctx: Ctx,
  event: WebhookEvent,
  make: () => Promise<readonly Omit<Emission, 'event'>[]>,
): Promise<void> {
  const subscribers = await subscribersOf(ctx, event);
  if (subscribers.length === 0) return;
  const told = (await make()).flatMap(({ id, payload, memberIds, orderingKey }) => {
    const hears = ({ memberId }: Subscriber) => memberId === null || memberIds.includes(memberId);
    const webhookIds = subscribers.filter(hears).map(({ id }) => id);
    return webhookIds.length > 0
      ? [{ id, payload: JSON.stringify({ event, ...payload }), orderingKey, webhookIds }]
      : [];
  });
  if (told.length === 0) return;
  await insertEvents(ctx, event, told);
  await wakeSometimes(ctx);
}

const known = new WeakMap<Ctx, readonly Subscriber[]>();

/** Looked up once in a transaction, which may emit a thousand events. */
async function subscribersOf(ctx: Ctx, event: WebhookEvent): Promise<readonly Subscriber[]> {
  const all = known.get(ctx) ?? (await findSubscribers(ctx));
  known.set(ctx, all);
  return all.filter(({ events }) => events.includes(event));
}

/**
 * PostgreSQL lets transactions that notify commit one at a time, so a busy process wakes the deliverers now and then only.
 * They keep looking for a while after they were woken, and look by themselves every second.
 */
async function wakeSometimes(ctx: Ctx): Promise<void> {
  const nowMs = performance.now();
  if (nowMs - lastWakeMs < wakeEveryMs) return;
  lastWakeMs = nowMs;
  await wakeDeliverers(ctx);
}

const wakeEveryMs = 100;
let lastWakeMs = Number.NEGATIVE_INFINITY;
