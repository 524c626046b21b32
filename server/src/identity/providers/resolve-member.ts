import { createUser, updateUser } from '../../members/public.ts';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { forbidden, Problem } from '../../platform/problems.ts';
import { findMappedRole, isOwnAddress, type Person, type RoleRule } from './rules.ts';
import {
  findByAddress,
  findBySubject,
  linkSubject,
  type Account,
  type ProviderRef,
  type ProviderRow,
} from './store.ts';

const notInvited = 'You haven’t been invited to this workspace yet. Ask an owner or admin for an invitation.';

/** The user that a person is: the one of the subject, else of the address, else a new one. */
export async function resolveMember(
  runtime: Runtime,
  ref: ProviderRef,
  row: ProviderRow,
  person: Person,
): Promise<string> {
  const work = (ctx: Ctx): Promise<string> => findOrCreateMember(ctx, row, person);
  const actor = createSystemActor(ref.workspaceId);
  try {
    return await runInWorkspace(runtime, actor, work);
  } catch (error) {
    // Another first sign-in of the same person has created the user meanwhile.
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    return runInWorkspace(runtime, actor, work);
  }
}

async function findOrCreateMember(ctx: Ctx, row: ProviderRow, person: Person): Promise<string> {
  const known = await findBySubject(ctx, row.id, person.subject);
  const account = known ?? (await findOwnAddress(ctx, row, person));
  if (account) {
    // The answer is the one for strangers: whether someone was a user is none of theirs to know.
    if (!account.is_active) throw forbidden(notInvited);
    if (!known) await linkSubject(ctx, row.id, person.subject, account.id);
    await syncRole(ctx, row, account, person);
    return account.id;
  }
  return createMember(ctx, row, person);
}

/** Never by an address of another domain: nobody has proven whose it is. */
async function findOwnAddress(ctx: Ctx, row: ProviderRow, { email }: Person): Promise<Account | undefined> {
  if (!isOwnAddress(email, row.verified_domains)) throw forbidden(notInvited);
  const account = await findByAddress(ctx, row.id, email);
  // Somebody else at the provider is this user: an address was given to another person.
  if (account?.is_linked) throw forbidden(notInvited);
  return account;
}

async function createMember(ctx: Ctx, row: ProviderRow, person: Person): Promise<string> {
  const { email, firstName, lastName, language = 'en' } = person;
  if (!row.creates_users || email === null) throw forbidden(notInvited);
  const role = findRole(row, person) ?? (row.default_role as 'admin' | 'user');
  const user = await createUser(ctx, { firstName, lastName, email, role, language, timezone: 'UTC' });
  await linkSubject(ctx, row.id, person.subject, user.id);
  return user.id;
}

/** Owners keep their role, whatever their groups are. */
async function syncRole(ctx: Ctx, row: ProviderRow, account: Account, person: Person): Promise<void> {
  const role = findRole(row, person);
  if (role !== undefined && role !== account.role && account.role !== 'owner')
    await updateUser(ctx, account.id, { role });
}

function findRole(row: ProviderRow, { groups }: Person): 'admin' | 'user' | undefined {
  return findMappedRole(groups, row.role_mapping as RoleRule[], row.default_role as 'admin' | 'user');
}
