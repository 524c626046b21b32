import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import { callApi, type ApiAnswer, type ApiRequest, type CalendarAuth } from '../provider/public.ts';

export interface GraphPage<Item> {
  readonly value: readonly Item[];
  readonly '@odata.nextLink'?: string;
  readonly '@odata.deltaLink'?: string;
}

/**
 * Ids that stay when an entry is moved to another folder, times in UTC, and pages of more than ten. A list can't be asked for
 * some fields only, so that pages are kept small and texts plain.
 */
const prefer = [
  'IdType="ImmutableId"',
  'outlook.timezone="UTC"',
  'outlook.body-content-type="text"',
  'odata.maxpagesize=100',
].join(', ');

export function callGraph<Body>(
  outbound: Outbound,
  auth: CalendarAuth,
  request: ApiRequest,
): Promise<ApiAnswer<Body>> {
  return callApi<Body>(outbound, auth, { ...request, headers: { prefer, ...request.headers } });
}
