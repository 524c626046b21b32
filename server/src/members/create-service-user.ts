import type { Ctx } from '../platform/context.ts';
import { generateShortId, generateUserId } from '../platform/ids.ts';
import { forbidden } from '../platform/problems.ts';
import { claimFreeSlug, createSlug } from '../platform/slugs.ts';
import { loadUser } from './create-user.ts';
import { memberCreated, memberDeactivated } from './events.ts';
import { findAddProblem } from './rules.ts';
import { insertMember, updateMember, type MemberWithTeams } from './store.ts';

interface NewServiceUser {
  readonly name: string;
  readonly role: 'admin' | 'user';
}

/** A user as whom an app acts. It has no address that receives email, and nothing to sign in with. */
export async function createServiceUser(ctx: Ctx, { name, role }: NewServiceUser): Promise<MemberWithTeams> {
  const refusal = findAddProblem(ctx.actor, { role });
  if (refusal) throw forbidden(refusal);
  const id = generateUserId();
  const email = `${generateShortId().toLowerCase()}@service.invalid`;
  const timezone = 'UTC';
  await insertMember(ctx, {
    id,
    email,
    kind: 'service',
    first_name: name,
    last_name: '',
    slug: '',
    language: 'en',
    timezone,
    role,
    password_hash: null,
  });
  const slug = await claimFreeSlug(ctx, createSlug(name, 'service'), { member_id: id });
  await updateMember(ctx, id, { slug });
  await ctx.publish(memberCreated, { memberId: id, email, timezone });
  return loadUser(ctx, id);
}

/** With its app. What it made stays. */
export async function deactivateServiceUser(ctx: Ctx, id: string): Promise<void> {
  await updateMember(ctx, id, { is_active: false });
  await ctx.publish(memberDeactivated, { memberId: id, heirId: null, endsIntegrations: false });
}
