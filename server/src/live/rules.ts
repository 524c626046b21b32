import type { liveEvent } from '@daybook/contract/live';
import { explainDeniedCall } from '@daybook/contract/permissions';
import type { AnyRoute } from '@daybook/contract/route';
import { routes } from '@daybook/contract/routes';
import type { z } from 'zod';
import { isAdmin, type Actor } from '../platform/auth/actor.ts';

export type LiveEvent = z.output<typeof liveEvent>;

/** Where the readers of a thing are found, who beside admins may know of it (`store.ts`). */
export type ReadersOf =
  | 'absence'
  | 'app'
  | 'attribute'
  | 'catcher'
  | 'connectedApp'
  | 'connection'
  | 'event'
  | 'form'
  | 'link'
  | 'object'
  | 'page'
  | 'passkey'
  | 'poll'
  | 'request'
  | 'schedule'
  | 'session'
  | 'token'
  | 'user'
  | 'webhook';

interface Kind {
  readonly tag: AnyRoute['tag'];
  readonly operation?: string;
  /** Everyone who may call an operation of the tag, or admins and those who are found. */
  readonly readers: 'all' | ReadersOf;
  /** Nobody but the user whose own it is. */
  readonly isPrivate?: true;
  /** The id of the row is none that callers know. */
  readonly withoutId?: true;
}

/** What the kinds of changes are to callers. Records are a kind of their own, since their tag depends on their object. */
export const kinds: Readonly<Record<string, Kind>> = {
  organization: { tag: 'Organization', readers: 'all', withoutId: true },
  user: { tag: 'Users', readers: 'all' },
  team: { tag: 'Teams', readers: 'all' },
  team_member: { tag: 'Teams', readers: 'all' },
  invitation: { tag: 'Invitations', readers: 'all' },
  token: { tag: 'Tokens', readers: 'token' },
  app: { tag: 'Apps', readers: 'app' },
  app_approval: { tag: 'Apps', operation: 'listAppApprovals', readers: 'all' },
  connected_app: { tag: 'Apps', operation: 'listConnectedApps', readers: 'connectedApp' },
  identity_provider: { tag: 'Single sign-on', operation: 'listIdentityProviders', readers: 'all' },
  scim_token: { tag: 'Provisioning', operation: 'listScimTokens', readers: 'all' },
  scim_group: { tag: 'Provisioning', operation: 'listScimGroups', readers: 'all' },
  platform: { tag: 'Platform', readers: 'all', withoutId: true },
  platform_workspace: { tag: 'Platform', readers: 'all', withoutId: true },
  domain: { tag: 'Domains', readers: 'all' },
  domain_key: { tag: 'Domains', readers: 'all', withoutId: true },
  session: { tag: 'Session', operation: 'listSessions', readers: 'session', isPrivate: true },
  preference: {
    tag: 'Session',
    operation: 'readPreferences',
    readers: 'user',
    isPrivate: true,
    withoutId: true,
  },
  notification: { tag: 'Notifications', readers: 'user', isPrivate: true, withoutId: true },
  favorite: { tag: 'Favorites', readers: 'user', isPrivate: true, withoutId: true },
  totp: { tag: 'Second factor', readers: 'user', isPrivate: true, withoutId: true },
  recovery_codes: { tag: 'Second factor', readers: 'user', isPrivate: true, withoutId: true },
  passkey: { tag: 'Second factor', readers: 'passkey', isPrivate: true },
  schedule: { tag: 'Schedules', readers: 'schedule' },
  absence: { tag: 'Absences', readers: 'absence' },
  holidays: { tag: 'Absences', operation: 'readHolidays', readers: 'user', withoutId: true },
  calendar_feed: {
    tag: 'Calendars',
    operation: 'readCalendarFeed',
    readers: 'user',
    isPrivate: true,
    withoutId: true,
  },
  resource: { tag: 'Resources', readers: 'all' },
  event_type: { tag: 'Event types', readers: 'page' },
  event_type_host: { tag: 'Event types', readers: 'page' },
  question: { tag: 'Event types', readers: 'page' },
  link: { tag: 'Links', readers: 'link', withoutId: true },
  calendar_connection: { tag: 'Calendars', readers: 'connection' },
  scheduled_event: { tag: 'Scheduled events', readers: 'event' },
  booking_request: { tag: 'Scheduled events', operation: 'listBookingRequests', readers: 'request' },
  waitlist_entry: { tag: 'Scheduled events', operation: 'listWaitlist', readers: 'event' },
  poll: { tag: 'Polls', readers: 'poll' },
  note: { tag: 'Notes', operation: 'listEventNotes', readers: 'event' },
  crm_object: { tag: 'CRM objects', readers: 'object' },
  crm_attribute: { tag: 'CRM objects', readers: 'attribute', withoutId: true },
  saved_view: { tag: 'Saved views', readers: 'all', withoutId: true },
  task: { tag: 'CRM tasks', readers: 'all', withoutId: true },
  file: { tag: 'CRM records', readers: 'all', withoutId: true },
  crm_option: { tag: 'CRM objects', readers: 'attribute', withoutId: true },
  routing_form: { tag: 'Routing forms', readers: 'form' },
  routing_submission: { tag: 'Routing forms', operation: 'listFormSubmissions', readers: 'form' },
  agent: { tag: 'Agents', readers: 'all' },
  do_not_call: { tag: 'Do not call', readers: 'all' },
  payment_account: { tag: 'Payments', readers: 'all', withoutId: true },
  refund: { tag: 'Payments', readers: 'all', withoutId: true },
  outbound_call: { tag: 'Outbound calls', readers: 'all' },
  webhook: { tag: 'Webhooks', readers: 'webhook' },
  workflow: { tag: 'Workflows', readers: 'all' },
  workflow_run: { tag: 'Workflows', operation: 'listWorkflowRuns', readers: 'all' },
  caught_request: { tag: 'Webhooks', operation: 'listCaughtRequests', readers: 'catcher' },
};

/** After one of these somebody may have lost their access, or have another role. */
export const kindsOfAccess: ReadonlySet<string> = new Set([
  'user',
  'session',
  'token',
  'organization',
  'app',
  'app_approval',
  'connected_app',
]);

const tagsOfObjects: Readonly<Record<string, AnyRoute['tag']>> = {
  people: 'CRM people',
  companies: 'CRM companies',
};

export interface Change {
  readonly kind: string;
  readonly objectId: string | null;
  readonly memberId: string | null;
  readonly crmObjectId: string | null;
  readonly crmKeys: readonly string[] | null;
}

/** What users may know of an object of the CRM. */
export interface ObjectFacts {
  readonly slug: string;
  readonly isReadable: boolean;
  readonly hiddenKeys: readonly string[];
}

/** An event with those who may know of it. */
export interface AddressedEvent {
  readonly event: LiveEvent;
  readonly toAdmins: boolean;
  readonly toUsers: boolean;
  readonly memberIds: ReadonlySet<string>;
}

/** `*` among the readers of a thing stands for all users. */
export function addressEvent(
  change: Change,
  readers: readonly string[],
  object: ObjectFacts | undefined,
): AddressedEvent | undefined {
  if (change.kind === 'crm_record') return recordEvent(change, object);
  if (change.kind === 'access') return accessEvent(change);
  const kind = kinds[change.kind];
  if (!kind) return undefined;
  const { tag, operation, withoutId } = kind;
  const { objectId, memberId } = change;
  return {
    event: {
      tag,
      ...(operation !== undefined && { operation }),
      ...(objectId !== null && !withoutId && { id: objectId }),
    },
    toAdmins: !kind.isPrivate,
    toUsers: kind.readers === 'all' || readers.includes('*'),
    memberIds: new Set([...readers, ...(memberId === null ? [] : [memberId])]),
  };
}

/** A change of hidden attributes alone is none to users. */
function recordEvent({ objectId, crmKeys }: Change, object: ObjectFacts | undefined): AddressedEvent {
  const tag = tagsOfObjects[object?.slug ?? ''] ?? 'CRM records';
  const isHidden = crmKeys?.every((key) => object?.hiddenKeys.includes(key)) ?? false;
  return {
    event: { tag, ...(objectId !== null && { id: objectId }) },
    toAdmins: true,
    toUsers: (object?.isReadable ?? false) && !isHidden,
    memberIds: new Set(),
  };
}

/** A right that was given or taken away changes what may be seen of anything. */
function accessEvent({ memberId }: Change): AddressedEvent {
  return {
    event: { tag: '*' },
    toAdmins: memberId === null,
    toUsers: memberId === null,
    memberIds: new Set(memberId === null ? [] : [memberId]),
  };
}

/** The events that an actor may know of, each once. */
export function listEventsFor(actor: Actor, events: readonly AddressedEvent[]): LiveEvent[] {
  const tags = tagsOf(actor);
  const known = events.filter(
    ({ event, toAdmins, toUsers, memberIds }) =>
      (event.tag === '*' || tags.has(event.tag)) &&
      ((toAdmins && isAdmin(actor)) || toUsers || memberIds.has(actor.memberId)),
  );
  return [...new Map(known.map(({ event }) => [JSON.stringify(event), event])).values()];
}

/** The groups of which an actor may read something, by scope and role. */
function tagsOf(actor: Actor): ReadonlySet<string> {
  const reads = [...routes.values()].filter(
    ({ method, access }) => method === 'GET' && access.kind !== 'public',
  );
  return new Set(
    reads.filter((route) => explainDeniedCall(route, actor) === undefined).map(({ tag }) => tag),
  );
}

/** Where a stream has come to: when, and what of the database it has seen. */
export interface Position {
  readonly atMs: number;
  readonly snapshot: string;
}

/** The id comes last, so that a client that gets only some of the events resumes before them. */
export function serializeEvents(events: readonly LiveEvent[], position: Position): string {
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\n`);
  return lines.join('\n').replace(/\n$/, `\nid: ${serializePosition(position)}\n\n`);
}

/** A comment, which keeps the connection open, and the position. */
export function serializePing(position: Position): string {
  return `: ping\nid: ${serializePosition(position)}\n\n`;
}

function serializePosition({ atMs, snapshot }: Position): string {
  return `${atMs}/${snapshot}`;
}

/** Undefined for what is no position of ours. */
export function parsePosition(text: string): Position | undefined {
  const [, atMs, snapshot] = /^(\d{1,15})\/(\d{1,20}:\d{1,20}:[\d,]{0,8000})$/.exec(text) ?? [];
  return atMs === undefined || snapshot === undefined ? undefined : { atMs: Number(atMs), snapshot };
}
