import { createVisitorActor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../platform/context.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { openEntrance, deriveRoom, buildRoomUrl, toJitsiServer } from './jitsi/public.ts';
import { findAccount } from './settings.ts';
import { findJoinFacts } from './store.ts';

interface Visitor {
  readonly token: string;
  readonly ip: string;
  /** Of the user who is signed in. */
  readonly memberId: string | undefined;
}

/** People talk longer than planned. */
const openAfterEndMs = 24 * 3_600_000;

/** Where the room of an event is, for anyone with its link. Hosts moderate: by their own link, or when they are signed in. */
export async function openRoom(runtime: Runtime, { token, ip, memberId }: Visitor): Promise<string> {
  const { secrets, clock } = runtime;
  const entrance = openEntrance(secrets, token);
  if (!entrance) throw notFound('Video call');
  const actor = createVisitorActor(entrance.workspaceId, ip);
  const event = await readInWorkspace(runtime, actor, (ctx) => findJoinFacts(ctx, entrance.eventId));
  const account = event && findAccount(secrets, event, 'jitsi');
  const server = account && toJitsiServer(account);
  if (!event || !server) throw notFound('Video call');
  if (event.status === 'cancelled') throw conflict('This event was canceled.');
  const now = clock.now();
  if (Date.parse(event.ends_at) + openAfterEndMs < now.getTime()) throw conflict('This event is over.');
  const host = event.hosts.find(({ id }) => id === entrance.hostId || id === memberId);
  const moderator = host && { name: host.name, email: host.email };
  return buildRoomUrl(server, { room: deriveRoom(secrets, entrance), moderator, now });
}
