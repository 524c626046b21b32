import type { sessionDevice } from '@daybook/contract/session';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { formatDeviceName } from './rules.ts';
import type { SessionRow } from './store.ts';

type Device = z.output<typeof sessionDevice>;

export function serializeSession({ actor }: Ctx, row: SessionRow): Device {
  return {
    uuid: row.id,
    device: formatDeviceName(row.user_agent),
    address: row.address,
    method: row.method as Device['method'],
    isCurrent: row.id === actor.id,
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
