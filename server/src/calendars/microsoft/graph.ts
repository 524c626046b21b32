import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import { callApi, type ApiAnswer, type ApiRequest, type CalendarAuth } from '../provider/public.ts';

export interface GraphPage<Item> {
  readonly value: readonly Item[];
  readonly '@odata.nextLink'?: string;
  readonly '@odata.deltaLink'?: string;
}

/** Ids that stay when an entry is moved to another folder, times in UTC, and pages of more than ten. */
const prefer = 'IdType="ImmutableId", outlook.timezone="UTC", odata.maxpagesize=200';

export function callGraph<Body>(
  outbound: Outbound,
  auth: CalendarAuth,
  request: ApiRequest,
): Promise<ApiAnswer<Body>> {
  return callApi<Body>(outbound, auth, { ...request, headers: { prefer, ...request.headers } });
}
