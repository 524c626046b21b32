import type { Ctx, Runtime } from '../platform/context.ts';
import { normalizeMailbox } from '../platform/mailbox.ts';
import { sealToken, unsealToken } from '../platform/sealed-reference.ts';
import type { Secrets } from '../platform/secrets.ts';
import { buildUnsubscribeUrl } from '../platform/urls.ts';
import {
  deleteUnsubscribe,
  findUnsubscribed,
  hasUnsubscribed,
  insertUnsubscribe,
} from './unsubscribes.store.ts';

/**
 * A guest did not book and may not know who did, and nobody asked for what a workflow sends by itself. Each such message has a
 * link that ends all further ones, from the whole installation. Of the address only a keyed hash is stored.
 */

/** The address is sealed in the link itself: it works as long as the installation does, and nobody can make one up. */
export function buildUnsubscribeLink(ctx: Ctx, email: string): string {
  return buildUnsubscribeUrl(ctx, sealToken(ctx.secrets, ctx.workspaceId, `${purpose} ${email}`));
}

const purpose = 'refuse mail to';

/** Undefined if the token is not ours. */
export function openUnsubscribeToken({ secrets }: Runtime, token: string): string | undefined {
  const text = unsealToken(secrets, token);
  return text?.startsWith(`${purpose} `) ? text.slice(purpose.length + 1) : undefined;
}

export function recordUnsubscribe({ database, secrets }: Runtime, email: string): Promise<void> {
  return insertUnsubscribe(database, hashOf(secrets, email));
}

/** Whether the address had refused it. */
export function recordResubscribe({ database, secrets }: Runtime, email: string): Promise<boolean> {
  return deleteUnsubscribe(database, hashOf(secrets, email));
}

export function isUnsubscribed({ database, secrets }: Runtime, email: string): Promise<boolean> {
  return hasUnsubscribed(database, hashesOf(secrets, email));
}

/** Those of some addresses that want no mail which they did not cause. */
export async function listUnsubscribed(ctx: Ctx, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const hashes = emails.map((email) => hashesOf(ctx.secrets, email));
  const refused = await findUnsubscribed(ctx, hashes.flat());
  return new Set(
    emails.filter((_, index) => hashes[index]?.some((hash) => refused.has(hash.toString('hex')))),
  );
}

/** Who refuses mail refuses it for their mailbox, with whatever somebody adds after a plus sign. */
function hashesOf(secrets: Secrets, email: string): Buffer[] {
  return [...new Set([email.toLowerCase(), normalizeMailbox(email)])].map((address) =>
    hashOf(secrets, address),
  );
}

function hashOf(secrets: Secrets, email: string): Buffer {
  return secrets.derive('mail refusal', email.toLowerCase());
}
