import type { Page } from '@daybook/contract/envelopes';
import type { notification } from '@daybook/contract/notifications';
import type { z } from 'zod';
import { nameMentioned } from '../crm/public.ts';
import type { Ctx } from '../platform/context.ts';
import { listNotifications } from './store.ts';
import { serializeNotification } from './view.ts';

/** All are about records, so a token that can't read those has none. */
export async function readNotifications(
  ctx: Ctx,
  isUnread: boolean,
  page: { readonly limit: number; readonly offset: number },
): Promise<Page<z.output<typeof notification>>> {
  if (!ctx.actor.scopes.has('crm:read')) return { items: [], total: 0 };
  const { rows, total } = await listNotifications(ctx, isUnread, page);
  const texts = await nameMentioned(ctx, new Map(rows.map(({ id, note }) => [id, note])));
  return { items: rows.map((row) => serializeNotification(row, texts.get(row.id) ?? '')), total };
}
