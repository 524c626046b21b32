import type { departureKinds, departureOutcomes } from '@daybook/contract/departures';
import { deleteFeedOfDeactivated } from '../calendar-feed/public.ts';
import { pauseCalendars } from '../calendars/public.ts';
import { cancelMemberImports, leaveTasks } from '../crm/public.ts';
import {
  closeInvitationsFrom,
  closeMemberResets,
  endGrantsOfDeactivated,
  endSessionsOfDeactivated,
  leaveApps,
  revokeTokensOfDeactivated,
} from '../identity/public.ts';
import { closeSignInSteps, type Departure } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { reassignPolls } from '../polls/public.ts';
import { reassignForms } from '../routing/public.ts';
import { leaveScimTokens } from '../scim/public.ts';
import { deleteMemberCatchers, endPersonalWebhooks, leaveOrganizationWebhooks } from '../webhooks/public.ts';

export type KindName = (typeof departureKinds)[number];

export interface Kind {
  readonly outcome: (typeof departureOutcomes)[number];
  /** The columns that name the user. */
  readonly columns: readonly string[];
  /** In the transaction that deactivates the user. */
  readonly settle: readonly ((ctx: Ctx, departure: Departure) => Promise<void>)[];
}

/** Everything that acts in the name of a user, and what happens to it when they are deactivated. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  sessions: {
    outcome: 'ends',
    columns: ['session.member_id', 'sign_in.member_id'],
    settle: [endSessionsOfDeactivated, closeSignInSteps],
  },
  tokens: {
    outcome: 'ends',
    columns: ['api_token.member_id', 'api_token.creator_id'],
    settle: [revokeTokensOfDeactivated],
  },
  connectedApps: { outcome: 'ends', columns: ['app_grant.member_id'], settle: [endGrantsOfDeactivated] },
  resetLinks: { outcome: 'ends', columns: ['password_reset.member_id'], settle: [closeMemberResets] },
  invitations: { outcome: 'ends', columns: ['invitation.invited_by'], settle: [closeInvitationsFrom] },
  personalWebhooks: { outcome: 'ends', columns: ['webhook.member_id'], settle: [endPersonalWebhooks] },
  webhookCatchers: {
    outcome: 'ends',
    columns: ['webhook_catcher.member_id'],
    settle: [deleteMemberCatchers],
  },
  calendarFeed: {
    outcome: 'ends',
    columns: ['calendar_feed.member_id', 'calendar_feed_token.member_id'],
    settle: [deleteFeedOfDeactivated],
  },
  calendarConnections: {
    outcome: 'ends',
    columns: [
      'calendar_connection.member_id',
      'calendar_authorization.member_id',
      'calendar.member_id',
      'calendar_busy.member_id',
    ],
    settle: [pauseCalendars],
  },
  imports: { outcome: 'ends', columns: ['crm_import.member_id'], settle: [cancelMemberImports] },
  tasks: { outcome: 'reassigned', columns: ['crm_task.owner_id'], settle: [leaveTasks] },
  polls: { outcome: 'reassigned', columns: ['poll.member_id', 'poll.host_ids'], settle: [reassignPolls] },
  routingForms: {
    outcome: 'reassigned',
    columns: ['routing_form.owner_member_id'],
    settle: [reassignForms],
  },
  webhooks: { outcome: 'kept', columns: ['webhook.member_id'], settle: [leaveOrganizationWebhooks] },
  apps: { outcome: 'kept', columns: ['app.creator_id'], settle: [leaveApps] },
  scimTokens: { outcome: 'kept', columns: ['scim_token.creator_id'], settle: [leaveScimTokens] },
  // Visitors don't find pages and links whose hosts all left. With another host they go on.
  bookingPages: {
    outcome: 'pauses',
    columns: [
      'event_type.owner_id',
      'event_type.owner_member_id',
      'event_type_host.member_id',
      'link.host_ids',
      'owner_slug.member_id',
    ],
    settle: [],
  },
};

const past = 'tells what happened, and acts for nobody';
const ownSetting = 'a setting of the user, without effect while they can’t sign in';
const signIn = 'a way to sign in, which is refused to users who aren’t active; theirs again if they return';

/** Columns that name a user and may go on doing so, and why. */
export const remaining: Readonly<Record<string, string>> = {
  'absence.member_id': 'when the user is away',
  'absence.replacement_id': 'a replacement who isn’t active is passed over',
  'app.service_id': 'a user of the app, which ends with it',
  'app_approval.requester_id': past,
  'audit_entry.member_id': past,
  'booking_request.host_ids': 'waits for a host: nobody can confirm it, so it is declined or expires',
  'calendar_copy.host_id': 'an entry in a calendar, deleted with the connection',
  'conference.host_id': 'follows from an event, whose bookings are reassigned or canceled by choice',
  'crm_change.member_id': past,
  'crm_note.editor_id': past,
  'crm_note.member_id': past,
  'crm_task.creator_id': past,
  'crm_task.done_by': past,
  'crm_view.group_by': 'an attribute',
  'crm_view.member_id': 'a list that others may use',
  'event_host.host_id': 'bookings, which are reassigned, canceled or kept by choice',
  'favorite.member_id': ownSetting,
  'file.creator_id': past,
  'first_step.member_id': ownSetting,
  'holiday.member_id': 'when the user is away',
  'holiday_setting.member_id': 'when the user is away',
  'identity_provider.break_glass_id': 'without a named owner who is active, every owner can sign in',
  'image.owner_id': 'a picture',
  'invitee.cancelled_by': past,
  'known_device.member_id': ownSetting,
  'live_change.member_id': past,
  'mail_message.member_id': past,
  'note.editor_id': past,
  'note.member_id': past,
  'notification.actor_id': past,
  'notification.member_id': 'no email goes to users who aren’t active',
  'notification_setting.member_id': ownSetting,
  'oidc_subject.member_id': signIn,
  'outbound_call.queued_by': 'an agent calls for the workspace, not for the user who queued the call',
  'outbox.member_id': past,
  'page_preview.member_id': 'unsaved changes, for some minutes',
  'passkey.member_id': signIn,
  'platform_user.member_id': 'how the platform knows the user',
  'preference.member_id': ownSetting,
  'provider_subject.member_id': signIn,
  'recovery_code.member_id': signIn,
  'saved_view.member_id': ownSetting,
  'schedule.member_id': 'working hours, from which nobody can book while the user isn’t active',
  'scim_group_member.member_id': 'groups of the directory, which it alone changes',
  'scim_user.member_id': 'how the directory knows the user',
  'team_membership.member_id': 'gives nothing to a user who can’t sign in; theirs again if they return',
  'totp.member_id': signIn,
  'workflow_version.member_id': past,
};
