import { systemActor } from '../platform/auth/actor.ts';
import { passwordMatches } from '../platform/auth/password.ts';
import { hashSecret, newToken } from '../platform/auth/token.ts';
import { inWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { sessionCookieName } from '../platform/http/caller.ts';
import { createLimiter, enforce, networkOf, type Limiter } from '../platform/http/rate-limit.ts';
import { newUuid } from '../platform/ids.ts';
import { invalidField } from '../platform/problems.ts';
import { deleteSession, findAccounts, insertSession, setCredential } from './store.ts';

const sessionDays = 30;
const attemptsPerWindow = 10;
const windowMs = 15 * 60_000;
/** An address may be in several workspaces, and each costs a slow hash. */
const maxWorkspaces = 5;

/** Per account and per IP address, against many passwords for one account and one password for many. */
const limiters = new WeakMap<Runtime, { account: Limiter; address: Limiter }>();

export async function signIn<T>(
  runtime: Runtime,
  given: { email: string; password: string; address: string },
  view: (ctx: Ctx, memberId: string) => Promise<T>,
): Promise<{ cookie: string; value: T }> {
  const email = given.email.toLowerCase();
  throttle(runtime, email, given.address);
  const account = await findAccount(runtime, email, given.password);
  if (!account) throw invalidField('email', 'This address and password do not match.');
  const secret = newToken();
  const value = await inWorkspace(runtime, systemActor(account.workspace_id), async (ctx) => {
    const id = newUuid();
    const expiresAt = new Date(ctx.now.getTime() + sessionDays * 86_400_000).toISOString();
    await insertSession(ctx, { id, member_id: account.id, expires_at: expiresAt });
    await setCredential(ctx, { session_id: id }, hashSecret(secret));
    return view(ctx, account.id);
  });
  return { cookie: cookie(runtime.config.publicUrl, secret, sessionDays * 86_400), value };
}

/** Deletes the session and the cookie. A request with a token changes nothing. */
export async function signOut(ctx: Ctx): Promise<string> {
  if (ctx.actor.kind === 'session') await deleteSession(ctx, ctx.actor.id);
  return cookie(ctx.publicUrl, '', 0);
}

function throttle(runtime: Runtime, email: string, address: string): void {
  if (runtime.config.rateLimit === 'off') return;
  const limits = limiters.get(runtime) ?? {
    account: createLimiter(runtime.clock, attemptsPerWindow, windowMs),
    address: createLimiter(runtime.clock, attemptsPerWindow * 5, windowMs),
  };
  limiters.set(runtime, limits);
  enforce(limits.address.take(networkOf(address)));
  enforce(limits.account.take(email));
}

async function findAccount(runtime: Runtime, email: string, password: string) {
  const candidates = await findAccounts(runtime.database, email, maxWorkspaces);
  if (candidates.length === 0) await passwordMatches(null, password);
  for (const candidate of candidates) {
    if (await passwordMatches(candidate.password_hash, password)) return candidate;
  }
  return undefined;
}

function cookie(publicUrl: string, value: string, maxAgeSeconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookieName(publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}
