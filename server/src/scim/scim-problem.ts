import { Problem } from '../platform/problems.ts';

export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The reasons that RFC 7644 names for a refusal. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** An error as RFC 7644 has it, for directories that know no other. */
export function scimProblem(
  status: number,
  detail: string,
  scimType?: ScimType,
  headers: Record<string, string> = {},
): Problem {
  const body = { schemas: [errorSchema], status: String(status), ...(scimType && { scimType }), detail };
  return new Problem(status, detail, body, headers);
}

export const invalidValue = (detail: string): Problem => scimProblem(400, detail, 'invalidValue');

/** Any other problem in the form of SCIM: what is taken is a 409, and what is invalid a 400. */
export function toScimProblem(problem: Problem): Problem {
  const { status, message, headers, body } = problem;
  if ('schemas' in body) return problem;
  if (status === 400) return scimProblem(400, message, 'invalidSyntax');
  if (status === 415) return scimProblem(415, 'Send JSON, with Content-Type: application/scim+json.');
  // The log has the reason under this id.
  if ('error_id' in body) return scimProblem(status, `${message} Error ID: ${String(body.error_id)}`);
  if (status !== 422) return scimProblem(status, message, undefined, headers);
  const { errors = {} } = body as { errors?: Record<string, string[]> };
  const details = Object.entries(errors).map(([field, sentences]) => `${field}: ${sentences.join(' ')}`);
  const detail = details.join(' ') || message;
  return /already (exists|taken)/.test(detail)
    ? scimProblem(409, detail, 'uniqueness')
    : invalidValue(detail);
}
