import type { FieldErrors, PageText } from '@daybook/booking/account/model';
import { renderCodes, renderSecurity } from '@daybook/booking/account/render';
import { formatLocalClock, formatDate } from '@daybook/booking/locale';
import type { Site } from '@daybook/booking/model';
import { uuid } from '@daybook/contract/fields';
import { formatClock, floorToMinute, MINUTES_PER_DAY, modulo } from '@daybook/engine/dates';
import { toWallTime } from '@daybook/engine/zones';
import {
  startTotp,
  changePassword,
  confirmTotp,
  countCodeAttempt,
  countPasswordAttempt,
  requireLocalSignIn,
  endOwnSession,
  listSessions,
  findPendingTotp,
  readAccess,
  readSession,
  readTotp,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  serializeSession,
  signOutElsewhere,
} from '../identity/public.ts';
import { findMember } from '../members/public.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound } from '../platform/problems.ts';
import { getZone } from '../platform/zones.ts';
import { buildReturnCookies } from './return-cookie.ts';
import { findNotice, findPasswordProblem, omitEmptyErrors } from './rules.ts';
import {
  buildAccessModel,
  buildPageBase,
  readFormField,
  listKeptAccess,
  respondWithPage,
  parseExpectedProblem,
  toFieldErrors,
  findActor,
} from './visit.ts';

const maxSessions = 50;

interface Again {
  readonly errors: FieldErrors;
  readonly wait?: PageText | null;
}

/** Password, factors and sessions of the signed-in user. */
export async function showSecurity(runtime: Runtime, visit: Visit, again?: Again): Promise<PageResponse> {
  if (visit.query['again'] === '1')
    return { redirect: '/app?again=1', cookies: buildReturnCookies(runtime, { ...visit, query: {} }) };
  return signedIn(runtime, visit, async (actor) => {
    const { site, script } = buildPageBase(runtime, visit);
    const model = await readInWorkspace(runtime, actor, async (ctx) => ({
      session: await readSession(ctx, runtime.config),
      member: await findMember(ctx, actor.memberId),
      totp: await readTotp(ctx),
      pending: (await findPendingTotp(ctx)) ?? null,
      access: await readAccess(ctx, actor.memberId),
      sessions: (await listSessions(ctx, actor.memberId, { limit: maxSessions, offset: 0 })).map((row) =>
        serializeSession(ctx, row),
      ),
    }));
    const html = renderSecurity({
      site,
      script,
      notice: noticeOf(visit, actor, again),
      email: actor.email,
      hasPasswords: model.session.features.passwords,
      hasPassword: model.member?.password_hash != null,
      errors: again?.errors ?? {},
      totp: model.totp,
      pending: model.pending,
      access: { ...buildAccessModel(model.access, []), keepsPasskeys: false },
      sessions: model.sessions.map((session) => ({
        ...session,
        lastSeen: timeText(site, model.session.timezone, session.lastSeenAt),
      })),
    });
    const isWrong = again !== undefined && Object.keys(again.errors).length > 0;
    return respondWithPage(runtime, visit, html, again?.wait ? 429 : isWrong ? 422 : 200);
  });
}

function noticeOf(visit: Visit, actor: Actor, again: Again | undefined) {
  const done = findNotice(visit.query);
  if (again?.wait) return { ...again.wait, isError: true };
  if (done && !again) return { text: done, isError: false };
  return actor.lacksFactor ? ({ text: 'factorRequired', isError: true } as const) : null;
}

function timeText({ words, locale }: Site, timezone: string, instant: string): string {
  const wall = toWallTime(getZone(timezone), floorToMinute(Date.parse(instant)));
  const clock = formatClock(modulo(wall, MINUTES_PER_DAY));
  return `${formatDate(words.pick, Math.floor(wall / MINUTES_PER_DAY))}, ${formatLocalClock(words.pick, locale, clock)}`;
}

export function submitPassword(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return signedIn(runtime, visit, async (actor) => {
    const [currentPassword, password] = [
      readFormField(visit, 'currentPassword'),
      readFormField(visit, 'password'),
    ];
    const errors = omitEmptyErrors({ password: findPasswordProblem(password, { email: actor.email }) });
    if (Object.keys(errors).length > 0) return showSecurity(runtime, visit, { errors });
    try {
      const clearAttempts = await countPasswordAttempt(runtime, actor);
      await runInWorkspace(runtime, actor, (ctx) => changePassword(ctx, { currentPassword, password }));
      await clearAttempts();
      return done('passwordChanged');
    } catch (error) {
      const found = parseExpectedProblem(error);
      const texts = { currentPassword: 'notCurrent', password: 'ownPassword' } as const;
      return showSecurity(runtime, visit, { errors: toFieldErrors(found.errors, texts), wait: found.wait });
    }
  });
}

export function submitTotp(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return signedIn(runtime, visit, async (actor) => {
    requireLocalSignIn(runtime);
    await runInWorkspace(runtime, actor, startTotp);
    return { redirect: '/app/security#totp-heading' };
  });
}

/** Runs an action that needs a code, and renders its outcome. */
function withCode(
  runtime: Runtime,
  visit: Visit,
  act: (ctx: Ctx, code: string) => Promise<readonly string[] | void>,
): Promise<PageResponse> {
  return signedIn(runtime, visit, async (actor) => {
    try {
      const clearAttempts = await countCodeAttempt(runtime, actor);
      const code = readFormField(visit, 'code').trim().slice(0, 40);
      const codes = await runInWorkspace(runtime, actor, (ctx) => act(ctx, code));
      await clearAttempts();
      if (!codes) return done('removed');
      const { site } = buildPageBase(runtime, visit);
      return respondWithPage(runtime, visit, renderCodes({ site, script: null, notice: null, codes }));
    } catch (error) {
      const { errors, wait } = parseExpectedProblem(error);
      return showSecurity(runtime, visit, { errors: toFieldErrors(errors, { code: 'wrongCode' }), wait });
    }
  });
}

export const submitTotpCode = (runtime: Runtime, visit: Visit): Promise<PageResponse> =>
  withCode(runtime, visit, confirmTotp);
export const submitTotpRemoval = (runtime: Runtime, visit: Visit): Promise<PageResponse> =>
  withCode(runtime, visit, removeTotp);
export const submitNewCodes = (runtime: Runtime, visit: Visit): Promise<PageResponse> =>
  withCode(runtime, visit, renewRecoveryCodes);

export function submitPasskeyRemoval(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return signedIn(runtime, visit, async (actor) => {
    await runInWorkspace(runtime, actor, (ctx) => removePasskey(ctx, idIn(visit)));
    return done('removed');
  });
}

export function submitSessionEnd(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return signedIn(runtime, visit, async (actor) => {
    await runInWorkspace(runtime, actor, (ctx) => endOwnSession(ctx, idIn(visit)));
    return done('sessionEnded');
  });
}

export function submitSignOutElsewhere(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return signedIn(runtime, visit, async (actor) => {
    await runInWorkspace(runtime, actor, (ctx) => signOutElsewhere(ctx, listKeptAccess(visit)));
    return done('signedOutElsewhere');
  });
}

/** Redirects to the sign-in when there is no session. */
async function signedIn(
  runtime: Runtime,
  visit: Visit,
  show: (actor: Actor) => Promise<PageResponse>,
): Promise<PageResponse> {
  const actor = await findActor(runtime, visit);
  if (actor) return show(actor);
  return { redirect: '/app', cookies: buildReturnCookies(runtime, visit) };
}

function done(text: PageText['text']): PageResponse {
  return { redirect: `/app/security?done=${text}` };
}

function idIn(visit: Visit): string {
  const id = visit.params['uuid'] ?? '';
  if (!uuid.safeParse(id).success) throw notFound('Page');
  return id;
}
