import { findMemberByEmail } from '../members/public.ts';
import { demandAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';

/**
 * The id of the user whose schedules are meant: the actor, when nobody is named. Others are for owners and admins, and
 * who may not ask is not told either whether there is such a user.
 */
export async function findOwner(ctx: Ctx, email: string | undefined): Promise<string> {
  const id = await findNamed(ctx, email);
  if (id === undefined) throw notFound('User');
  return id;
}

export async function findNamed(ctx: Ctx, email: string | undefined): Promise<string | undefined> {
  if (email === undefined || email.toLowerCase() === ctx.actor.email) return ctx.actor.memberId;
  demandAdmin(ctx.actor);
  return (await findMemberByEmail(ctx, email))?.id;
}
