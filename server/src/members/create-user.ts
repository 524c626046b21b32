import type { newUser } from '@daybook/contract/members';
import type { z } from 'zod';
import { hashPassword } from '../platform/auth/password.ts';
import type { Ctx } from '../platform/context.ts';
import { newUserId } from '../platform/ids.ts';
import { forbidden, invalid, notFound, type FieldErrors } from '../platform/problems.ts';
import { claimFreeSlug, claimSlug, isReservedSlug, slugFrom } from '../platform/slugs.ts';
import { memberCreated } from './events.ts';
import { whyNotAdd } from './rules.ts';
import { findMember, insertMember, setSignIn, updateMember, type MemberWithTeams } from './store.ts';

/** Adds a user. The address and the slug are claimed by insert, so that two requests at once can't both have them. */
export async function createUser(ctx: Ctx, fields: z.output<typeof newUser>): Promise<MemberWithTeams> {
  const refusal = whyNotAdd(ctx.actor, fields);
  if (refusal) throw forbidden(refusal);

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
  if (!inserted) errors['email'] = ['A user with this address exists already.'];
  if (fields.slug !== undefined) {
    const free =
      !isReservedSlug(fields.slug) && (!inserted || (await claimSlug(ctx, fields.slug, { member_id: id })));
    if (!free) errors['slug'] = ['This slug is taken.'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);

  if (fields.slug === undefined) {
    const wanted = slugFrom(`${fields.firstName} ${fields.lastName}`, 'member');
    await updateMember(ctx, id, { slug: await claimFreeSlug(ctx, wanted, { member_id: id }) });
  }
  await setSignIn(ctx, id, email);
  await ctx.tell(memberCreated, { memberId: id, email, timezone: fields.timezone });
  return loadUser(ctx, id);
}

export async function loadUser(ctx: Ctx, id: string): Promise<MemberWithTeams> {
  const member = await findMember(ctx, id);
  if (!member) throw notFound('User');
  return member;
}
