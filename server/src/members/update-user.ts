import type { userChanges } from '@daybook/contract/members';
import type { z } from 'zod';
import { hashPassword } from '../platform/auth/password.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, forbidden, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { claimSlug, isReservedSlug, releaseSlug, slugIsTaken } from '../platform/slugs.ts';
import { loadUser } from './create-user.ts';
import { memberDeactivated } from './events.ts';
import { leavesNoOwner, whyNotChange } from './rules.ts';
import {
  endSessions,
  lockActiveOwners,
  lockMember,
  setSignIn,
  updateMember,
  type MemberWithTeams,
} from './store.ts';
import { emailIsTaken, takenNames } from './taken.ts';

type Changes = z.output<typeof userChanges>;

/** Changes a user; deactivating is a change too. */
export async function updateUser(ctx: Ctx, id: string, changes: Changes): Promise<MemberWithTeams> {
  // Owners first, then the user: always in this order, so that two changes wait for each other instead of deadlocking.
  const owners = changesStanding(changes) ? await lockActiveOwners(ctx) : [];
  const before = await lockMember(ctx, id);
  if (!before) throw notFound('User');
  demandMayChange(ctx, before, changes);
  keepAnOwner(owners, before, changes);

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
    ...(changes.password !== undefined && { password_hash: await hashPassword(changes.password) }),
  });
  if (changes.password !== undefined || changes.isActive === false) await endSessions(ctx, id);
  if (changes.isActive === false && before.is_active) await ctx.publish(memberDeactivated, { memberId: id });
  return loadUser(ctx, id);
}

/** What changing would find wrong. */
export async function validateUser(
  ctx: Ctx,
  changes: Changes,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const before = await loadUser(ctx, params.uuid);
  demandMayChange(ctx, before, changes);
  return takenNames(ctx, changes, before);
}

function demandMayChange({ actor }: Ctx, before: MemberWithTeams, changes: Changes): void {
  const refusal = whyNotChange(actor, before, changes);
  if (refusal) throw forbidden(refusal);
}

function changesStanding({ role, isActive }: Changes): boolean {
  return role !== undefined || isActive !== undefined;
}

function keepAnOwner(owners: readonly string[], before: MemberWithTeams, changes: Changes): void {
  const staysOwner = (changes.role ?? before.role) === 'owner' && (changes.isActive ?? before.is_active);
  if (leavesNoOwner(owners, before.id, staysOwner)) {
    throw conflict('A workspace keeps at least one active owner.');
  }
}

async function claimNames(
  ctx: Ctx,
  before: MemberWithTeams,
  { email, slug }: { email: string | undefined; slug: string | undefined },
): Promise<void> {
  const errors: FieldErrors = {};
  if (email !== undefined && email !== before.email) {
    const free = await setSignIn(ctx, before.id, email);
    if (!free) errors['email'] = [emailIsTaken];
  }
  if (slug !== undefined && slug !== before.slug) {
    if (isReservedSlug(slug) || !(await claimSlug(ctx, slug, { member_id: before.id }))) {
      errors['slug'] = [slugIsTaken];
    } else await releaseSlug(ctx, before.slug);
  }
  throwIfInvalid(errors);
}
