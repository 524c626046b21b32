import { openRoom } from '../conferencing/public.ts';
import { authenticate } from '../platform/auth/authenticate.ts';
import type { Runtime } from '../platform/context.ts';
import { getSessionCookieName } from '../platform/http/caller.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';

/** Leads to the room of an event, with a token that is made now. Users who are signed in as a host of it moderate. */
export async function joinRoom(
  runtime: Runtime,
  { params: { token = '' }, cookies, ip }: Visit,
): Promise<PageResponse> {
  const session = cookies[getSessionCookieName(runtime.config.publicUrl)];
  const signedIn = session ? await authenticate(runtime.database, session) : undefined;
  return { redirect: await openRoom(runtime, { token, ip, memberId: signedIn?.actor.memberId }) };
}
