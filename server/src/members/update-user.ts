import type { userChanges } from '@daybook/contract/members';
import type { z } from 'zod';
import { hashPassword } from '../platform/auth/password.ts';
import { requireRecentSession } from '../platform/auth/recent-session.ts';
import type { Ctx } from '../platform/context.ts';
import {
  conflict,
  forbidden,
  invalidField,
  notFound,
  throwIfInvalid,
  type FieldErrors,
} from '../platform/problems.ts';
import { releaseSlug } from '../platform/slugs.ts';
import { loadUser, validatePassword } from './create-user.ts';
import {
  type Departure,
  memberDeactivated,
  memberDemoted,
  memberEmailChanged,
  memberPasswordSet,
} from './events.ts';
import { claimGivenSlug, emailIsTaken, validateNames } from './names.ts';
import { isEmailChanged, isAccessGranted, isLastOwner, findChangeProblem } from './rules.ts';
import {
  hasProvider,
  lockActiveOwners,
  lockMember,
  setSignIn,
  updateMember,
  type MemberWithTeams,
} from './store.ts';

type Changes = z.output<typeof userChanges>;

type DepartureChoices = Pick<Departure, 'heirId' | 'endsIntegrations'>;

const noChoices: DepartureChoices = { heirId: null, endsIntegrations: false };

/** Changes a user; deactivating is a change, too. */
export async function updateUser(
  ctx: Ctx,
  id: string,
  changes: Changes,
  choices = noChoices,
): Promise<MemberWithTeams> {
  // Owners before the user, in every request, so that two changes can't deadlock.
  const owners = changesRoleOrActivity(changes) ? await lockActiveOwners(ctx) : [];
  const before = await lockMember(ctx, id);
  if (!before) throw notFound('User');
  throwIfInvalid(await validateUser(ctx, changes, { params: { uuid: id } }));
  requireAnOwnerStays(owners, before, changes);

  const email = changes.email?.toLowerCase();
  await claimNames(ctx, before, { email, slug: changes.slug });
  await updateMember(ctx, id, {
    ...(email !== undefined && { email }),
    ...(changes.firstName !== undefined && { first_name: changes.firstName }),
    ...(changes.lastName !== undefined && { last_name: changes.lastName }),
    ...(changes.role !== undefined && { role: changes.role }),
    ...(changes.slug !== undefined && { slug: changes.slug }),
    ...(changes.timezone !== undefined && { timezone: changes.timezone }),
    ...(changes.language !== undefined && { language: changes.language }),
    ...(changes.isActive !== undefined && { is_active: changes.isActive }),
    ...(changes.password !== undefined && {
      password_hash: await hashPassword(ctx.secrets, email ?? before.email, changes.password),
    }),
  });
  if (isEmailChanged(before, changes)) {
    await ctx.publish(memberEmailChanged, { memberId: id, email: before.email });
  }
  if (changes.password !== undefined) await ctx.publish(memberPasswordSet, { memberId: id });
  if (changes.isActive === false && before.is_active)
    await ctx.publish(memberDeactivated, { memberId: id, ...choices });
  if (changes.role === 'user' && before.role !== 'user') await ctx.publish(memberDemoted, { memberId: id });
  return loadUser(ctx, id);
}

/** Throws 404 or 403 for callers who may not change the user. */
export async function validateUser(
  ctx: Ctx,
  changes: Changes,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const before = await loadUser(ctx, params.uuid);
  const refusal = findChangeProblem(ctx.actor, before, changes);
  if (refusal) throw forbidden(refusal);
  await rejectOwnAddress(ctx, before, changes);
  if (isAccessGranted(changes, before)) await requireRecentSession(ctx);
  const { email, first_name: firstName, last_name: lastName } = before;
  return {
    ...(await validateNames(ctx, changes, before)),
    ...(await validatePassword(ctx, { email, firstName, lastName, ...changes })),
  };
}

/**
 * An address decides who somebody is at an identity provider, and whether it is enforced. People who could choose theirs would get the
 * account of a colleague, or around the provider.
 */
async function rejectOwnAddress(ctx: Ctx, before: MemberWithTeams, changes: Changes): Promise<void> {
  const isOwn = before.id === ctx.actor.memberId && ctx.actor.role !== 'owner';
  if (!isOwn || changes.email === undefined || !isEmailChanged(before, changes)) return;
  if (await hasProvider(ctx, [before.email, changes.email]))
    throw forbidden('Your identity provider decides your email address. Ask an owner or admin to change it.');
}

function changesRoleOrActivity({ role, isActive }: Changes): boolean {
  return role !== undefined || isActive !== undefined;
}

function requireAnOwnerStays(owners: readonly string[], before: MemberWithTeams, changes: Changes): void {
  const staysOwner = (changes.role ?? before.role) === 'owner' && (changes.isActive ?? before.is_active);
  if (isLastOwner(owners, before.id, staysOwner)) {
    throw conflict('A workspace needs at least one active owner. Make someone else an owner first.');
  }
}

async function claimNames(
  ctx: Ctx,
  { id, ...before }: MemberWithTeams,
  { email = before.email, slug = before.slug }: { email: string | undefined; slug: string | undefined },
): Promise<void> {
  if (email !== before.email && !(await setSignIn(ctx, id, email))) throw invalidField('email', emailIsTaken);
  if (slug === before.slug) return;
  await claimGivenSlug(ctx, slug, { member_id: id });
  await releaseSlug(ctx, before.slug);
}
