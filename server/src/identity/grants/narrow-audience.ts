import type { Audience } from '../../platform/auth/authenticate.ts';
import { oauthProblem } from './oauth-problem.ts';
import { parseAudience } from './rules.ts';

/** A token may be for less than was allowed, and never for something else. */
export function narrowAudience(
  issuer: string,
  body: URLSearchParams,
  allowed: Audience | null,
): Audience | null {
  const resources = body.getAll('resource');
  if (resources.length === 0) return allowed;
  const wanted = parseAudience(resources, issuer);
  if (wanted === undefined || (allowed !== null && wanted !== allowed))
    throw oauthProblem('invalid_target', 'The user didn’t allow this resource.');
  return wanted;
}
