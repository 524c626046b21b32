import { isExpected } from '../platform/http/etag.ts';
import { scimProblem } from './scim-problem.ts';

/** `W/"..."`, as it stands in `meta.version` and in the ETag. */
export function formatVersion(version: string): string {
  return `W/"${version}"`;
}

export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (isExpected(ifMatch, version)) return;
  throw scimProblem(412, 'The resource was changed meanwhile. Read it again, then retry.');
}

/** Whether a header such as `If-None-Match` names a formatted version. */
export function isVersion(header: string, formatted: string): boolean {
  return isExpected(header, formatted.slice('W/"'.length, -1));
}
