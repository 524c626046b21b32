import { Problem } from '../../platform/problems.ts';

/** An error as RFC 6749 has it, for programs that know no other. */
export function oauthProblem(
  error: string,
  description: string,
  status: 400 | 401 = 400,
  headers: Record<string, string> = {},
): Problem {
  return new Problem(status, description, { error, error_description: description }, headers);
}

/** The same for a code or refresh token that is unknown, used, expired or someone else's: nobody learns which. */
export function invalidGrant(): Problem {
  return oauthProblem(
    'invalid_grant',
    'The code or refresh token isn’t valid, or was used before. Connect the app again.',
  );
}
