import type { acceptance } from '@daybook/contract/invitations';
import type { z } from 'zod';
import { addMember, createUser } from '../../members/public.ts';
import { createSigningInActor, createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/problems.ts';
import {
  requireLocalSignIn,
  createRegistrationOptions,
  savePasskey,
  verifyRegistration,
} from '../factors/public.ts';
import { findLink } from '../links/public.ts';
import { startSession, type Client } from '../sessions/public.ts';
import { invitationAccepted } from './events.ts';
import { splitName, findAcceptProblem } from './rules.ts';
import {
  findInvitation,
  lockInvitation,
  readOrganization,
  updateInvitation,
  type InvitationRow,
} from './store.ts';

type Acceptance = z.output<typeof acceptance>;

export interface OpenInvitation {
  readonly row: InvitationRow;
  readonly organization: string;
}

/** An invitation by the token of its link, as long as it can be accepted. */
export async function openInvitation(runtime: Runtime, token: string): Promise<OpenInvitation> {
  const { workspaceId, id } = await findByToken(runtime, token);
  return readInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => ({
    row: acceptable(ctx, await findInvitation(ctx, id)),
    organization: (await readOrganization(ctx)).name,
  }));
}

/** The options for a passkey of the account that is about to be created. */
export async function createInvitationPasskeyOptions(runtime: Runtime, token: string, name: string) {
  requireLocalSignIn(runtime);
  const { row } = await openInvitation(runtime, token);
  const user = { id: `invitation ${row.id}`, email: row.email, name, known: [] };
  return createRegistrationOptions(runtime, purposeOf(row.id), user);
}

/** Creates the account and signs in. The row is locked, so that concurrent requests create one account. */
export async function acceptInvitation<T>(
  runtime: Runtime,
  token: string,
  given: Acceptance,
  client: Client,
  view: (ctx: Ctx, memberId: string) => Promise<T>,
): Promise<{ value: T; cookies: readonly string[] }> {
  requireLocalSignIn(runtime);
  const { workspaceId, id } = await findByToken(runtime, token);
  const credential =
    given.passkey && (await verifyRegistration(runtime, purposeOf(id), given.passkey, 'passkey'));
  return runInWorkspace(runtime, createSigningInActor(workspaceId, client.address), async (ctx) => {
    const memberId = await makeUser(ctx, acceptable(ctx, await lockInvitation(ctx, id)), given);
    if (credential) await savePasskey(ctx, memberId, credential, 'Passkey');
    const proof = { method: 'invitation', isStrong: credential !== undefined } as const;
    const cookies = await startSession(ctx, memberId, client, proof);
    return { value: await view(ctx, memberId), cookies };
  });
}

/** The same by single sign-on, for the invited address only. */
export async function acceptWithIdentity(
  ctx: Ctx,
  invitationId: string,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<string> {
  const row = acceptable(ctx, await lockInvitation(ctx, invitationId));
  if (row.email !== email) throw conflict('This invitation is for another email address.');
  return makeUser(ctx, row, { name });
}

export async function findByToken(runtime: Runtime, token: string) {
  const link = await findLink(runtime.database, token);
  if (!link?.invitation_id) throw notFound('Invitation');
  return { workspaceId: link.workspace_id, id: link.invitation_id };
}

function acceptable(ctx: Ctx, row: InvitationRow | undefined): InvitationRow {
  if (!row) throw notFound('Invitation');
  const why = findAcceptProblem(row, ctx.now.getTime());
  if (why) throw conflict(why);
  return row;
}

async function makeUser(ctx: Ctx, row: InvitationRow, given: Acceptance): Promise<string> {
  // First, since a new user withdraws what is open for their address.
  await updateInvitation(ctx, row.id, { accepted_at: ctx.now.toISOString() });
  const member = await createUser(ctx, {
    ...splitName(given.name),
    email: row.email,
    role: row.role as 'owner' | 'admin' | 'user',
    timezone: given.timezone ?? (await readOrganization(ctx)).timezone,
    language: given.language ?? 'en',
    ...(given.password !== undefined && { password: given.password }),
  });
  for (const team of row.teams) await addMember(ctx, team.id, { email: row.email, role: 'member' });
  const about = { invitationId: row.id, email: row.email, role: row.role };
  await ctx.publish(invitationAccepted, { ...about, memberId: member.id });
  return member.id;
}

const purposeOf = (invitationId: string): string => `invitation ${invitationId}`;
