import type { connectedApp } from '@daybook/contract/apps';
import type { Scope } from '@daybook/contract/scopes';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { buildImageUrl } from '../../platform/urls.ts';
import type { ConnectionRow } from './store.ts';

const paths: Readonly<Record<string, string>> = { api: '/v2', mcp: '/mcp' };

export function serializeConnection(ctx: Ctx, row: ConnectionRow): z.output<typeof connectedApp> {
  return {
    uuid: row.id,
    app: {
      clientId: row.client_id,
      name: row.name,
      url: row.url,
      logoUrl: buildImageUrl(ctx, row.logo),
      isApproved: row.is_approved,
    },
    userEmail: row.email,
    scopes: row.scopes as Scope[],
    resource: paths[row.resource ?? ''] ?? null,
    isPaused: row.is_paused,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
