import { findMember, setPasswordHash, validatePassword } from '../../members/public.ts';
import { hashPassword, matchPassword } from '../../platform/auth/password.ts';
import { requireRecentSession } from '../../platform/auth/recent-session.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Ctx, Runtime } from '../../platform/context.ts';
import { notFound, throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { requireLocalSignIn } from '../factors/public.ts';
import { endMemberSessions } from '../sessions/public.ts';
import { clearAttempts, throttle } from '../throttle/public.ts';
import { passwordChanged } from './events.ts';
import { closeResets } from './store.ts';

/** Ends all sessions but this one. Who has no password yet needs a recent sign-in in place of the current one. */
export async function changePassword(
  ctx: Ctx,
  given: { readonly currentPassword?: string | undefined; readonly password: string },
): Promise<void> {
  const member = await findMember(ctx, ctx.actor.memberId);
  if (!member) throw notFound('User');
  if (member.password_hash === null) await requireRecentSession(ctx);
  throwIfInvalid({
    ...(await validateCurrent(member.password_hash, given.currentPassword)),
    ...(await validatePassword(ctx, {
      password: given.password,
      email: member.email,
      firstName: member.first_name,
      lastName: member.last_name,
    })),
  });
  await setPasswordHash(ctx, member.id, await hashPassword(ctx.secrets, member.email, given.password));
  await closeResets(ctx, member.id);
  await endMemberSessions(ctx, ctx.actor, 'password', ctx.actor.id);
  await ctx.publish(passwordChanged, { memberId: member.id, how: 'changed' });
}

async function validateCurrent(stored: string | null, given: string | undefined): Promise<FieldErrors> {
  if (stored === null) return {};
  if (given === undefined) return { currentPassword: ['This field is required.'] };
  const [isRight] = await matchPassword([stored], given);
  return isRight ? {} : { currentPassword: ['This isn’t your current password.'] };
}

/**
 * Counts before the current password is checked, since a browser left open must not be used to guess it. Returns a function
 * that clears the count.
 */
export async function countPasswordAttempt(
  runtime: Runtime,
  { workspaceId, memberId }: Actor,
): Promise<() => Promise<void>> {
  requireLocalSignIn(runtime);
  const whose = `${workspaceId} ${memberId}`;
  await throttle(runtime, 'password', whose);
  return () => clearAttempts(runtime, 'password', whose);
}
