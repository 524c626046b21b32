import type { AccessModel, FieldErrors, PageText } from '@daybook/booking/account/model';
import { uuid } from '@daybook/contract/fields';
import type { Site } from '@daybook/booking/model';
import { describeClient, type Client, type readAccess } from '../identity/public.ts';
import { resolveReader } from '../pages/public.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { authenticate } from '../platform/auth/authenticate.ts';
import type { Runtime } from '../platform/context.ts';
import { getAssetPath } from '../platform/http/assets.ts';
import { getSessionCookieName } from '../platform/http/caller.ts';
import type { Html, Visit } from '../platform/http/pages.ts';
import { Problem } from '../platform/problems.ts';

/** What every model of an account page has. */
export function buildPageBase(
  runtime: Runtime,
  visit: Visit,
): { readonly site: Site; readonly script: string } {
  const { site } = resolveReader(runtime, visit);
  return { site: { ...site, frame: null }, script: getAssetPath('passkeys.js') };
}

/** An uncached response that stores the chosen language. */
export function respondWithPage(
  runtime: Runtime,
  visit: Visit,
  html: string,
  status = 200,
  more: readonly string[] = [],
): Html {
  const { cookies } = resolveReader(runtime, visit);
  return { html, nonce: visit.nonce, status, cookies: [...cookies, ...more], isSecret: true };
}

export function describeVisitClient({ config }: Runtime, visit: Visit): Client {
  const exchange = {
    address: visit.ip,
    header: (name: string) => (name === 'user-agent' ? visit.userAgent : undefined),
    cookie: (name: string) => visit.cookies[name],
  };
  return describeClient(exchange, config.publicUrl);
}

/** The signed-in user, if any. */
export async function findActor(runtime: Runtime, visit: Visit): Promise<Actor | undefined> {
  const secret = visit.cookies[getSessionCookieName(runtime.config.publicUrl)];
  const found = secret ? await authenticate(runtime.database, secret) : undefined;
  if (found?.actor.kind !== 'session') return undefined;
  found
    .recordUse?.(visit.ip)
    .catch((error: unknown) => runtime.log.warn({ err: error }, 'last use not recorded'));
  return { ...found.actor, address: visit.ip };
}

export function readFormField(visit: Visit, name: string): string {
  return (visit.form?.get(name) ?? '').slice(0, 2000);
}

type Access = Awaited<ReturnType<typeof readAccess>>;

/** What opens an account without its password, and what of it stays. */
export function buildAccessModel(
  { email, tokens, connectedApps, passkeys, keepsPasskeys }: Access,
  kept: readonly string[],
): AccessModel {
  const shown = ({ id, name }: { id: string; name: string }) => ({
    uuid: id,
    name,
    isKept: kept.includes(id),
  });
  const named = tokens.map((token) => ({
    ...token,
    name: token.email === email ? token.name : `${token.name} (${token.email})`,
  }));
  return {
    tokens: named.map(shown),
    connectedApps: connectedApps.map(shown),
    passkeys: passkeys.map(shown),
    keepsPasskeys,
  };
}

/** The tokens, connected apps and passkeys that a form says to keep. */
export function listKeptAccess(visit: Visit): readonly string[] {
  return (visit.form?.getAll('keep') ?? []).filter((id) => uuid.safeParse(id).success);
}

/** A 422 or 429 as the page shows it. Rethrows anything else. */
export function parseExpectedProblem(error: unknown): {
  readonly errors: Record<string, string[]>;
  readonly wait: PageText | null;
} {
  if (!(error instanceof Problem) || (error.status !== 422 && error.status !== 429)) throw error;
  const { errors = {} } = error.body as { errors?: Record<string, string[]> };
  return { errors, wait: error.status === 429 ? waitOf(error) : null };
}

function waitOf({ headers }: Problem): PageText {
  return { text: 'waitMinutes', values: { n: Math.ceil(Number(headers['retry-after']) / 60) } };
}

/** The first of some fields that is omitEmptyErrors, as the page says it. */
export function toFieldErrors(
  errors: Record<string, string[]>,
  texts: Record<string, PageText['text']>,
): FieldErrors {
  const wrong = Object.keys(errors).filter((name) => texts[name] !== undefined);
  return Object.fromEntries(wrong.map((name) => [name, { text: texts[name] ?? 'required' }]));
}
