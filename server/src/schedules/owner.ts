import { findMemberByEmail } from '../members/public.ts';
import { requireAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';

/** The id of the user with this address, or of the actor. */
export async function loadOwnerId(ctx: Ctx, email: string | undefined): Promise<string> {
  const id = await findOwnerId(ctx, email);
  if (id === undefined) throw notFound('User');
  return id;
}

/** Others are for owners and admins; everybody else gets the same 403 whether or not the user exists. */
export async function findOwnerId(ctx: Ctx, email: string | undefined): Promise<string | undefined> {
  if (email === undefined || email.toLowerCase() === ctx.actor.email) return ctx.actor.memberId;
  requireAdmin(ctx.actor);
  return (await findMemberByEmail(ctx, email))?.id;
}
