import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { openSignedReference, signReference } from '../../platform/sealed-reference.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { buildJoinUrl } from '../../platform/urls.ts';
import type { ConferenceProvider } from '../provider/public.ts';

/** The link leads to `/join`. */
export const jitsiProvider: ConferenceProvider = {
  by: 'address',
  form: { title: 'Jitsi', fields: ['url', 'appId'], secretField: 'secret' },
  joinUrl: ({ secrets, workspaceId, eventId, publicUrl }) =>
    buildJoinUrl({ publicUrl }, signReference(secrets, purpose, { workspaceId, id: eventId })),
};

const purpose = 'join';

interface Site {
  readonly secrets: Secrets;
  readonly workspaceId: WorkspaceId;
  readonly publicUrl: string;
}

/**
 * The link of an event by which a host comes in as moderator; the link itself where it does not lead to `/join`. Always the
 * same: an entry in a calendar does not change because it is written again.
 */
export function buildHostJoinUrl(site: Site, link: string, eventId: string, hostId: string): string {
  const { secrets, workspaceId } = site;
  if (!link.startsWith(buildJoinUrl(site, ''))) return link;
  return buildJoinUrl(site, signReference(secrets, purpose, { workspaceId, id: `${eventId} ${hostId}` }));
}

export interface RoomEntrance {
  readonly workspaceId: WorkspaceId;
  readonly eventId: string;
  /** Of anyone with the link of a host. */
  readonly hostId: string | undefined;
}

/** What a link to `/join` opens; undefined if it is not ours. */
export function openEntrance(secrets: Secrets, token: string): RoomEntrance | undefined {
  const found = openSignedReference(secrets, purpose, token);
  if (!found) return undefined;
  const [eventId = '', hostId] = found.id.split(' ');
  return { workspaceId: found.workspaceId, eventId, hostId };
}
