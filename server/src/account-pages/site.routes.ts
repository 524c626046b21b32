import type { OutcomeModel, TextKey } from '@daybook/booking/account/model';
import { renderOutcome } from '@daybook/booking/account/render';
import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { servePages, type PageRoute, type PageResponse, type Visit } from '../platform/http/pages.ts';
import type { Problem } from '../platform/problems.ts';
import { showError } from '../pages/public.ts';
import * as forms from './show-forms.ts';
import * as security from './show-security.ts';
import { showStart, showStep, submitSignIn, submitSignOut, submitStep } from './show-sign-in.ts';
import { startSingleSignOn, finishAtCallback } from './show-single-sign-on.ts';
import { pageBase, page } from './visit.ts';

/** The pages of sign-in and account. */
export function serveAccountPages(app: FastifyInstance, runtime: Runtime): void {
  servePages(app, runtime, pages, showLinkError);
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
  get('/app/*', showStart),
  post('/app/sign-in', submitSignIn),
  get('/app/sign-in/step', showStep),
  post('/app/sign-in/step', submitStep),
  post('/app/sign-out', submitSignOut),
  get('/app/password-reset', forms.showResetRequest),
  post('/app/password-reset', forms.submitResetRequest),
  get('/app/password-reset/:token', forms.showReset),
  post('/app/password-reset/:token', forms.submitReset),
  get('/app/invitations/:token', (runtime, visit) => forms.showInvitation(runtime, visit)),
  post('/app/invitations/:token', forms.submitInvitation),
  get('/app/sign-up', forms.showSignUp),
  post('/app/sign-up', forms.submitSignUp),
  get('/app/sign-up/:token', forms.showSignUpConfirmation),
  post('/app/sign-up/:token', forms.submitSignUpConfirmation),
  get('/app/security', (runtime, visit) => security.showSecurity(runtime, visit)),
  post('/app/security/password', security.submitPassword),
  post('/app/security/totp', security.submitTotp),
  post('/app/security/totp/confirm', security.submitTotpCode),
  post('/app/security/totp/remove', security.submitTotpRemoval),
  post('/app/security/recovery-codes', security.submitNewCodes),
  post('/app/security/passkeys/:uuid/remove', security.submitPasskeyRemoval),
  post('/app/security/sessions/:uuid/end', security.submitSessionEnd),
  get('/auth/oidc/start', startSingleSignOn),
  get('/auth/oidc/callback', finishAtCallback),
];

/** Explains why a link of a mail is not valid; other errors look as on the public pages. */
function showLinkError(runtime: Runtime, visit: Visit, problem: Problem): PageResponse {
  const why = closedReason(visit.path, problem);
  if (!why) return showError(runtime, visit, problem);
  const [heading, hint, link] = why;
  const html = renderOutcome({
    ...pageBase(runtime, visit),
    script: null,
    notice: null,
    heading: { text: heading },
    hint: { text: hint },
    link,
  });
  return page(runtime, visit, html, problem.status);
}

const toSignIn = { href: '/app', label: 'signIn' } as const;

function closedReason(
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
