import { createBareClient, type BareOptions, type Client } from './core.ts';
import { withRetries, type RetryOptions } from './retry.ts';

export { getEtag, buildHref, getTag, type Client } from './core.ts';
export type { Operation, Page, WebhookPayload } from './derived.ts';
export { ApiError } from './error.ts';
export type { Input, Item, ListOperation, Result } from './types.ts';
export { verifyWebhook, WebhookError } from './verify-webhook.ts';

export interface ClientOptions extends BareOptions, RetryOptions {}

/** One function for each operation of the API: `await api.readTeam({ params: { teamId } })`. */
export function createClient(options: ClientOptions = {}): Client {
  return createBareClient({ ...options, fetch: withRetries(options) });
}
