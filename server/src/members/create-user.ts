import type { newUser } from '@daybook/contract/members';
import type { z } from 'zod';
import { hashPassword } from '../platform/auth/password.ts';
import type { Ctx } from '../platform/context.ts';
import { newUserId } from '../platform/ids.ts';
import { forbidden, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { claimFreeSlug, claimSlug, isReservedSlug, slugFrom, slugIsTaken } from '../platform/slugs.ts';
import { memberCreated } from './events.ts';
import { whyNotAdd } from './rules.ts';
import { findMember, insertMember, setSignIn, updateMember, type MemberWithTeams } from './store.ts';
import { emailIsTaken, takenNames } from './taken.ts';

type Fields = z.output<typeof newUser>;

/** Adds a user. The address and the slug are claimed by insert, so that two requests at once can't both have them. */
export async function createUser(ctx: Ctx, fields: Fields): Promise<MemberWithTeams> {
  demandMayAdd(ctx, fields);

  const id = newUserId();
  const email = fields.email.toLowerCase();
  const errors: FieldErrors = {};
  const inserted = await insertMember(ctx, {
    id,
    email,
    first_name: fields.firstName,
    last_name: fields.lastName,
    slug: fields.slug ?? '',
    language: fields.language,
    timezone: fields.timezone,
    role: fields.role,
    password_hash: fields.password === undefined ? null : await hashPassword(fields.password),
  });
  if (!inserted) errors['email'] = [emailIsTaken];
  if (fields.slug !== undefined) {
    const free =
      !isReservedSlug(fields.slug) && (!inserted || (await claimSlug(ctx, fields.slug, { member_id: id })));
    if (!free) errors['slug'] = [slugIsTaken];
  }
  throwIfInvalid(errors);

  if (fields.slug === undefined) {
    const wanted = slugFrom(`${fields.firstName} ${fields.lastName}`, 'member');
    await updateMember(ctx, id, { slug: await claimFreeSlug(ctx, wanted, { member_id: id }) });
  }
  await setSignIn(ctx, id, email);
  await ctx.publish(memberCreated, { memberId: id, email, timezone: fields.timezone });
  return loadUser(ctx, id);
}

/** What creating would find wrong. */
export async function validateNewUser(ctx: Ctx, fields: Partial<Fields>): Promise<FieldErrors> {
  demandMayAdd(ctx, fields);
  return takenNames(ctx, fields);
}

function demandMayAdd({ actor }: Ctx, fields: Partial<Fields>): void {
  const refusal = whyNotAdd(actor, fields);
  if (refusal) throw forbidden(refusal);
}

export async function loadUser(ctx: Ctx, id: string): Promise<MemberWithTeams> {
  const member = await findMember(ctx, id);
  if (!member) throw notFound('User');
  return member;
}
