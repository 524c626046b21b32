import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { invalidField, notFound } from '../../platform/problems.ts';
import { deleteApproval, findApproval, upsertApproval, type ApprovalRow, type ClientRow } from './store.ts';

export async function approveApp(ctx: Ctx, client: ClientRow | undefined): Promise<ApprovalRow> {
  if (!client) throw invalidField('clientId', 'No app has this client ID.');
  await saveApproval(ctx, client, true);
  return loadApproval(ctx, client);
}

/** A user who may not connect an app asks for it. Asking again changes nothing. */
export async function requestApproval(ctx: Ctx, client: ClientRow): Promise<void> {
  if (!(await findApproval(ctx, client.client_id))) await saveApproval(ctx, client, false);
}

function saveApproval(ctx: Ctx, { client_id, name }: ClientRow, is_approved: boolean): Promise<void> {
  const requester_id = is_approved ? null : ctx.actor.memberId;
  return upsertApproval(ctx, { id: generateUuid(), client_id, name, is_approved, requester_id });
}

async function loadApproval(ctx: Ctx, { client_id: clientId }: ClientRow): Promise<ApprovalRow> {
  const row = await findApproval(ctx, clientId);
  if (!row) throw notFound('Approval');
  return row;
}

export async function withdrawApproval(ctx: Ctx, id: string): Promise<void> {
  if (!(await deleteApproval(ctx, { id }))) throw notFound('Approval');
}
