import type { Runtime } from '../platform/context.ts';
import type { Visit } from '../platform/http/pages.ts';

/** Where somebody wanted to go when they were asked to sign in. Every way of signing in ends at `/app`, which reads it. */

const name = 'daybook_return';
const minutes = 10;
/** A cookie holds 4 kB, and a third is added when it is encoded. */
export const maxReturnLength = 2900;

/** Set with the sign-in, unless they came to sign in. */
export function buildReturnCookies(
  { config }: Runtime,
  { path, query, form }: Pick<Visit, 'path' | 'form'> & { readonly query: Visit['query'] | URLSearchParams },
): readonly string[] {
  if (form !== undefined || !isOurs(path)) return [];
  const search = new URLSearchParams(query).toString();
  const address = search === '' ? path : `${path}?${search}`;
  const value = Buffer.from(address.slice(0, maxReturnLength)).toString('base64url');
  return [cookie(config.publicUrl, value, minutes * 60)];
}

export function parseReturnCookie(cookies: Readonly<Record<string, string>>): string | undefined {
  const address = Buffer.from(cookies[name] ?? '', 'base64url').toString();
  return isOurs(address) ? address : undefined;
}

export function clearReturnCookie({ config }: Runtime): string {
  return cookie(config.publicUrl, '', 0);
}

/** Printable, and a page of ours for users: nobody is led to another site. */
const isOurs = (address: string): boolean => /^\/(?:app\/|oauth\/authorize(?=\?|$))[!-~]*$/.test(address);

function cookie(publicUrl: string, value: string, maxAgeSeconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/app; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}
