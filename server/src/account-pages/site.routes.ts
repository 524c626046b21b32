import type { OutcomeModel, TextKey } from '@daybook/booking/account/model';
import { renderOutcome } from '@daybook/booking/account/render';
import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { servePages, type PageRoute, type PageResponse, type Visit } from '../platform/http/pages.ts';
import type { Problem } from '../platform/problems.ts';
import { showError } from '../pages/public.ts';
import * as forms from './show-forms.ts';
import * as security from './show-security.ts';
import { showStart, showStep, takeSignIn, takeSignOut, takeStep } from './show-sign-in.ts';
import { startSingleSignOn, takeSingleSignOn } from './show-single-sign-on.ts';
import { baseOf, page } from './visit.ts';

/** The pages on which people sign in and look after their account. */
export function serveAccountPages(app: FastifyInstance, runtime: Runtime): void {
  servePages(app, runtime, pages, showClosed);
}

const get = (path: string, handle: PageRoute['handle']): PageRoute => ({ method: 'GET', path, handle });
const post = (path: string, handle: PageRoute['handle']): PageRoute => ({
  method: 'POST',
  path,
  handle,
  sameOriginOnly: true,
});

const pages: readonly PageRoute[] = [
  get('/app', showStart),
  post('/app/sign-in', takeSignIn),
  get('/app/sign-in/step', showStep),
  post('/app/sign-in/step', takeStep),
  post('/app/sign-out', takeSignOut),
  get('/app/password-reset', forms.showAskReset),
  post('/app/password-reset', forms.takeAskReset),
  get('/app/password-reset/:token', forms.showReset),
  post('/app/password-reset/:token', forms.takeReset),
  get('/app/invitations/:token', (runtime, visit) => forms.showInvitation(runtime, visit)),
  post('/app/invitations/:token', forms.takeInvitation),
  get('/app/sign-up', forms.showSignUp),
  post('/app/sign-up', forms.takeSignUp),
  get('/app/sign-up/:token', forms.showConfirmSignUp),
  post('/app/sign-up/:token', forms.takeConfirmSignUp),
  get('/app/security', (runtime, visit) => security.showSecurity(runtime, visit)),
  post('/app/security/password', security.takePassword),
  post('/app/security/totp', security.takeTotp),
  post('/app/security/totp/confirm', security.takeTotpCode),
  post('/app/security/totp/remove', security.takeTotpRemoval),
  post('/app/security/recovery-codes', security.takeNewCodes),
  post('/app/security/passkeys/:uuid/remove', security.takePasskeyRemoval),
  post('/app/security/sessions/:uuid/end', security.takeSessionEnd),
  get('/auth/oidc/start', startSingleSignOn),
  get('/auth/oidc/callback', takeSingleSignOn),
];

/** Links of mails that open nothing any more say so; the rest is as on the public pages. */
function showClosed(runtime: Runtime, visit: Visit, problem: Problem): PageResponse {
  const why = whyClosed(visit.path, problem);
  if (!why) return showError(runtime, visit, problem);
  const [heading, hint, link] = why;
  const html = renderOutcome({
    ...baseOf(runtime, visit),
    script: null,
    notice: null,
    heading: { text: heading },
    hint: { text: hint },
    link,
  });
  return page(runtime, visit, html, problem.status);
}

const toSignIn = { href: '/app', label: 'signIn' } as const;

function whyClosed(
  path: string,
  { status, message }: Problem,
): readonly [TextKey, TextKey, OutcomeModel['link']] | undefined {
  if (status !== 404 && status !== 409) return undefined;
  if (path.startsWith('/app/invitations/')) {
    if (status === 404) return ['invitationMissing', 'invitationMissingHint', toSignIn];
    if (message.includes('used')) return ['invitationUsed', 'invitationUsedHint', toSignIn];
    if (message.includes('expired')) return ['invitationExpired', 'invitationExpiredHint', toSignIn];
    return ['invitationWithdrawn', 'invitationWithdrawnHint', toSignIn];
  }
  if (path.startsWith('/app/password-reset/')) {
    return ['linkGone', 'linkGoneHint', { href: '/app/password-reset', label: 'resetHeading' }];
  }
  return path.startsWith('/app/sign-up/') ? ['linkGone', 'linkGoneHint', toSignIn] : undefined;
}
