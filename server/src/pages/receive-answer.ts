import { uploadExpired, insertUpload, receiveFile, type NewFile } from '../files/public.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { hashSecret } from '../platform/auth/token.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import type { Upload } from '../platform/http/serve-upload.ts';
import { generateLinkToken } from '../platform/ids.ts';
import { invalidField } from '../platform/problems.ts';
import { loadBookingPage, type PageAddress } from './find.ts';

/** Receives a file for a question of a page. Pages that ask for none take none. */
export function receiveAnswer(
  runtime: Runtime,
  actor: Actor,
  { params, query: { name } }: { readonly params: PageAddress; readonly query: { readonly name: string } },
  { bytes, length }: Upload,
): Promise<NewFile> {
  return receiveFile(runtime, actor, { name, bytes, length }, async (ctx) => {
    const { id: eventTypeId, questions } = await loadBookingPage(ctx, params);
    if (!questions.some(({ type }) => type === 'FILE_INPUT'))
      throw invalidField('file', 'No question of this page asks for a file.');
    return { eventTypeId };
  });
}

/** Keeps it for the owner of the token, until it is booked. */
export async function storeAnswer(ctx: Ctx, { params }: { readonly params: PageAddress }, file: NewFile) {
  const { id: eventTypeId } = await loadBookingPage(ctx, params);
  const token = generateLinkToken();
  const expiresAt = await insertUpload(ctx, file, { eventTypeId, tokenHash: hashSecret(token) });
  if (expiresAt === undefined) throw uploadExpired();
  const { name, type, sizeBytes } = file;
  return { token, name, type, sizeBytes, expiresAt };
}
