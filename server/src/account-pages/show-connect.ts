import type { TextKey } from '@daybook/booking/account/model';
import { renderOutcome } from '@daybook/booking/account/render';
import { finishAuthorization, type AuthorizationResult } from '../calendars/public.ts';
import type { Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { findActor, respondWithPage, buildPageBase } from './visit.ts';

/** The browser comes back from Google or Microsoft, where its user allowed access to their calendars, or did not. */
export async function finishConnecting(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const actor = await findActor(runtime, visit);
  if (!actor)
    return refuse(runtime, visit, ['connectSignIn', 'connectSignInHint'], { href: '/app', label: 'signIn' });
  const finished = await finishAuthorization(runtime, actor, visit.params['provider'] ?? '', visit.query);
  if (finished.refusal === undefined) return { redirect: finished.returnTo };
  const back = { href: finished.returnTo ?? '/app', label: 'backToStart' } as const;
  return refuse(runtime, visit, texts[finished.refusal], back);
}

type Refusal = NonNullable<AuthorizationResult['refusal']>;

const texts: Readonly<Record<Refusal, readonly [TextKey, TextKey]>> = {
  expired: ['connectExpired', 'connectExpiredHint'],
  denied: ['connectDenied', 'connectDeniedHint'],
  not_allowed: ['connectNotAllowed', 'connectNotAllowedHint'],
  too_many: ['connectTooMany', 'connectTooManyHint'],
  failed: ['connectFailed', 'connectFailedHint'],
};

function refuse(
  runtime: Runtime,
  visit: Visit,
  [heading, hint]: readonly [TextKey, TextKey],
  link: { readonly href: string; readonly label: TextKey },
): PageResponse {
  const html = renderOutcome({
    ...buildPageBase(runtime, visit),
    script: null,
    notice: null,
    heading: { text: heading },
    hint: { text: hint },
    link,
  });
  return respondWithPage(runtime, visit, html, 400);
}
