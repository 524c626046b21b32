import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/problems.ts';
import { buildSessionCookie } from './client.ts';
import { sessionsEnded } from './events.ts';
import {
  deleteProviderSessions,
  deleteSession,
  deleteSessions,
  markStrong,
  markWeak,
  type ProviderSessions,
} from './store.ts';

interface MemberRef {
  readonly memberId: string;
}

/** Ends all sessions of a user, but for one that is named. */
export async function endMemberSessions(
  ctx: Ctx,
  { memberId }: MemberRef,
  reason: 'password' | 'factor' | 'email' | 'deactivated' | 'ended',
  exceptId: string | null = null,
): Promise<void> {
  for (const ended of await deleteSessions(ctx, { memberId, exceptId }))
    await ctx.publish(sessionsEnded, { memberId: ended, reason });
}

/** Of one user or of everybody, by an admin, who stays signed in here. Only an owner ends those of owners. */
export async function endSessionsByAdmin(ctx: Ctx, whose: Partial<MemberRef>): Promise<void> {
  const exceptId = ctx.actor.kind === 'session' ? ctx.actor.id : null;
  const exceptOwners = ctx.actor.role !== 'owner';
  for (const memberId of await deleteSessions(ctx, { ...whose, exceptId, exceptOwners }))
    await ctx.publish(sessionsEnded, { memberId, reason: 'ended' });
}

/** Those that an identity provider began. */
export async function endProviderSessions(ctx: Ctx, which: ProviderSessions): Promise<void> {
  for (const memberId of await deleteProviderSessions(ctx, which))
    await ctx.publish(sessionsEnded, { memberId, reason: 'ended' });
}

export const endSessionsOfDeactivated = (ctx: Ctx, whose: MemberRef): Promise<void> =>
  endMemberSessions(ctx, whose, 'deactivated');

export const endSessionsAfterPassword = (ctx: Ctx, whose: MemberRef): Promise<void> =>
  endMemberSessions(ctx, whose, 'password');

/** Users who change their own address stay signed in here. */
export const endSessionsAfterEmail = (ctx: Ctx, { memberId }: MemberRef): Promise<void> => {
  const isOwn = ctx.actor.kind === 'session' && ctx.actor.memberId === memberId;
  return endMemberSessions(ctx, { memberId }, 'email', isOwn ? ctx.actor.id : null);
};

/** Ends the session and clears its cookie. For a token it does nothing. */
export async function signOut(ctx: Ctx): Promise<string> {
  if (ctx.actor.kind === 'session' && (await deleteSession(ctx, ctx.actor.id))) {
    await ctx.publish(sessionsEnded, { memberId: ctx.actor.memberId, reason: 'signed_out' });
  }
  return buildSessionCookie(ctx.publicUrl, '', 0);
}

export async function endOwnSession(ctx: Ctx, id: string): Promise<void> {
  if (!(await deleteSession(ctx, id, ctx.actor.memberId))) throw notFound('Session');
  await ctx.publish(sessionsEnded, { memberId: ctx.actor.memberId, reason: 'ended' });
}

/** Marks the session as one with a second factor. */
export function strengthenSession(ctx: Ctx): Promise<void> {
  return markStrong(ctx, ctx.actor.id);
}

/** The user no longer has a second factor, so that none of their sessions counts as one with it. */
export function weakenSessions(ctx: Ctx, memberId: string): Promise<void> {
  return markWeak(ctx, memberId);
}
