import type { SignInModel } from '@daybook/booking/account/model';
import { renderSignIn, renderStep } from '@daybook/booking/account/render';
import {
  continueSignIn,
  continueSingleSignOn,
  findProviderPath,
  hasSignInDomains,
  signIn,
  signOut,
} from '../identity/public.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { hasNames } from '../platform/directory/names.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { clearReturnCookie, parseReturnCookie, buildReturnCookies } from './return-cookie.ts';
import { findNotice } from './rules.ts';
import { showDashboard } from './show-dashboard.ts';
import { showEmbedded } from './show-embedded.ts';
import { clearStepCookie, buildStepCookie, parseStepCookie, type Step } from './step-cookie.ts';
import {
  buildPageBase,
  describeVisitClient,
  readFormField,
  respondWithPage,
  parseExpectedProblem,
  findActor,
} from './visit.ts';

/** `/app` and everything below it that has no page of its own: the dashboard, or the sign-in in its place. */
export async function showStart(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const embedKey = visit.query['embed'];
  if (embedKey !== undefined) return showEmbedded(runtime, visit, embedKey);
  const actor = visit.query['again'] === '1' ? undefined : await findActor(runtime, visit);
  if (!actor) return showSignIn(runtime, visit);
  if (actor.lacksFactor) return { redirect: '/app/security' };
  const wanted = visit.path === '/app' ? parseReturnCookie(visit.cookies) : undefined;
  if (wanted) return { redirect: wanted, cookies: [clearReturnCookie(runtime)] };
  return showDashboard(runtime, visit, actor);
}

interface Again {
  readonly email: string;
  readonly notice: SignInModel['notice'];
  readonly status: number;
}

export async function showSignIn(runtime: Runtime, visit: Visit, again?: Again): Promise<PageResponse> {
  const { singleSignOn, signUpIsOpen } = runtime.config;
  const passwords = !singleSignOn?.isOnlyWay;
  const isAsked = visit.query['password'] === '1' || visit.form !== undefined;
  const byDomain = passwords && !isAsked && (await isDomainAsked(runtime));
  const done = findNotice(visit.query);
  const html = renderSignIn({
    ...buildPageBase(runtime, visit),
    ways: {
      passwords,
      singleSignOn: singleSignOn !== undefined,
      signUp: signUpIsOpen && passwords,
      byDomain,
    },
    email: again?.email ?? '',
    notice: again?.notice ?? (done ? { text: done, isError: false } : null),
  });
  const page = respondWithPage(runtime, visit, html, again?.status, buildReturnCookies(runtime, visit));
  return byDomain ? { ...page, formLeavesSite: true } : page;
}

/** Whether an address can lead to an identity provider of a workspace, here or in another cell. */
async function isDomainAsked({ database, directory }: Runtime): Promise<boolean> {
  return (
    (await hasSignInDomains(database)) ||
    (directory !== undefined && (await hasNames(directory, 'sign_in_domain')))
  );
}

export async function submitSignIn(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const email = readFormField(visit, 'email').trim();
  if (!visit.form?.has('password')) return showNextStep(runtime, visit, email);
  try {
    const password = readFormField(visit, 'password');
    const outcome = await signIn(runtime, { email, password }, describeVisitClient(runtime, visit), nothing);
    return afterOutcome(runtime, outcome);
  } catch (error) {
    const { wait, errors } = parseExpectedProblem(error);
    const isEnforced = errors['email']?.some((text) => text.includes('single sign-on'));
    const text = isEnforced ? ('noMatchOrProvider' as const) : ('noMatch' as const);
    const notice = { ...(wait ?? { text }), isError: true };
    return showSignIn(runtime, visit, { email, notice, status: wait ? 429 : 422 });
  }
}

/** The provider of the domain, or the password. */
async function showNextStep(runtime: Runtime, visit: Visit, email: string): Promise<PageResponse> {
  const path = await findProviderPath(runtime, email.toLowerCase());
  if (path) return { redirect: `${path}?${new URLSearchParams({ email }).toString()}` };
  return showSignIn(runtime, visit, { email, notice: null, status: 200 });
}

type Outcome = Awaited<ReturnType<typeof signIn<undefined>>>;

function afterOutcome(runtime: Runtime, outcome: Outcome): PageResponse {
  if ('cookies' in outcome) {
    return { redirect: '/app', cookies: [...outcome.cookies, clearStepCookie(runtime)] };
  }
  const { challenge, workspaces, methods } = outcome.next;
  const step: Step = { by: 'password', challenge, workspaces, methods };
  return { redirect: '/app/sign-in/step', cookies: [buildStepCookie(runtime, step)] };
}

const nothing = async (): Promise<undefined> => undefined;

export async function showStep(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const step = parseStepCookie(visit.cookies);
  return step ? renderStepPage(runtime, visit, step) : { redirect: '/app' };
}

function renderStepPage(runtime: Runtime, visit: Visit, step: Step, again?: Again): PageResponse {
  const html = renderStep({
    ...buildPageBase(runtime, visit),
    workspaces: step.workspaces,
    methods: step.methods,
    challenge: step.challenge,
    notice: again?.notice ?? null,
    errors: again && !again.notice ? { code: { text: 'wrongCode' } } : {},
  });
  return respondWithPage(runtime, visit, html, again?.status);
}

export async function submitStep(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const step = parseStepCookie(visit.cookies);
  if (!step) return { redirect: '/app' };
  const workspace = readFormField(visit, 'workspace');
  const client = describeVisitClient(runtime, visit);
  if (step.by === 'single sign-on') {
    const arrival = await continueSingleSignOn(runtime, step.challenge, workspace, client);
    return {
      redirect: '/app',
      cookies: [...('cookies' in arrival ? arrival.cookies : []), clearStepCookie(runtime)],
    };
  }
  const code = visit.form?.has('code') ? readFormField(visit, 'code').slice(0, 40) : undefined;
  try {
    const { challenge } = step;
    return afterOutcome(
      runtime,
      await continueSignIn(runtime, { challenge, workspace, code }, client, nothing),
    );
  } catch (error) {
    const { errors, wait } = parseExpectedProblem(error);
    if (errors['challenge']) {
      const notice = { text: 'tookTooLong', isError: true } as const;
      return showSignIn(runtime, visit, { email: '', notice, status: 422 });
    }
    const notice = wait && { ...wait, isError: true };
    return renderStepPage(runtime, visit, step, { email: '', notice, status: wait ? 429 : 422 });
  }
}

export async function submitSignOut(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const actor = await findActor(runtime, visit);
  const cookies = actor ? [await runInWorkspace(runtime, actor, signOut)] : [];
  return { redirect: '/app?done=signedOut', cookies };
}
