import type { Ctx } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { isTakenSlug, slugIsTaken } from '../platform/slugs.ts';
import { findMemberByEmail } from './store.ts';

export const emailIsTaken = 'A user with this address exists already.';

interface Names {
  readonly email?: string | undefined;
  readonly slug?: string | undefined;
}

/** Which of the names others have. `own` are those of who asks, which are theirs to keep. */
export async function takenNames(ctx: Ctx, { email, slug }: Names, own: Names = {}): Promise<FieldErrors> {
  const isEmailTaken =
    email !== undefined && email.toLowerCase() !== own.email && (await findMemberByEmail(ctx, email));
  const isSlugTaken = slug !== undefined && slug !== own.slug && (await isTakenSlug(ctx, slug));
  return { ...(isEmailTaken && { email: [emailIsTaken] }), ...(isSlugTaken && { slug: [slugIsTaken] }) };
}
