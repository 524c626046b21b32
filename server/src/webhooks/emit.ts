import type { WebhookEvent } from '@daybook/contract/webhook-payloads';
import type { Ctx } from '../platform/context.ts';
import { isPassingFilter, type Subject } from './rules.ts';
import { findSubscribers, insertEvents, wakeDeliverers, type Subscriber } from './deliveries.store.ts';

/** One event, before it is known who subscribes to it. */
export interface Emission {
  /** Becomes the `webhook-id`. The same one is never written twice. */
  readonly id?: string;
  readonly event: WebhookEvent;
  /** What is sent, without the name of the event, which goes in front. */
  readonly payload: object;
  /** Whose event it is: hosts, or the owner of a form. Webhooks of scope `user` get it if they belong to one of these members. */
  readonly memberIds: readonly string[];
  /** Which webhooks get this payload, where members may see less than the organization does. Without it, all of them. */
  readonly audience?: 'organization' | 'members';
  /** What filters of webhooks may name. */
  readonly about?: Omit<Subject, 'memberIds'>;
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
  const emitted = (await make()).flatMap(({ id, payload, memberIds, audience, about = {}, orderingKey }) => {
    // The person who changed a record is not its owner.
    const subject = { ...about, memberIds: about.objectSlug === undefined ? memberIds : undefined };
    const receives = ({ memberId, filter }: Subscriber) =>
      isPassingFilter(filter, subject) &&
      (memberId === null
        ? audience !== 'members'
        : audience !== 'organization' && memberIds.includes(memberId));
    const webhookIds = subscribers.filter(receives).map(({ id }) => id);
    return webhookIds.length > 0
      ? [{ id, payload: JSON.stringify({ event, ...payload }), orderingKey, webhookIds }]
      : [];
  });
  if (emitted.length === 0) return;
  await insertEvents(ctx, event, emitted);
  await wakeThrottled(ctx);
}

const subscribersByCtx = new WeakMap<Ctx, readonly Subscriber[]>();

/** Looked up once in a transaction, which may emit a thousand events. */
async function subscribersOf(ctx: Ctx, event: WebhookEvent): Promise<readonly Subscriber[]> {
  const all = subscribersByCtx.get(ctx) ?? (await findSubscribers(ctx));
  subscribersByCtx.set(ctx, all);
  return all.filter(({ events }) => events.includes(event));
}

/** Throttled, since PostgreSQL commits transactions that notify one at a time. Deliverers also poll. */
async function wakeThrottled(ctx: Ctx): Promise<void> {
  const nowMs = performance.now();
  if (nowMs - lastWakeMs < wakeEveryMs) return;
  lastWakeMs = nowMs;
  await wakeDeliverers(ctx);
}

const wakeEveryMs = 100;
let lastWakeMs = Number.NEGATIVE_INFINITY;
