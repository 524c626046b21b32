import type { WorkspaceId } from './db/workspace-id.ts';
import { signReference } from './sealed-reference.ts';
import type { Secrets } from './secrets.ts';

/** URLs of the wire (resolutions section 1), each built in one place. */

interface Site {
  readonly publicUrl: string;
}

/** Where visitors reach a workspace, at its own domain if it has one. */
interface PagesSite {
  readonly pagesUrl: string;
}

/** Where a page is booked. A team's pages are below `/team`. */
export function buildSchedulingUrl(
  site: PagesSite,
  owner: { readonly slug: string; readonly isTeam: boolean },
  pageSlug: string,
): string {
  return `${site.pagesUrl}/${owner.isTeam ? 'team/' : ''}${owner.slug}/${pageSlug}`;
}

export function buildPageUri(site: Site, id: string): string {
  return `${site.publicUrl}/v2/event-types/${id}`;
}

export function buildScheduleUri(site: Site, id: string): string {
  return `${site.publicUrl}/v2/schedules/${id}`;
}

export function buildEventUri(site: Site, id: string): string {
  return `${site.publicUrl}/v2/scheduled-events/${id}`;
}

export function buildLinkUrl(site: PagesSite, token: string): string {
  return `${site.pagesUrl}/s/${token}`;
}

/** Anyone with this URL can read a host's events. */
export function buildCalendarFeedUrl(site: Site, token: string): string {
  return `${site.publicUrl}/public/calendars/${token}.ics`;
}

export function buildFormUrl(site: PagesSite, slug: string): string {
  return `${site.pagesUrl}/forms/${slug}`;
}

/** A page with changes that are not saved, for anyone with the token. */
export function buildPreviewUrl(site: Site, token: string): string {
  return `${site.publicUrl}/pages/preview/${token}`;
}

/** A picture, by its name in the table `image`. */
export function buildImageUrl(site: Site, name: string | null): string | null {
  return name === null ? null : `${site.publicUrl}${buildImagePath(name)}`;
}

/** The same for pages of ours, whose policy allows pictures of their own origin only. */
export function buildImagePath(name: string | null): string | null {
  return name === null ? null : `/images/${name}`;
}

/** The invitee's own page. Only the key protects it, so it is sent to nobody else. */
export function buildBookingUrl(site: PagesSite, inviteeId: string, key: string): string {
  return `${site.pagesUrl}/bookings/${inviteeId}?key=${key}`;
}

/** Where a visitor pays, and comes back to. Its token is the permission. */
export function buildPayUrl(site: PagesSite, token: string): string {
  return `${site.pagesUrl}/bookings/pay/${token}`;
}

/** Where a provider of payments reports them. */
export function buildPaymentWebhookUrl(site: Site, provider: string, token: string): string {
  return `${site.publicUrl}/connect/${provider}/events/${token}`;
}

/** A request for a time slot, for the owner of the token: the invitee, or a host. */
/** Where somebody who waits for a seat sees their place. Only this installation can make its token. */
export function buildWaitlistUrl(
  {
    pagesUrl,
    secrets,
    workspaceId,
  }: PagesSite & { readonly secrets: Secrets; readonly workspaceId: WorkspaceId },
  id: string,
): string {
  return `${pagesUrl}/bookings/waitlist/${signReference(secrets, waitlistPurpose, { workspaceId, id })}`;
}

export const waitlistPurpose = 'waitlist';

/** Where invitees vote on the times of a meeting. Only this installation can make its token. */
export function buildPollUrl(
  {
    pagesUrl,
    secrets,
    workspaceId,
  }: PagesSite & { readonly secrets: Secrets; readonly workspaceId: WorkspaceId },
  id: string,
): string {
  return `${pagesUrl}/bookings/polls/${signReference(secrets, pollPurpose, { workspaceId, id })}`;
}

export const pollPurpose = 'poll';

export function buildRequestUrl(site: PagesSite, token: string): string {
  return `${site.pagesUrl}/bookings/requests/${token}`;
}

/** An event as its hosts see it, once they have signed in. */
export function buildEventUrl(site: Site, eventId: string): string {
  return `${site.publicUrl}/app/events/${eventId}`;
}

/** The tasks of the user who opens it, after they have signed in. */
export function buildTasksUrl(site: Site): string {
  return `${site.publicUrl}/app/tasks`;
}

/** A record, for users who can see it. */
export function buildRecordUrl(site: Site, record: { readonly slug: string; readonly id: string }): string {
  return `${site.publicUrl}/app/records/${record.slug}/${record.id}`;
}

/** Where users choose what they are told by email. */
export function buildNotificationsUrl(site: Site): string {
  return `${site.publicUrl}/app/notifications`;
}

/** The room of an event on a server that admits by token: what the token in this address opens. */
export function buildJoinUrl(site: Site, token: string): string {
  return `${site.publicUrl}/join/${token}`;
}

/** Where a guest refuses further mail. Not at a domain of the workspace, which may be removed before. */
export function buildUnsubscribeUrl(site: Site, token: string): string {
  return `${site.publicUrl}/unsubscribe/${token}`;
}

/** Links in emails: each opens to anyone who has it, once. */
export function buildInvitationUrl(site: Site, token: string): string {
  return `${site.publicUrl}/app/invitations/${token}`;
}

export function buildPasswordResetUrl(site: Site, token: string): string {
  return `${site.publicUrl}/app/password-reset/${token}`;
}

export function buildSignUpUrl(site: Site, token: string): string {
  return `${site.publicUrl}/app/sign-up/${token}`;
}

export function buildSecurityUrl(site: Site): string {
  return `${site.publicUrl}/app/security`;
}

export function buildTokensUrl(site: Site): string {
  return `${site.publicUrl}/app/developers/tokens`;
}

/** The apps of the user who opens it, after they have signed in. */
export function buildConnectedAppsUrl(site: Site): string {
  return `${site.publicUrl}/app/settings/connected-apps`;
}

/** For owners and admins. */
export function buildDomainsUrl(site: Site, purpose: 'pages' | 'sender' | 'sign_in'): string {
  return `${site.publicUrl}/app/settings/${purpose === 'sign_in' ? 'single-sign-on' : 'domains'}`;
}
