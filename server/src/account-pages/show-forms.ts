import type { FieldErrors, FormPageModel, PageText, Values } from '@daybook/booking/account/model';
import { renderFormPage, renderInvitation, renderOutcome } from '@daybook/booking/account/render';
import {
  acceptInvitation,
  checkSignUp,
  confirmSignUp,
  openInvitation,
  serializePublicInvitation,
  readResetAccess,
  requestReset,
  requestSignUp,
  resetPassword,
} from '../identity/public.ts';
import type { Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { conflict, misdirected, notFound } from '../platform/problems.ts';
import { findEmailProblem, findLineProblem, findPasswordProblem, omitEmptyErrors } from './rules.ts';
import {
  buildAccessModel,
  buildPageBase,
  describeVisitClient,
  readFormField,
  listKeptAccess,
  respondWithPage,
  parseExpectedProblem,
  toFieldErrors,
} from './visit.ts';

/** Pages with one form each, for people without a session. */

interface FormState {
  readonly email?: string;
  readonly values?: Values;
  readonly errors?: FieldErrors;
  readonly wait?: PageText | null;
  readonly access?: FormPageModel['access'];
}

function formPage(
  runtime: Runtime,
  visit: Visit,
  kind: FormPageModel['kind'],
  filled: FormState = {},
): PageResponse {
  const { email = '', values = {}, errors = {}, wait = null, access = null } = filled;
  const notice = wait && { ...wait, isError: true };
  const html = renderFormPage({
    ...buildPageBase(runtime, visit),
    script: null,
    kind,
    email,
    values,
    errors,
    notice,
    access,
  });
  const isWrong = Object.keys(errors).length > 0;
  return respondWithPage(runtime, visit, html, wait ? 429 : isWrong ? 422 : 200);
}

function mailSent(runtime: Runtime, visit: Visit, email: string): PageResponse {
  const html = renderOutcome({
    ...buildPageBase(runtime, visit),
    script: null,
    notice: null,
    heading: { text: 'mailSent' },
    hint: { text: 'mailSentHint', values: { email } },
    link: { href: '/app', label: 'backToSignIn' },
  });
  return respondWithPage(runtime, visit, html);
}

export async function showResetRequest(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return formPage(runtime, visit, 'askReset');
}

export async function submitResetRequest(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const email = readFormField(visit, 'email').trim();
  const errors = omitEmptyErrors({ email: findEmailProblem(email) });
  if (Object.keys(errors).length > 0) return formPage(runtime, visit, 'askReset', { email, errors });
  try {
    await requestReset(runtime, email, visit.ip);
    return mailSent(runtime, visit, email);
  } catch (error) {
    return formPage(runtime, visit, 'askReset', { email, wait: parseExpectedProblem(error).wait });
  }
}

export async function showReset(
  runtime: Runtime,
  visit: Visit,
  filled: FormState = {},
): Promise<PageResponse> {
  const access = buildAccessModel(await readResetAccess(runtime, tokenIn(visit)), listKeptAccess(visit));
  return formPage(runtime, visit, 'setPassword', { ...filled, access });
}

export async function submitReset(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const password = readFormField(visit, 'password');
  const errors = omitEmptyErrors({ password: findPasswordProblem(password, {}) });
  if (Object.keys(errors).length > 0) return showReset(runtime, visit, { errors });
  try {
    const given = { token: tokenIn(visit), password, keep: listKeptAccess(visit), address: visit.ip };
    await resetPassword(runtime, given);
    return { redirect: '/app?again=1&done=passwordWasSet' };
  } catch (error) {
    const found = toFieldErrors(parseExpectedProblem(error).errors, { password: 'ownPassword' });
    return showReset(runtime, visit, { errors: found });
  }
}

export async function showSignUp(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  requireSignUp(runtime);
  return formPage(runtime, visit, 'signUp', { values: { region: visit.query['region'] ?? '' } });
}

export async function submitSignUp(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  requireSignUp(runtime);
  const [email, name, organization] = ['email', 'name', 'organization'].map((field) =>
    readFormField(visit, field).trim(),
  );
  const [address = '', fullName = '', workspace = ''] = [email, name, organization];
  const region = readFormField(visit, 'region');
  const { cell } = runtime.config;
  if (cell && region && region !== cell.region) throw misdirected();
  const filled = { email: address, values: { name: fullName, organization: workspace, region } };
  const errors = omitEmptyErrors({
    organization: findLineProblem(workspace, 100),
    name: findLineProblem(fullName, 200),
    email: findEmailProblem(address),
  });
  if (Object.keys(errors).length > 0) return formPage(runtime, visit, 'signUp', { ...filled, errors });
  const { site } = buildPageBase(runtime, visit);
  try {
    const person = { email: address, name: fullName, organization: workspace };
    await requestSignUp(runtime, { ...person, language: site.locale.tag, timezone: 'UTC' }, visit.ip);
    return mailSent(runtime, visit, address);
  } catch (error) {
    return formPage(runtime, visit, 'signUp', { ...filled, wait: parseExpectedProblem(error).wait });
  }
}

export async function showSignUpConfirmation(
  runtime: Runtime,
  visit: Visit,
  errors: FieldErrors = {},
): Promise<PageResponse> {
  const { email } = await checkSignUp(runtime, tokenIn(visit));
  return formPage(runtime, visit, 'confirmSignUp', { email, errors });
}

export async function submitSignUpConfirmation(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const password = readFormField(visit, 'password');
  const errors = omitEmptyErrors({ password: findPasswordProblem(password, {}) });
  if (Object.keys(errors).length > 0) return showSignUpConfirmation(runtime, visit, errors);
  try {
    const client = describeVisitClient(runtime, visit);
    return { redirect: '/app', cookies: await confirmSignUp(runtime, tokenIn(visit), password, client) };
  } catch (error) {
    const found = toFieldErrors(parseExpectedProblem(error).errors, { password: 'ownPassword' });
    return showSignUpConfirmation(runtime, visit, found);
  }
}

export async function showInvitation(
  runtime: Runtime,
  visit: Visit,
  filled: FormState = {},
): Promise<PageResponse> {
  const token = tokenIn(visit);
  const invitation = serializePublicInvitation(await openInvitation(runtime, token), runtime.config);
  const { values = {}, errors = {} } = filled;
  const html = renderInvitation({
    ...buildPageBase(runtime, visit),
    notice: null,
    organization: invitation.organization,
    inviter: invitation.invitedBy,
    email: invitation.email,
    ways: {
      passwords: invitation.accepts.includes('password'),
      singleSignOn: invitation.accepts.includes('single_sign_on')
        ? `/auth/oidc/start?invitation=${encodeURIComponent(token)}`
        : null,
    },
    token,
    values,
    errors,
  });
  return respondWithPage(runtime, visit, html, Object.keys(errors).length > 0 ? 422 : 200);
}

export async function submitInvitation(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const token = tokenIn(visit);
  const { row } = await openInvitation(runtime, token);
  const name = readFormField(visit, 'name').trim();
  const password = readFormField(visit, 'password');
  const filled = { values: { name } };
  const errors = omitEmptyErrors({
    name: findLineProblem(name, 200),
    password: findPasswordProblem(password, { email: row.email, name }),
  });
  if (Object.keys(errors).length > 0) return showInvitation(runtime, visit, { ...filled, errors });
  const language = buildPageBase(runtime, visit).site.locale.tag;
  try {
    const person = { name, password, language };
    const { cookies } = await acceptInvitation(
      runtime,
      token,
      person,
      describeVisitClient(runtime, visit),
      nothing,
    );
    return { redirect: '/app', cookies };
  } catch (error) {
    const { errors: found } = parseExpectedProblem(error);
    if (found['email']) throw conflict('This email address already has an account.');
    const said = toFieldErrors(found, { password: 'ownPassword' });
    return showInvitation(runtime, visit, { ...filled, errors: said });
  }
}

const nothing = async (): Promise<undefined> => undefined;

function tokenIn(visit: Visit): string {
  return visit.params['token'] ?? '';
}

function requireSignUp({ config }: Runtime): void {
  if (!config.signUpIsOpen || config.singleSignOn?.isOnlyWay) throw notFound('Page');
}
