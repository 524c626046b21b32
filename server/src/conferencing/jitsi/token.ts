import type { Secrets } from '../../platform/secrets.ts';
import type { EnteredAccount } from '../provider/public.ts';

interface JitsiServer {
  readonly url: string;
  readonly appId: string;
  readonly secret: string;
}

export function toJitsiServer({ url, appId, secret }: EnteredAccount): JitsiServer {
  return { url: url ?? '', appId: appId ?? '', secret: secret ?? '' };
}

interface Visitor {
  readonly room: string;
  /** A host, who moderates. */
  readonly moderator: { readonly name: string; readonly email: string } | undefined;
  readonly now: Date;
}

/** The server looks at it when someone enters; people who come later open the link again. */
const tokenSeconds = 600;
/** Clocks of two servers differ. */
const leewaySeconds = 60;

/** The address of a room, with a token that opens it for some minutes. */
export async function buildRoomUrl(server: JitsiServer, { room, moderator, now }: Visitor): Promise<string> {
  const { SignJWT } = await import('jose');
  const url = new URL(`${server.url.replace(/\/+$/, '')}/${room}`);
  const seconds = Math.floor(now.getTime() / 1000);
  const user = moderator
    ? { ...moderator, moderator: true, affiliation: 'owner' }
    : { moderator: false, affiliation: 'member' };
  const token = await new SignJWT({ room, context: { user } })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(server.appId)
    .setAudience('jitsi')
    .setSubject(url.hostname)
    .setIssuedAt(seconds)
    .setNotBefore(seconds - leewaySeconds)
    .setExpirationTime(seconds + tokenSeconds)
    .sign(Buffer.from(server.secret));
  url.searchParams.set('jwt', token);
  return url.href;
}

/** In lower case, which is what Jitsi makes of names anyway. */
export function deriveRoom(
  secrets: Secrets,
  { workspaceId, eventId }: { workspaceId: string; eventId: string },
): string {
  return secrets.derive('jitsi room', `${workspaceId} ${eventId}`).toString('hex').slice(0, 32);
}
