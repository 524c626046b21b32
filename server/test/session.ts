import { hashPassword } from '../src/platform/auth/password.ts';
import type { Answer, TestApp } from './harness.ts';

interface From {
  /** What else the browser shows with its request. */
  readonly cookies?: string;
  readonly headers?: Record<string, string>;
  readonly workspace?: string;
}

/** Signs in and gives back the cookie as a browser would send it, and the one by which it is known from then on. */
export async function signIn(
  app: TestApp,
  email: string,
  password: string,
  { cookies, headers = {}, workspace }: From = {},
): Promise<{ answer: Answer; cookie: string; device: string }> {
  const answer = await app.post(
    '/session',
    { email, password, ...(workspace !== undefined && { workspace }) },
    { token: null, headers: { ...(cookies !== undefined && { cookie: cookies }), ...headers } },
  );
  return { answer, ...parseCookies(answer) };
}

/** Gives a user a password. For an owner, who gets none by their own token. */
export async function setPassword({ runtime }: TestApp, email: string, password: string): Promise<void> {
  const hash = await hashPassword(runtime.secrets, email, password);
  const text = 'update member set password_hash = $1 where email = $2';
  await runtime.database.pool.query(text, [hash, email]);
}

export function parseCookies(answer: Answer): { cookie: string; device: string } {
  const all = [answer.headers['set-cookie'] ?? []].flat().map((text) => String(text).split(';')[0] ?? '');
  const find = (name: string) => all.find((text) => text.replace('__Host-', '').startsWith(name)) ?? '';
  return { cookie: find('daybook_session='), device: find('daybook_device=') };
}

/** As a browser that shows this cookie. */
export function withCookie(cookie: string, headers: Record<string, string> = {}) {
  return { token: null, headers: { cookie, ...headers } };
}
