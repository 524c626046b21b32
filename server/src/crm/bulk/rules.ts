import type { FieldErrors, Problem } from '../../platform/problems.ts';

export interface ItemError {
  readonly message: string;
  readonly errors?: FieldErrors;
}

/** `placeOf` says where in the request a record is whose id means nothing to the caller, since it is rolled back. */
export function toItemError(
  { message, body }: Problem,
  placeOf: (recordId: string) => string | undefined = () => undefined,
): ItemError {
  const { errors } = body as { errors?: FieldErrors };
  const placed = message.replaceAll(
    /record ([0-9a-f-]{36})/g,
    (text, recordId: string) => placeOf(recordId) ?? text,
  );
  return { message: placed, ...(errors && { errors }) };
}
