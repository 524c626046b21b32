import { claimUploads } from '../../files/public.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import type { Ctx } from '../../platform/context.ts';
import { throwIfInvalid } from '../../platform/problems.ts';
import { buildAnswers, listUploads, type Answer } from './rules.ts';
import type { Booking, Page } from './validate-booking.ts';

/**
 * The answers of a booking, with the files that they name, which are somebody's from now on. What was paid for is booked also
 * without a file that has expired meanwhile.
 */
export async function resolveAnswers(
  ctx: Ctx,
  { facts, details }: Pick<Page, 'facts' | 'details'>,
  booking: Booking,
  { isPaid = false }: { readonly isPaid?: boolean } = {},
): Promise<Answer[]> {
  const uploads = listUploads(booking, details.questions);
  if (uploads.length === 0) return buildAnswers(booking, details.questions, new Map());
  const hashes = uploads.map(({ token }) => hashSecret(token));
  const { email } = booking;
  const claimed = await claimUploads(ctx, { eventTypeId: facts.id, email, hashes });
  const files = new Map(
    uploads.flatMap(({ token }) => {
      const file = claimed.get(hashSecret(token).toString('hex'));
      return file ? [[token, file] as const] : [];
    }),
  );
  const missing = isPaid ? [] : uploads.filter(({ token }) => !files.has(token));
  throwIfInvalid(
    Object.fromEntries(missing.map(({ place }) => [`question_answers.${place}.answer`, [expired]])),
  );
  return buildAnswers(booking, details.questions, files);
}

const expired = 'This file is unknown, expired or already used. Upload it again.';
