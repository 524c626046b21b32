import type { WebhookEvent } from '@daybook/contract/webhook-payloads';
import type { Ctx } from '../platform/context.ts';
import { findSubscribers, insertEvent, wakeDeliverers, type Subscriber } from './deliveries.store.ts';

/** Something that subscribers are told, as it is at this moment. */
export interface Emission {
  readonly event: WebhookEvent;
  /** What is sent, without the name of the event, which goes in front. */
  readonly payload: object;
  /** Whose event it is: hosts, or the owner of a form. Subscriptions with scope `user` of these members are told. */
  readonly memberIds: readonly string[];
  /** Events with the same key reach a subscriber in the order in which they were emitted. */
  readonly orderingKey: string;
}

/** Tells subscribers, in the transaction of what happened: the deliveries exist if and only if it did. */
export async function emitWebhook(ctx: Ctx, emission: Emission): Promise<void> {
  await emitTo(ctx, await subscribersOf(ctx, emission.event), emission);
}

/** The same where the payload is dear: it is made only when somebody subscribes to the event at all. */
export async function emitWebhookLazily(
  ctx: Ctx,
  event: WebhookEvent,
  make: () => Promise<Omit<Emission, 'event'>>,
): Promise<void> {
  const subscribers = await subscribersOf(ctx, event);
  if (subscribers.length > 0) await emitTo(ctx, subscribers, { event, ...(await make()) });
}

const known = new WeakMap<Ctx, readonly Subscriber[]>();

/** Looked up once in a transaction, which may tell a thousand events. */
async function subscribersOf(ctx: Ctx, event: WebhookEvent): Promise<readonly Subscriber[]> {
  const all = known.get(ctx) ?? (await findSubscribers(ctx));
  known.set(ctx, all);
  return all.filter(({ events }) => events.includes(event));
}

async function emitTo(ctx: Ctx, subscribers: readonly Subscriber[], emission: Emission): Promise<void> {
  const { event, payload, memberIds, orderingKey } = emission;
  const told = subscribers.filter(({ memberId }) => memberId === null || memberIds.includes(memberId));
  if (told.length === 0) return;
  const body = JSON.stringify({ event, ...payload });
  await insertEvent(
    ctx,
    { name: event, payload: body, orderingKey },
    told.map(({ id }) => id),
  );
  await wakeSometimes(ctx);
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
