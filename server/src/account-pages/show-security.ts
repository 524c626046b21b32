import type { FieldErrors, PageText } from '@daybook/booking/account/model';
import { renderCodes, renderSecurity } from '@daybook/booking/account/render';
import { clockText, dateText } from '@daybook/booking/locale';
import type { Site } from '@daybook/booking/model';
import { uuid } from '@daybook/contract/fields';
import { formatClock, minuteFloor, MINUTES_PER_DAY, modulo } from '@daybook/engine/dates';
import { wallAt } from '@daybook/engine/zones';
import {
  beginTotp,
  changePassword,
  confirmTotp,
  countCodeAttempt,
  countPasswordAttempt,
  demandLocalSignIn,
  endOwnSession,
  listSessions,
  pendingTotp,
  readAccess,
  readSession,
  readTotp,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  sessionView,
  signOutElsewhere,
} from '../identity/public.ts';
import { findMember } from '../members/public.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { inWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound } from '../platform/problems.ts';
import { zoneNamed } from '../platform/zones.ts';
import { returnCookies } from './return-cookie.ts';
import { noticeOfQuery, whyNotPassword, onlyErrors } from './rules.ts';
import {
  accessModel,
  pageBase,
  formField,
  keptIn,
  page,
  expectedProblem,
  fieldTexts,
  findActor,
} from './visit.ts';

const mostSessions = 50;

interface Again {
  readonly errors: FieldErrors;
  readonly wait?: PageText | null;
}

/** Password, factors and sessions of the signed-in user. */
export async function showSecurity(runtime: Runtime, visit: Visit, again?: Again): Promise<PageResponse> {
  if (visit.query['again'] === '1')
    return { redirect: '/app?again=1', cookies: returnCookies(runtime, { ...visit, query: {} }) };
  return signedIn(runtime, visit, async (actor) => {
    const { site, script } = pageBase(runtime, visit);
    const model = await readInWorkspace(runtime, actor, async (ctx) => ({
      session: await readSession(ctx, runtime.config),
      member: await findMember(ctx, actor.memberId),
      totp: await readTotp(ctx),
      pending: (await pendingTotp(ctx)) ?? null,
      access: await readAccess(ctx, actor.memberId),
      sessions: (await listSessions(ctx, actor.memberId, { limit: mostSessions, offset: 0 })).map((row) =>
        sessionView(ctx, row),
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
      access: { ...accessModel(model.access, []), keepsPasskeys: false },
      sessions: model.sessions.map((session) => ({
        ...session,
        lastSeen: timeText(site, model.session.timezone, session.lastSeenAt),
      })),
    });
    const isWrong = again !== undefined && Object.keys(again.errors).length > 0;
    return page(runtime, visit, html, again?.wait ? 429 : isWrong ? 422 : 200);
  });
}

function noticeOf(visit: Visit, actor: Actor, again: Again | undefined) {
  const done = noticeOfQuery(visit.query);
  if (again?.wait) return { ...again.wait, isError: true };
  if (done && !again) return { text: done, isError: false };
  return actor.lacksFactor ? ({ text: 'factorRequired', isError: true } as const) : null;
}

function timeText({ words, locale }: Site, timezone: string, instant: string): string {
  const wall = wallAt(zoneNamed(timezone), minuteFloor(Date.parse(instant)));
  const clock = formatClock(modulo(wall, MINUTES_PER_DAY));
  return `${dateText(words.pick, Math.floor(wall / MINUTES_PER_DAY))}, ${clockText(words.pick, locale, clock)}`;
}

export function submitPassword(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return signedIn(runtime, visit, async (actor) => {
    const [currentPassword, password] = [formField(visit, 'currentPassword'), formField(visit, 'password')];
    const errors = onlyErrors({ password: whyNotPassword(password, { email: actor.email }) });
    if (Object.keys(errors).length > 0) return showSecurity(runtime, visit, { errors });
    try {
      const clearAttempts = await countPasswordAttempt(runtime, actor);
      await inWorkspace(runtime, actor, (ctx) => changePassword(ctx, { currentPassword, password }));
      await clearAttempts();
      return done('passwordChanged');
    } catch (error) {
      const found = expectedProblem(error);
      const texts = { currentPassword: 'notCurrent', password: 'ownPassword' } as const;
      return showSecurity(runtime, visit, { errors: fieldTexts(found.errors, texts), wait: found.wait });
    }
  });
}

export function submitTotp(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return signedIn(runtime, visit, async (actor) => {
    demandLocalSignIn(runtime);
    await inWorkspace(runtime, actor, beginTotp);
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
      const code = formField(visit, 'code').trim().slice(0, 40);
      const codes = await inWorkspace(runtime, actor, (ctx) => act(ctx, code));
      await clearAttempts();
      if (!codes) return done('removed');
      const { site } = pageBase(runtime, visit);
      return page(runtime, visit, renderCodes({ site, script: null, notice: null, codes }));
    } catch (error) {
      const { errors, wait } = expectedProblem(error);
      return showSecurity(runtime, visit, { errors: fieldTexts(errors, { code: 'wrongCode' }), wait });
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
    await inWorkspace(runtime, actor, (ctx) => removePasskey(ctx, idIn(visit)));
    return done('removed');
  });
}

export function submitSessionEnd(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return signedIn(runtime, visit, async (actor) => {
    await inWorkspace(runtime, actor, (ctx) => endOwnSession(ctx, idIn(visit)));
    return done('sessionEnded');
  });
}

export function submitSignOutElsewhere(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return signedIn(runtime, visit, async (actor) => {
    await inWorkspace(runtime, actor, (ctx) => signOutElsewhere(ctx, keptIn(visit)));
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
  return { redirect: '/app', cookies: returnCookies(runtime, visit) };
}

function done(text: PageText['text']): PageResponse {
  return { redirect: `/app/security?done=${text}` };
}

function idIn(visit: Visit): string {
  const id = visit.params['uuid'] ?? '';
  if (!uuid.safeParse(id).success) throw notFound('Page');
  return id;
}
