import type { newUser } from '@daybook/contract/members';
import type { z } from 'zod';
import { hashPassword } from '../platform/auth/password.ts';
import { describePasswordProblem } from '../platform/auth/password-rules.ts';
import { requireRecentSession } from '../platform/auth/recent-session.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUserId } from '../platform/ids.ts';
import { forbidden, invalidField, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { claimFreeSlug, createSlug } from '../platform/slugs.ts';
import { memberCreated } from './events.ts';
import { claimGivenSlug, emailIsTaken, validateNames } from './names.ts';
import { isAccessGranted, findAddProblem } from './rules.ts';
import {
  findMember,
  insertMember,
  readOrganizationName,
  setSignIn,
  updateMember,
  type MemberWithTeams,
} from './store.ts';
import { serializeUser } from './view.ts';

type Fields = z.output<typeof newUser>;

export async function createUser(ctx: Ctx, fields: Fields): Promise<MemberWithTeams> {
  throwIfInvalid(await validateNewUser(ctx, fields));
  const id = generateUserId();
  const email = fields.email.toLowerCase();
  const isInserted = await insertMember(ctx, {
    id,
    email,
    first_name: fields.firstName,
    last_name: fields.lastName,
    slug: fields.slug ?? '',
    language: fields.language,
    timezone: fields.timezone,
    role: fields.role,
    password_hash:
      fields.password === undefined ? null : await hashPassword(ctx.secrets, email, fields.password),
  });
  if (!isInserted) throw invalidField('email', emailIsTaken);
  if (fields.slug === undefined) await claimSlugFromName(ctx, id, fields);
  else await claimGivenSlug(ctx, fields.slug, { member_id: id });
  await setSignIn(ctx, id, email);
  await ctx.publish(memberCreated, { memberId: id, email, timezone: fields.timezone });
  return loadUser(ctx, id);
}

/** Throws 403 for callers who may not add such a user, so that they don't learn which names are taken. */
export async function validateNewUser(ctx: Ctx, fields: Partial<Fields>): Promise<FieldErrors> {
  const refusal = findAddProblem(ctx.actor, fields);
  if (refusal) throw forbidden(refusal);
  if (isAccessGranted(fields)) await requireRecentSession(ctx);
  return { ...(await validateNames(ctx, fields)), ...(await validatePassword(ctx, fields)) };
}

interface PasswordFields {
  readonly password?: string | undefined;
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export async function validatePassword(
  ctx: Ctx,
  { password, ...owner }: PasswordFields,
): Promise<FieldErrors> {
  if (password === undefined) return {};
  const reason = describePasswordProblem(password, {
    ...owner,
    organization: await readOrganizationName(ctx),
  });
  return reason === undefined ? {} : { password: [reason] };
}

async function claimSlugFromName(ctx: Ctx, id: string, { firstName, lastName }: Fields): Promise<void> {
  const wanted = createSlug(`${firstName} ${lastName}`, 'member');
  await updateMember(ctx, id, { slug: await claimFreeSlug(ctx, wanted, { member_id: id }) });
}

/** The user as everyone in the workspace sees them. */
export async function readUser(ctx: Ctx, id: string) {
  return serializeUser(ctx, await loadUser(ctx, id));
}

export async function loadUser(ctx: Ctx, id: string): Promise<MemberWithTeams> {
  const member = await findMember(ctx, id);
  if (!member) throw notFound('User');
  return member;
}
