import type { TextKey } from '@daybook/booking/account/model';
import { renderConsent, renderOutcome } from '@daybook/booking/account/render';
import {
  allowApp,
  askForApproval,
  buildConsentKey,
  idleDays,
  isConsentKey,
  readAuthorization,
  readConsent,
  rejectApp,
  type AuthorizationRequest,
  type Consent,
} from '../identity/public.ts';
import type { Actor } from '../platform/auth/actor.ts';
import type { Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { forbidden, Problem } from '../platform/problems.ts';
import { buildImagePath } from '../platform/urls.ts';
import { buildReturnCookies, clearReturnCookie, maxReturnLength } from './return-cookie.ts';
import { listShownScopes } from './rules.ts';
import { buildPageBase, findActor, readFormField, respondWithPage } from './visit.ts';

/** For how many days an app can be connected, beside without an end. */
const lasts = [1, 7, 30, 90];

/** An app sent this browser: who is it, and may it? Nobody is sent back to it before it is known. */
export async function showConsent(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return withRequest(runtime, visit, visit.search, async (actor, request, query) => {
    if (request.prompt.includes('none'))
      return answer(runtime, rejectApp(runtime, request, 'consent_required'));
    const consent = await readConsent(runtime, actor, request);
    return renderConsentPage(runtime, visit, { actor, request, consent, query });
  });
}

export async function submitConsent(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const query = (visit.form?.get('request') ?? '').slice(0, maxReturnLength);
  return withRequest(runtime, visit, query, async (actor, request) => {
    if (!isConsentKey(runtime, actor, query, readFormField(visit, 'key')))
      throw forbidden('Requests from another site aren’t allowed.');
    switch (readFormField(visit, 'decision')) {
      case 'allow':
        return answer(runtime, await allowApp(runtime, actor, request, parseDays(visit)));
      case 'request':
        await askForApproval(runtime, actor, request);
        return showOutcome(runtime, visit, ['approvalRequested', 'approvalRequestedHint'], 200);
      default:
        return answer(runtime, rejectApp(runtime, request));
    }
  });
}

type Show = (actor: Actor, request: AuthorizationRequest, query: string) => Promise<PageResponse>;

async function withRequest(runtime: Runtime, visit: Visit, query: string, show: Show): Promise<PageResponse> {
  if (query.length > maxReturnLength) return showOutcome(runtime, visit, ['unknownApp', 'unknownAppHint']);
  const actor = await findActor(runtime, visit);
  const params = new URLSearchParams(query);
  const reader = { isSignedIn: actor !== undefined, address: visit.ip };
  const checked = await readAuthorization(runtime, params, reader);
  if (checked === undefined) return signInFirst(runtime, query);
  if ('unverified' in checked)
    return checked.unverified === 'client'
      ? showOutcome(runtime, visit, ['unknownApp', 'unknownAppHint'])
      : showOutcome(runtime, visit, ['wrongAddress', 'wrongAddressHint']);
  if ('redirect' in checked) return answer(runtime, checked.redirect);
  const { request } = checked;
  if (!actor && request.prompt.includes('none'))
    return answer(runtime, rejectApp(runtime, request, 'login_required'));
  const isOther = request.prompt.some((prompt) => prompt === 'login' || prompt === 'select_account');
  if (!actor || isOther) return signInFirst(runtime, query);
  if (actor.lacksFactor)
    return { redirect: '/app/security', cookies: buildReturnCookies(runtime, at(query)) };
  try {
    return await show(actor, request, query);
  } catch (error) {
    if (error instanceof Problem && error.headers['www-authenticate']?.startsWith('Session'))
      return signInFirst(runtime, query);
    throw error;
  }
}

/** Every way of signing in ends at `/app`, which leads back here. The wish for another account is fulfilled by then. */
function signInFirst(runtime: Runtime, query: string): PageResponse {
  return { redirect: '/app?again=1', cookies: buildReturnCookies(runtime, at(query)) };
}

const at = (query: string) => ({ path: '/oauth/authorize', query: withPrompt(query), form: undefined });

function withPrompt(query: string, prompt?: string): URLSearchParams {
  const params = new URLSearchParams(query);
  params.delete('prompt');
  if (prompt !== undefined) params.set('prompt', prompt);
  return params;
}

/** To the app. The answer may hold a code, so that it is never cached. */
function answer(runtime: Runtime, redirect: string): PageResponse {
  return { redirect, cookies: [clearReturnCookie(runtime)] };
}

interface Shown {
  readonly actor: Actor;
  readonly request: AuthorizationRequest;
  readonly consent: Consent;
  readonly query: string;
}

function renderConsentPage(
  runtime: Runtime,
  visit: Visit,
  { actor, request, consent, query }: Shown,
): PageResponse {
  const html = renderConsent({
    ...buildPageBase(runtime, visit),
    script: null,
    notice: null,
    app: request.client.name,
    logo: buildImagePath(request.client.logo),
    email: actor.email,
    ...consent,
    scopes: listShownScopes(consent.scopes),
    host: ['localhost', '127.0.0.1', '[::1]'].includes(consent.host) ? null : consent.host,
    lasts,
    idleDays,
    request: query,
    key: buildConsentKey(runtime, actor, query),
    otherHref: `/oauth/authorize?${withPrompt(query, 'select_account')}`,
  });
  return { ...respondWithPage(runtime, visit, html), formLeavesSite: true } as PageResponse;
}

function parseDays(visit: Visit): number | null {
  const days = Number(readFormField(visit, 'lasts'));
  return lasts.includes(days) ? days : null;
}

function showOutcome(
  runtime: Runtime,
  visit: Visit,
  [heading, hint]: readonly [TextKey, TextKey],
  status = 400,
): PageResponse {
  const html = renderOutcome({
    ...buildPageBase(runtime, visit),
    script: null,
    notice: null,
    heading: { text: heading },
    hint: { text: hint },
    link: { href: '/app', label: 'backToStart' },
  });
  return respondWithPage(runtime, visit, html, status);
}
