import type { newInvitation } from '@daybook/contract/invitations';
import type { z } from 'zod';
import { findMemberByEmail, listTeamsById } from '../../members/public.ts';
import { requireRecentSession } from '../../platform/auth/recent-session.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateSecret, generateUuid } from '../../platform/ids.ts';
import {
  conflict,
  forbidden,
  notFound,
  throwIfInvalid,
  tooManyRequests,
  type FieldErrors,
} from '../../platform/problems.ts';
import { upsertLink } from '../links/public.ts';
import { invitationSent, invitationWithdrawn } from './events.ts';
import { findInviteProblem } from './rules.ts';
import {
  findInvitation,
  insertInvitation,
  lockInvitation,
  lockOpenInvitation,
  updateInvitation,
  type InvitationRow,
} from './store.ts';

type Fields = z.output<typeof newInvitation>;

const linkDays = 7;
const resendSeconds = 60;

/** Creates an invitation. Its link is mailed; `token` is for the operator's command. */
export async function inviteUser(ctx: Ctx, fields: Fields): Promise<{ row: InvitationRow; token: string }> {
  requireCanInvite(ctx, fields);
  if (fields.role !== 'user') await requireRecentSession(ctx);
  throwIfInvalid(await validateInvitation(ctx, fields));
  const email = fields.email.toLowerCase();
  await rejectKnown(ctx, email);
  const id = generateUuid();
  const token = generateSecret(40) + ctx.secrets.code(ctx.workspaceId);
  const isNew = await insertInvitation(ctx, {
    id,
    email,
    role: fields.role,
    team_ids: fields.teams,
    invited_by: ctx.actor.memberId || null,
    ...sealed(ctx, token),
  });
  if (!isNew) throw alreadyInvited();
  return { row: await sent(ctx, id, token), token };
}

/** Throws 403 for callers who may not invite. */
export async function validateInvitation(ctx: Ctx, { teams = [] }: Partial<Fields>): Promise<FieldErrors> {
  requireCanInvite(ctx, {});
  const known = new Set((await listTeamsById(ctx, teams)).map(({ id }) => id));
  const isWrong = teams.some((id) => !known.has(id.toLowerCase()));
  return isWrong ? { teams: ['One of these isn’t a team in this workspace.'] } : {};
}

/** Replaces the link and mails it. */
export async function resendInvitation(ctx: Ctx, id: string): Promise<InvitationRow> {
  const row = await loadOpen(ctx, id);
  const sinceSeconds = (ctx.now.getTime() - Date.parse(row.sent_at)) / 1000;
  if (sinceSeconds < resendSeconds) throw tooManyRequests(Math.ceil(resendSeconds - sinceSeconds));
  const token = generateSecret(40) + ctx.secrets.code(ctx.workspaceId);
  await updateInvitation(ctx, id, sealed(ctx, token));
  return sent(ctx, id, token);
}

export async function withdrawInvitation(ctx: Ctx, id: string): Promise<void> {
  const { email, role } = await loadOpen(ctx, id);
  await updateInvitation(ctx, id, { withdrawn_at: ctx.now.toISOString() });
  await ctx.publish(invitationWithdrawn, { invitationId: id, email, role });
}

function requireCanInvite({ actor }: Ctx, { role = 'user' }: Partial<Fields>): void {
  const refusal = findInviteProblem(actor.role, role);
  if (refusal) throw forbidden(refusal);
  const isLimited = actor.kind === 'token' && !actor.scopes.has('admin:full');
  if (role !== 'user' && isLimited) throw forbidden('Inviting to a higher role needs the scope admin:full.');
}

/** Withdraws an expired invitation, which would block the new one. */
async function rejectKnown(ctx: Ctx, email: string): Promise<void> {
  const member = await findMemberByEmail(ctx, email);
  if (member?.is_active) throw conflict('This email address already belongs to a user in the workspace.');
  if (member) throw conflict('This email address belongs to a deactivated user. Reactivate them instead.');
  const open = await lockOpenInvitation(ctx, email);
  if (!open) return;
  if (Date.parse(open.expires_at) > ctx.now.getTime()) throw alreadyInvited();
  await updateInvitation(ctx, open.id, { withdrawn_at: ctx.now.toISOString() });
}

const alreadyInvited = () =>
  conflict('This email address was already invited. Resend that invitation instead.');

function sealed(ctx: Ctx, token: string) {
  return {
    token_sealed: ctx.secrets.seal(token),
    sent_at: ctx.now.toISOString(),
    expires_at: new Date(ctx.now.getTime() + linkDays * 86_400_000).toISOString(),
  };
}

async function sent(ctx: Ctx, id: string, token: string): Promise<InvitationRow> {
  await upsertLink(ctx, { invitation_id: id }, token);
  const row = await findInvitation(ctx, id);
  if (!row) throw notFound('Invitation');
  await ctx.publish(invitationSent, { invitationId: id, email: row.email, role: row.role });
  return row;
}

/** Throws 403 when the caller could not have created it. */
async function loadOpen(ctx: Ctx, id: string): Promise<InvitationRow> {
  requireCanInvite(ctx, {});
  const row = await lockInvitation(ctx, id);
  if (!row || row.accepted_at !== null || row.withdrawn_at !== null) throw notFound('Invitation');
  requireCanInvite(ctx, { role: row.role as Fields['role'] });
  return row;
}
