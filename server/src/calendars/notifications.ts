import { timingSafeEqual } from 'node:crypto';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { failed, notFound } from '../platform/problems.ts';
import { openReference, type Reference } from '../platform/sealed-reference.ts';
import { channelPurpose, deriveChannelToken } from './channels.ts';
import { markChannelDue, markNotified } from './channels.store.ts';
import { syncJob } from './jobs.ts';
import type { Notification } from './provider/public.ts';

/** The channel that an address names: only this server can have made it. */
export function openChannel(runtime: Runtime, reference: string): Reference {
  const channel = openReference(runtime.secrets, channelPurpose, reference);
  if (!channel) throw notFound('Channel');
  return channel;
}

/** Makes the calendars of the channel due, and nothing more: reports are cheap to take, and may be lost or repeated. */
export async function receiveNotification(
  runtime: Runtime,
  { workspaceId, id }: Reference,
  notification: Notification,
): Promise<void> {
  if (!isEqual(notification.token, deriveChannelToken(runtime, id))) throw notFound('Channel');
  if (notification.isTrial) return;
  await runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
    const connectionId = await markNotified(ctx, id);
    if (connectionId === undefined) throw failed(410, 'Nobody listens to this channel any more.');
    if (notification.isAboutChannel) await markChannelDue(ctx, id);
    await ctx.enqueue(syncJob, { workspaceId, connectionId }, { key: `calendars.sync ${connectionId}` });
  });
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
