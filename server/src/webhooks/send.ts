import type { testResult } from '@daybook/contract/webhooks';
import type { z } from 'zod';
import { wireTime } from '../platform/clock.ts';
import type { Runtime } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { invalidField } from '../platform/problems.ts';
import type { Outcome } from '../platform/safe-fetch/safe-fetch.ts';
import { whyNotDelivered } from './rules.ts';
import { signatures } from './signature.ts';

/** Where a message goes, and what proves that it comes from us. */
export interface Destination {
  readonly callbackUrl: string;
  readonly token: string | null;
  readonly secrets: readonly string[];
}

export function send(
  { outbound, clock }: Runtime,
  to: Destination,
  message: { readonly id: string; readonly body: string },
): Promise<Outcome> {
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  return outbound.request(to.callbackUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Daybook-Webhooks/1',
      'webhook-id': message.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures(to.secrets, { ...message, timestamp }),
      ...(to.token !== null && { token: to.token }),
    },
    body: message.body,
    // The status is what counts.
    bodyTimeoutMs: 2_000,
  });
}

/** Sends `webhook.test` and tells how it went. */
export async function sendTest(runtime: Runtime, to: Destination, webhookId: string): Promise<Outcome> {
  const createdAt = wireTime(runtime.clock.now());
  const body = JSON.stringify({ event: 'webhook.test', webhookUuid: webhookId, createdAt });
  return send(runtime, to, { id: newUuid(), body });
}

/** An address that nothing could be sent to is not one to subscribe with. */
export function demandReachable(outcome: Outcome): void {
  const { failure, error } = outcome;
  if (failure === 'refused' || failure === 'unresolved' || failure === 'unconnected') {
    throw invalidField('callbackUrl', error ?? 'Can’t be reached.');
  }
}

export function testResultOf(outcome: Outcome): z.output<typeof testResult> {
  const error = whyNotDelivered(outcome);
  return { delivered: error === undefined, statusCode: outcome.statusCode, error: error ?? null };
}
