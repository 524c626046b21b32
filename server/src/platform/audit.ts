import type { AuditAction } from '@daybook/contract/audit';
import { sql } from 'kysely';
import type { Actor } from './auth/actor.ts';
import type { Ctx } from './context.ts';
import type { AuditActor } from './db/transaction.ts';

/** The part of an actor that entries of the audit log name. Addresses may come from a header, so they are cut. */
export function toAuditActor({ kind, id, memberId, address, appName }: Actor): AuditActor {
  return {
    kind,
    credential: kind === 'token' || kind === 'session' ? id : undefined,
    member: memberId || undefined,
    address: address?.slice(0, 64),
    app: appName,
  };
}

/**
 * Records what is no change of a row, such as an export. Changes of rows are recorded by triggers, in the transaction in
 * which they happen.
 */
export async function recordAudit(
  ctx: Pick<Ctx, 'db' | 'workspaceId'>,
  action: AuditAction,
  objectId: string,
  details: Record<string, unknown> | null = null,
): Promise<void> {
  const [noun, verb] = action.split('.');
  await sql`select record_audit(${ctx.workspaceId}, ${noun}, ${verb}, ${objectId}, null,
    ${details && JSON.stringify(details)}::jsonb)`.execute(ctx.db);
}

/** Whether something was recorded before. */
export async function hasAudit(
  ctx: Pick<Ctx, 'db' | 'workspaceId'>,
  action: AuditAction,
  objectId: string,
): Promise<boolean> {
  const result = await sql`
    select from audit_entry where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and action = ${action}
    limit 1
  `.execute(ctx.db);
  return result.rows.length > 0;
}
