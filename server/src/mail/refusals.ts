import type { Ctx, Runtime } from '../platform/context.ts';
import { mailboxOf } from '../platform/mailbox.ts';
import type { Secrets } from '../platform/secrets.ts';
import { unsubscribeUrl } from '../platform/urls.ts';
import { deleteRefusal, findRefused, hasRefusal, insertRefusal } from './refusals.store.ts';

/**
 * A guest did not book and may not know who did, and nobody asked for what a workflow sends by itself. Each such message has a
 * link that ends all further ones, from the whole installation. Of the address only a keyed hash is stored.
 */

/** The address is sealed in the link itself: it works as long as the installation does, and nobody can make one up. */
export function refusalUrl(ctx: Ctx, email: string): string {
  return unsubscribeUrl(ctx, ctx.secrets.seal(`${purpose} ${email}`).toString('base64url'));
}

const purpose = 'refuse mail to';

/** Undefined if the token is not ours. */
export function addressIn({ secrets }: Runtime, token: string): string | undefined {
  try {
    const text = secrets.unseal(Buffer.from(token, 'base64url'));
    return text.startsWith(`${purpose} `) ? text.slice(purpose.length + 1) : undefined;
  } catch {
    return undefined;
  }
}

export function refuseMail({ database, secrets }: Runtime, email: string): Promise<void> {
  return insertRefusal(database, hashOf(secrets, email));
}

/** Whether the address had refused it. */
export function acceptMail({ database, secrets }: Runtime, email: string): Promise<boolean> {
  return deleteRefusal(database, hashOf(secrets, email));
}

export function isRefused({ database, secrets }: Runtime, email: string): Promise<boolean> {
  return hasRefusal(database, hashesOf(secrets, email));
}

/** Those of some addresses that want no mail which they did not cause. */
export async function refusedAmong(ctx: Ctx, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const hashes = emails.map((email) => hashesOf(ctx.secrets, email));
  const refused = await findRefused(ctx, hashes.flat());
  return new Set(
    emails.filter((_, index) => hashes[index]?.some((hash) => refused.has(hash.toString('hex')))),
  );
}

/** Who refuses mail refuses it for their mailbox, with whatever somebody adds after a plus sign. */
function hashesOf(secrets: Secrets, email: string): Buffer[] {
  return [...new Set([email.toLowerCase(), mailboxOf(email)])].map((address) => hashOf(secrets, address));
}

function hashOf(secrets: Secrets, email: string): Buffer {
  return secrets.derive('mail refusal', email.toLowerCase());
}
