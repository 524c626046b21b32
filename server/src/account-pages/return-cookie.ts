import type { Runtime } from '../platform/context.ts';
import type { Visit } from '../platform/http/pages.ts';

/** Where somebody wanted to go when they were asked to sign in. Every way of signing in ends at `/app`, which reads it. */

const name = 'daybook_return';
const minutes = 10;

/** Set with the sign-in, unless they came to sign in. */
export function buildReturnCookies({ config }: Runtime, { path, query, form }: Visit): readonly string[] {
  if (form !== undefined || !isOurs(path)) return [];
  const search = new URLSearchParams(query).toString();
  const address = search === '' ? path : `${path}?${search}`;
  return [cookie(config.publicUrl, encodeURIComponent(address.slice(0, 2000)), minutes * 60)];
}

export function parseReturnCookie(cookies: Readonly<Record<string, string>>): string | undefined {
  const address = cookies[name] ?? '';
  return isOurs(address) ? address : undefined;
}

export function clearReturnCookie({ config }: Runtime): string {
  return cookie(config.publicUrl, '', 0);
}

/** Printable, and below `/app`: nobody is led to another site. */
const isOurs = (address: string): boolean => /^\/app\/[!-~]*$/.test(address);

function cookie(publicUrl: string, value: string, maxAgeSeconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/app; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}
