import { finishSingleSignOn, requestSingleSignOn, requiresProvider } from '../identity/public.ts';
import type { Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { Problem } from '../platform/problems.ts';
import { showSignIn } from './show-sign-in.ts';
import { clearStepCookie, buildStepCookie } from './step-cookie.ts';
import { describeVisitClient } from './visit.ts';

/** Sends the browser to the identity provider. */
export async function startSingleSignOn(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const invitation = visit.query['invitation']?.slice(0, 100);
  const isAgain = visit.query['again'] === '1';
  const { url, cookies } = await requestSingleSignOn(runtime, { invitation, isAgain });
  return { redirect: url, cookies };
}

/** The browser comes back from the provider. */
export async function finishAtCallback(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  try {
    const client = describeVisitClient(runtime, visit);
    const arrival = await finishSingleSignOn(runtime, visit.query, visit.cookies, client);
    if ('cell' in arrival)
      return { redirect: `/auth/oidc/start?cell=${arrival.cell}`, cookies: arrival.cookies };
    if ('cookies' in arrival)
      return { redirect: '/app', cookies: [...arrival.cookies, clearStepCookie(runtime)] };
    const step = { by: 'single sign-on', ...arrival, methods: [] } as const;
    return { redirect: '/app/sign-in/step', cookies: [buildStepCookie(runtime, step)] };
  } catch (error) {
    return showRefusal(runtime, visit, error);
  }
}

/** The sign-in page, with the reason. Rethrows what is no refusal. */
export async function showRefusal(runtime: Runtime, visit: Visit, error: unknown): Promise<PageResponse> {
  if (!(error instanceof Problem) || (error.status !== 400 && error.status !== 403)) throw error;
  const isElsewhere = error.message === requiresProvider;
  const text = isElsewhere ? 'requiresProvider' : error.status === 403 ? 'notInvited' : 'providerRefused';
  return showSignIn(runtime, visit, { email: '', notice: { text, isError: true }, status: error.status });
}
