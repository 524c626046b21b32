import type { TextKey } from '@daybook/booking/account/model';
import { renderOutcome } from '@daybook/booking/account/render';
import {
  finishProviderSignIn,
  readServiceMetadata,
  receiveLogoutRequest,
  receiveLogoutToken,
  receiveSamlResponse,
  startProviderSignIn,
  type TestResult,
} from '../identity/public.ts';
import type { Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { badRequest } from '../platform/problems.ts';
import { showRefusal } from './show-single-sign-on.ts';
import { clearStepCookie } from './step-cookie.ts';
import { buildPageBase, describeVisitClient, respondWithPage } from './visit.ts';

/** The identity provider of a workspace: the way there and back. */

const tokenOf = ({ params }: Visit): string => params['token'] ?? '';

export async function startAtProvider(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const email = visit.query['email']?.slice(0, 254);
  const options = { isAgain: visit.query['again'] === '1', isTest: visit.query['test'] === '1', email };
  return startProviderSignIn(runtime, tokenOf(visit), options);
}

/** The form of a SAML provider. It comes from another site, and carries no cookie. */
export async function receiveAssertion(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const response = visit.form?.get('SAMLResponse') ?? '';
  const relayState = visit.form?.get('RelayState') ?? undefined;
  try {
    return await receiveSamlResponse(runtime, tokenOf(visit), { response, relayState });
  } catch (error) {
    return showRefusal(runtime, visit, error);
  }
}

export async function finishAtProvider(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  try {
    const client = describeVisitClient(runtime, visit);
    const outcome = await finishProviderSignIn(runtime, tokenOf(visit), visit.query, visit.cookies, client);
    if ('test' in outcome) return showTest(runtime, visit, outcome.test);
    return { ...outcome, cookies: [...outcome.cookies, clearStepCookie(runtime)] };
  } catch (error) {
    return showRefusal(runtime, visit, error);
  }
}

function showTest(runtime: Runtime, visit: Visit, { email, name, isOwnAddress }: TestResult): PageResponse {
  const hint: TextKey = isOwnAddress ? 'testPassedHint' : 'testOtherDomain';
  const html = renderOutcome({
    ...buildPageBase(runtime, visit),
    script: null,
    notice: null,
    heading: { text: 'testPassed' },
    hint: { text: hint, values: { name, email: email || '?' } },
    link: { href: '/app', label: 'continue' },
  });
  return respondWithPage(runtime, visit, html);
}

export async function showServiceMetadata(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const content = await readServiceMetadata(runtime, tokenOf(visit));
  return { content, type: 'application/samlmetadata+xml; charset=utf-8' };
}

/** A provider of OpenID Connect calls this itself. */
export async function receiveBackChannelLogout(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const token = visit.form?.get('logout_token') ?? '';
  if (token === '') throw badRequest('Send a form with logout_token.');
  await receiveLogoutToken(runtime, tokenOf(visit), token);
  return { file: '', type: 'text/plain', name: 'logout.txt' };
}

export async function signOutAtProvider(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return { redirect: await receiveLogoutRequest(runtime, tokenOf(visit), visit.search) };
}
