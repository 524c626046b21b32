import type { Ctx } from '../platform/context.ts';
import { invalidField, type FieldErrors } from '../platform/problems.ts';
import { claimSlug, isTakenSlug, slugIsTaken } from '../platform/slugs.ts';
import { findMemberByEmail } from './store.ts';

/**
 * Addresses and slugs are unique. Validation looks up whether they are taken, so that an answer names every wrong field; of
 * two requests at the same moment the unique index lets one pass, and the other fails with the same message.
 */

export const emailIsTaken = 'A user with this email address already exists.';

interface Names {
  readonly email?: string | undefined;
  readonly slug?: string | undefined;
}

/** `own` are the present names of the user or team that is being changed. */
export async function validateNames(ctx: Ctx, { email, slug }: Names, own: Names = {}): Promise<FieldErrors> {
  const isEmailTaken =
    email !== undefined && email.toLowerCase() !== own.email && (await findMemberByEmail(ctx, email));
  const isSlugTaken = slug !== undefined && slug !== own.slug && (await isTakenSlug(ctx, slug));
  return { ...(isEmailTaken && { email: [emailIsTaken] }), ...(isSlugTaken && { slug: [slugIsTaken] }) };
}

/** Claims a slug that was validated. */
export async function claimGivenSlug(
  ctx: Ctx,
  slug: string,
  owner: Parameters<typeof claimSlug>[2],
): Promise<void> {
  if (!(await claimSlug(ctx, slug, owner))) throw invalidField('slug', slugIsTaken);
}
