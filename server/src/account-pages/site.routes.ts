import type { OutcomeModel, TextKey } from '@daybook/booking/account/model';
import { renderOutcome } from '@daybook/booking/account/render';
import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { servePages, type PageRoute, type PageResponse, type Visit } from '../platform/http/pages.ts';
import type { Problem } from '../platform/problems.ts';
import { showError } from '../pages/public.ts';
import { finishConnecting } from './show-connect.ts';
import { showConsent, submitConsent } from './show-consent.ts';
import * as forms from './show-forms.ts';
import * as security from './show-security.ts';
import * as provider from './show-provider.ts';
import { showStart, showStep, submitSignIn, submitSignOut, submitStep } from './show-sign-in.ts';
import { startSingleSignOn, finishAtCallback } from './show-single-sign-on.ts';
import { buildPageBase, respondWithPage } from './visit.ts';

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

/** Comes from another site, or from a server. */
const fromProvider = (path: string, handle: PageRoute['handle']): PageRoute => ({
  method: 'POST',
  path,
  handle,
  bodyLimitBytes: providerLimitBytes,
});

/** An assertion names all groups of a person. */
const providerLimitBytes = 300 * 1024;

/** For visitors who reload or bookmark the address of a form. */
const toStart = async (): Promise<PageResponse> => ({ redirect: '/app' });
const toSecurity = async (): Promise<PageResponse> => ({ redirect: '/app/security' });

const pages: readonly PageRoute[] = [
  get('/app', showStart),
  get('/app/*', showStart),
  get('/app/sign-in', toStart),
  post('/app/sign-in', submitSignIn),
  get('/app/sign-in/step', showStep),
  post('/app/sign-in/step', submitStep),
  get('/app/sign-out', toStart),
  post('/app/sign-out', submitSignOut),
  get('/app/password-reset', forms.showResetRequest),
  post('/app/password-reset', forms.submitResetRequest),
  get('/app/password-reset/:token', (runtime, visit) => forms.showReset(runtime, visit)),
  post('/app/password-reset/:token', forms.submitReset),
  get('/app/invitations/:token', (runtime, visit) => forms.showInvitation(runtime, visit)),
  post('/app/invitations/:token', forms.submitInvitation),
  get('/app/sign-up', forms.showSignUp),
  post('/app/sign-up', forms.submitSignUp),
  get('/app/sign-up/:token', (runtime, visit) => forms.showSignUpConfirmation(runtime, visit)),
  post('/app/sign-up/:token', forms.submitSignUpConfirmation),
  get('/app/security', (runtime, visit) => security.showSecurity(runtime, visit)),
  get('/app/security/password', toSecurity),
  post('/app/security/password', security.submitPassword),
  get('/app/security/totp', toSecurity),
  post('/app/security/totp', security.submitTotp),
  get('/app/security/totp/confirm', toSecurity),
  post('/app/security/totp/confirm', security.submitTotpCode),
  get('/app/security/totp/remove', toSecurity),
  post('/app/security/totp/remove', security.submitTotpRemoval),
  get('/app/security/recovery-codes', toSecurity),
  post('/app/security/recovery-codes', security.submitNewCodes),
  get('/app/security/passkeys/:uuid/remove', toSecurity),
  post('/app/security/passkeys/:uuid/remove', security.submitPasskeyRemoval),
  get('/app/security/sessions/end', toSecurity),
  post('/app/security/sessions/end', security.submitSignOutElsewhere),
  get('/app/security/sessions/:uuid/end', toSecurity),
  post('/app/security/sessions/:uuid/end', security.submitSessionEnd),
  get('/oauth/authorize', showConsent),
  post('/oauth/authorize', submitConsent),
  get('/auth/oidc/start', startSingleSignOn),
  get('/auth/oidc/callback', finishAtCallback),
  get('/auth/providers/:token/start', provider.startAtProvider),
  get('/auth/providers/:token/callback', provider.finishAtProvider),
  get('/auth/providers/:token/finish', provider.finishAtProvider),
  fromProvider('/auth/providers/:token/logout', provider.receiveBackChannelLogout),
  get('/saml/:token/metadata', provider.showServiceMetadata),
  fromProvider('/saml/:token/acs', provider.receiveAssertion),
  get('/saml/:token/slo', provider.signOutAtProvider),
  get('/connect/:provider/callback', finishConnecting),
];

/** Explains what is refused here, such as a link of a mail that is not valid; other errors look as on the public pages. */
function showLinkError(runtime: Runtime, visit: Visit, problem: Problem): PageResponse {
  const why = closedReason(visit.path, problem);
  if (!why) return showError(runtime, visit, problem);
  const [heading, hint, link] = why;
  const html = renderOutcome({
    ...buildPageBase(runtime, visit),
    script: null,
    notice: null,
    heading: { text: heading },
    hint: { text: hint },
    link,
  });
  return respondWithPage(runtime, visit, html, problem.status);
}

const toSignIn = { href: '/app', label: 'signIn' } as const;

type Reason = readonly [TextKey, TextKey, OutcomeModel['link']];

function closedReason(path: string, { status, message }: Problem): Reason | undefined {
  if (status === 403) return forbiddenReason(path, message);
  if (status !== 404 && status !== 409) return undefined;
  if (status === 409 && path.startsWith('/app/security/passkeys/')) {
    return ['lastPasskey', 'lastPasskeyHint', { href: '/app/security', label: 'security' }];
  }
  if (path.startsWith('/app/invitations/')) {
    if (status === 404) return ['invitationMissing', 'invitationMissingHint', toSignIn];
    if (message.includes('account')) return ['accountExists', 'accountExistsHint', toSignIn];
    if (message.includes('used')) return ['invitationUsed', 'invitationUsedHint', toSignIn];
    if (message.includes('expired')) return ['invitationExpired', 'invitationExpiredHint', toSignIn];
    return ['invitationWithdrawn', 'invitationWithdrawnHint', toSignIn];
  }
  if (path.startsWith('/app/password-reset/')) {
    return ['linkGone', 'linkGoneHint', { href: '/app/password-reset', label: 'resetHeading' }];
  }
  return path.startsWith('/app/sign-up/') ? ['linkGone', 'linkGoneHint', toSignIn] : undefined;
}

function forbiddenReason(path: string, message: string): Reason {
  if (message.includes('another site')) return ['otherSite', 'otherSiteHint', toSignIn];
  if (message.includes('single sign-on')) return ['security', 'passwordsElsewhere', toSignIn];
  const href = path.startsWith('/app/security') ? '/app/security?again=1' : '/app?again=1';
  return ['signInAgain', 'signInAgainHint', { href, label: 'signIn' }];
}
