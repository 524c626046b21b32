import { ApiError } from '@daybook/client';
import { words } from './words/words.ts';

/** What went wrong, in a sentence that says what can be done. */
export function formatError(error: unknown): string {
  if (isMissing(error)) return words.errors.gone;
  if (!(error instanceof ApiError)) {
    return isOfConnection(error) ? words.errors.noConnection : words.errors.unexpected;
  }
  // The sentences about the fields say more than the one about the request.
  const sentences = Object.values(error.fields).flat();
  return sentences.length > 0 ? sentences.join(' ') : error.message;
}

/** Whether what was asked for is not there, or not there any longer. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** A request without an answer is a TypeError, which every browser words in its own way. */
function isOfConnection(error: unknown): boolean {
  const beginnings =
    /^(?:failed to fetch|fetch failed|network ?error|load failed|importing a module|error loading)/i;
  return error instanceof TypeError && beginnings.test(error.message);
}
