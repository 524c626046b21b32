import { buildFieldTable, ownOfDaybook } from './fields.rules.ts';

/** What becomes of each field of Calendly's objects. `test-calendly.ts` has them all. */

const links = 'Calendly links keep leading to Calendly.';

const ofUser = (prefix: string) => ({
  taken: ['uri', 'name', 'email', 'slug', 'timezone', 'locale'].map((name) => `${prefix}${name}`).join(' '),
  [ownOfDaybook]: ['created_at', 'updated_at', 'current_organization', 'resource_type', 'avatar_url']
    .map((name) => `${prefix}${name}`)
    .join(' '),
  [links]: `${prefix}scheduling_url`,
  'People set this in their own settings.': `${prefix}time_notation`,
});

const membershipOfUser = ofUser('user.');

export const calendlyFields = {
  users: buildFieldTable(ofUser('')),
  memberships: buildFieldTable({
    ...membershipOfUser,
    taken: `${membershipOfUser.taken} role`,
    [ownOfDaybook]: `${membershipOfUser[ownOfDaybook]} uri organization created_at updated_at`,
  }),
  schedules: buildFieldTable({
    taken: 'uri name default user timezone rules',
    [ownOfDaybook]: 'created_at updated_at',
  }),
  pages: buildFieldTable({
    taken: `uri name slug active duration duration_options kind pooling_type type color booking_method description_html secret
      profile.type profile.owner locations.kind locations.location locations.additional_info locations.phone_number custom_questions deleted_at
      is_paid`,
    [ownOfDaybook]: 'created_at updated_at profile.name',
    [links]: 'scheduling_url',
    'The same as description_html.': 'description_plain',
    'The same as kind and pooling_type.': 'kind_description',
    'Pages have no notes for colleagues.': 'internal_note',
    'Pages are managed by their owners and by admins.': 'admin_managed',
    'Pages are listed by name.': 'position',
    'Booking pages use the visitor’s language.': 'locale',
  }),
  hosts: buildFieldTable({
    taken: 'event_type member.uri member.email',
    'Users are found by their uri.': 'member priority uri created_at updated_at',
  }),
  events: buildFieldTable({
    taken: `uri name status start_time end_time event_type meeting_notes_plain location.type location.location location.join_url
      location.additional_info location.phone_number invitees_counter.limit event_memberships.user event_memberships.buffered_start_time
      event_memberships.buffered_end_time event_guests.email cancellation`,
    [ownOfDaybook]: 'created_at updated_at event_guests.created_at event_guests.updated_at',
    'The same as meeting_notes_plain.': 'meeting_notes_html',
    'It follows from the invitees.': 'invitees_counter',
    'Users are found by their uri.': 'event_memberships.user_email event_memberships.user_name',
    'The link to the meeting is imported; dial-in numbers and passwords are not.':
      'location.data location.status',
    'The entry stays in the calendar; Daybook does not change it.': 'calendar_event',
  }),
  invitees: buildFieldTable({
    taken: `uri event name email status timezone text_reminder_number created_at rescheduled questions_and_answers tracking.utm_campaign tracking.utm_source tracking.utm_medium tracking.utm_content
      tracking.utm_term tracking.salesforce_uuid payment cancellation`,
    [ownOfDaybook]: 'updated_at no_show.uri no_show.created_at',
    [links]: 'cancel_url reschedule_url',
    'The same as name.': 'first_name last_name',
    'The event at its old time is not imported.': 'old_invitee new_invitee',
    'Daybook keeps submissions of its own forms only.': 'routing_form_submission',
    'Daybook does not ask invitees to confirm again.': 'reconfirmation',
    'Daybook does not record who booked for an invitee.': 'scheduling_method invitee_scheduled_by',
    'Daybook keeps UTM parameters only.': 'tracking',
  }),
};
