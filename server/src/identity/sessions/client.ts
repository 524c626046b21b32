import { getSessionCookieName } from '../../platform/http/caller.ts';
import { deviceDays } from './rules.ts';

/** The browser that signs in. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  /** Its device cookie, set by an earlier sign-in. */
  readonly device: string | undefined;
  /** Its session cookie, which a sign-in replaces. */
  readonly session: string | undefined;
}

interface Exchange {
  readonly address: string;
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
}

export function describeClient(exchange: Exchange, publicUrl: string): Client {
  return {
    address: exchange.address,
    userAgent: (exchange.header('user-agent') ?? '').slice(0, 400),
    device: exchange.cookie(getDeviceCookieName(publicUrl)),
    session: exchange.cookie(getSessionCookieName(publicUrl)),
  };
}

export function getDeviceCookieName(publicUrl: string): string {
  return getSessionCookieName(publicUrl).replace('session', 'device');
}

export function buildSessionCookie(publicUrl: string, secret: string, maxAgeSeconds: number): string {
  return buildCookie(publicUrl, getSessionCookieName(publicUrl), secret, maxAgeSeconds);
}

export function buildDeviceCookie(publicUrl: string, device: string): string {
  return buildCookie(publicUrl, getDeviceCookieName(publicUrl), device, deviceDays * 86_400);
}

/** Not readable by scripts, not sent by other sites' forms; `__Host-` names bind it to this host. */
export function buildCookie(publicUrl: string, name: string, value: string, maxAgeSeconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}
