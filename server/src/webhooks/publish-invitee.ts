import type { Ctx } from '../platform/context.ts';
import { emitWebhooks } from './emit.ts';
import { inviteePayload, type Moved } from './invitee.view.ts';
import { readInvitee } from './invitees.store.ts';

/** Reactions to what happens to invitees: subscribers are told how things stand at that moment. */

interface About {
  readonly eventId: string;
  readonly inviteeId: string;
}

export function publishScheduled(
  ctx: Ctx,
  { inviteeId, moved }: About & { moved: Moved | null },
): Promise<void> {
  return tell(ctx, 'invitee.scheduled', inviteeId, moved, {});
}

export function publishCancelled(ctx: Ctx, { inviteeId }: About): Promise<void> {
  return tell(ctx, 'invitee.cancelled', inviteeId, null, {});
}

export function publishNoShow(ctx: Ctx, { inviteeId, noShow }: About & { noShow: boolean }): Promise<void> {
  return tell(ctx, 'invitee.no_show', inviteeId, null, { noShow });
}

function tell(
  ctx: Ctx,
  event: 'invitee.scheduled' | 'invitee.cancelled' | 'invitee.no_show',
  inviteeId: string,
  moved: Moved | null,
  beside: object,
): Promise<void> {
  return emitWebhooks(ctx, event, async () => {
    const invitee = await readInvitee(ctx, inviteeId);
    const payload = { ...beside, ...inviteePayload(ctx, invitee, moved) };
    return [{ payload, memberIds: invitee.hosts.map(({ id }) => id), orderingKey: inviteeId }];
  });
}
