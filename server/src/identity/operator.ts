import { findMemberByEmail } from '../members/public.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';
import { findWorkspace } from './find-workspace.ts';

/** Finds a user by address, in the given workspace or in the only one of the address. */
export async function runAsUser<T>(
  runtime: Runtime,
  email: string,
  which: Parameters<typeof findWorkspace>[1] | undefined,
  work: (ctx: Ctx, memberId: string) => Promise<T>,
): Promise<T> {
  const { id } = await findWorkspace(runtime, which ?? { email });
  return runInWorkspace(runtime, createSystemActor(id), async (ctx) => {
    const member = await findMemberByEmail(ctx, email);
    if (!member?.is_active) throw notFound('User');
    return work(ctx, member.id);
  });
}
