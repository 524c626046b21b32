import type { caughtRequest, webhookCatcher } from '@daybook/contract/webhook-catchers';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Content } from './catchers.ts';
import type { CatcherRow, CaughtRow } from './store.ts';

export function serializeCatcher(ctx: Ctx, row: CatcherRow, token: string): z.output<typeof webhookCatcher> {
  return {
    id: row.id,
    url: `${ctx.publicUrl}/public/catch/${token}`,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export function serializeCaughtRequest(ctx: Ctx, row: CaughtRow): z.output<typeof caughtRequest> {
  const { headers, body, isTruncated } = JSON.parse(ctx.secrets.unseal(row.content_sealed)) as Content;
  return { id: row.id, receivedAt: row.received_at, headers: { ...headers }, body, isTruncated };
}
