import type { Runtime } from '../platform/context.ts';
import type { Content } from './content.ts';
import { findFirstSender, findSenderRow } from './senders.store.ts';
import type { MessageRow } from './store.ts';
import type { Sender } from './transport.ts';

/** How a message leaves: from the workspace's own address, signed for its domain, or from the installation's. */
interface Departure {
  readonly content: Content;
  readonly sender: Sender | undefined;
}

/** Messages about accounts are the installation's, whatever a workspace has set up. */
const ofInstallation = 'account';

export async function chooseSender(
  { database, secrets }: Runtime,
  message: MessageRow,
  content: Content,
): Promise<Departure> {
  const row =
    message.kind === ofInstallation ? undefined : await findSenderRow(database, message.workspace_id);
  if (!row) return { content, sender: undefined };
  const { address, name: domainName, state, selector, key } = row;
  const replyTo = content.replyTo ?? { name: content.from, email: address };
  const withReply = { content: { ...content, replyTo }, sender: undefined };
  if (state !== 'verified' || selector === null || key === null) return withReply;
  // Calendars accept changes of an event only from the address that invited.
  const first = content.invitation ? await findFirstSender(database, message) : undefined;
  if (first !== undefined && first !== address) return withReply;
  const dkim = { domainName, keySelector: selector, privateKey: secrets.unseal(key) };
  return { content, sender: { address, dkim } };
}
