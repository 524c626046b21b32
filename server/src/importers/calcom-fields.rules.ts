import { buildFieldTable, ownOfDaybook } from './fields.rules.ts';

/** What becomes of each field of Cal.com's objects. `test-calcom.ts` has them all. */

const ofPeople = 'People set this in their own settings.';
const ofLooks = 'Daybook shows pages, messages and calendar entries in one way.';
const ofCalendars = 'Choose calendars under Calendars, for each user.';

/** Answers that a booking holds elsewhere. */
export const answeredElsewhere = [
  'name',
  'email',
  'guests',
  'location',
  'attendeePhoneNumber',
  'rescheduleReason',
  'displayGuests',
];

export const calcomFields = {
  bookings: buildFieldTable({
    taken: `uid title description status start end eventTypeId hosts.email attendees.name attendees.email attendees.timeZone
      attendees.language attendees.phoneNumber attendees.absent attendees.bookingFieldsResponses guests location meetingUrl
      createdAt cancellationReason cancelledByEmail reschedulingReason bookingFieldsResponses rescheduledToUid`,
    [ownOfDaybook]: 'id icsUid updatedAt attendees.id attendees.bookingId attendees.seatUid eventType',
    'It follows from the start and the end.': 'duration',
    'The booking says so itself.': ['bookingFieldsResponses', 'attendees.bookingFieldsResponses']
      .flatMap((path) => answeredElsewhere.map((slug) => `${path}.${slug}`))
      .join(' '),
    'Users are found by their email.': 'hosts.id hosts.name hosts.username hosts.timeZone hosts.displayEmail',
    'The same as the email.': 'attendees.displayEmail',
    'Daybook keeps no metadata of bookings.': 'metadata attendees.metadata',
    'Daybook does not rate bookings.': 'rating',
    'Daybook records absence of invitees only.': 'absentHost',
    'Each booking of a series stands alone.': 'recurringBookingUid',
    'The booking at its old time is not imported.': 'rescheduledFromUid rescheduledByEmail',
  }),
  pages: buildFieldTable({
    taken: `id title slug description lengthInMinutes lengthInMinutesOptions ownerId teamId team.id
      schedulingType assignAllTeamMembers hosts.userId hosts.weight hosts.priority hosts.mandatory scheduleId hidden
      minimumBookingNotice beforeEventBuffer afterEventBuffer slotInterval recurrence seats.seatsPerTimeSlot
      seats.showAvailabilityCount color.lightThemeHex locations.type locations.address locations.link
      locations.phone locations.integration locations.location bookingWindow bookingLimitsCount bookingLimitsDuration
      bookerActiveBookingsLimit.maximumActiveBookings bookerActiveBookingsLimit.disabled confirmationPolicy price currency
      successRedirectUrl lockTimeZoneToggleOnBookingPage lockedTimeZone requiresBookerEmailVerification
      bookingRequiresAuthentication disableCancelling disableRescheduling metadata.apps.stripe.paymentOption
      metadata.apps.stripe.refundPolicy metadata.apps.stripe.refundDaysCount bookingFields recurrence.disabled seats.disabled`,
    [ownOfDaybook]: 'bookingUrl users hosts.avatarUrl team.logoUrl team.bannerUrl parentEventTypeId',
    'Users are found by their id.': 'hosts.name hosts.username',
    'The team says so.': 'team.name team.slug',
    'The same as seats.': 'seatsPerTimeSlot seatsShowAvailabilityCount',
    'The same as lengthInMinutesOptions.': 'metadata.multipleDuration',
    'The same as price.': `metadata.apps.stripe.price metadata.apps.stripe.currency metadata.apps.stripe.enabled
      metadata.apps.stripe.appId`,
    'Connect payments and video under Settings; other apps have no counterpart.': `metadata.apps
      locations.credentialId metadata.apps.stripe.credentialId`,
    'Daybook keeps no metadata of pages.': 'metadata',
    'Daybook shows where events take place.': 'locations.public',
    'An invitee can always bring guests.': 'disableGuests',
    'Other invitees of a group are never shown.': 'seats.showAttendeeInfo',
    'The redirect gets no parameters.': 'forwardParamsSuccessRedirect',
    'Daybook has no instant meetings.': 'isInstantEvent',
    'A limit does not offer to reschedule.': 'bookerActiveBookingsLimit.offerReschedule',
    'All available times are offered.': 'onlyShowFirstAvailableSlot showOptimizedSlots',
    'Times begin on the full interval.': 'offsetStart',
    [ofLooks]: `bookerLayouts color.darkThemeHex customName hideCalendarNotes hideCalendarEventDetails hideOrganizerEmail
      interfaceLanguage team.weekStart team.brandColor team.darkBrandColor team.theme`,
    [ofCalendars]: 'destinationCalendar useDestinationCalendarEmail',
    'Set up video under Settings.': 'calVideoSettings',
    'Past and canceled bookings can’t be rescheduled.':
      'allowReschedulingPastBookings allowReschedulingCancelledBookings',
    'Turn messages off in the workflows.': 'emailSettings',
    'Rescheduling keeps the host.': 'rescheduleWithSameRoundRobinHost',
    'Every host of the page takes part.': 'rrHostSubsetEnabled hosts.groupId',
  }),
  schedules: buildFieldTable({ taken: 'id ownerId name timeZone isDefault availability overrides' }),
  memberships: buildFieldTable({
    taken: 'userId teamId role accepted user.email',
    'The user says so.': 'user.name user.username',
    [ownOfDaybook]: 'id user.avatarUrl user.metadata',
    [ofPeople]: 'user.bio disableImpersonation',
    'Create attributes of users in the CRM.': 'attributes',
  }),
  teams: buildFieldTable({
    taken: 'id name slug isOrganization',
    [ownOfDaybook]: 'parentId metadata',
    'Set it in the settings of the team.': `logoUrl calVideoLogo appLogo appIconLogo bio hideBranding isPrivate
      hideBookATeamMember theme brandColor darkBrandColor bannerUrl timeFormat timeZone weekStart`,
  }),
  users: buildFieldTable({
    taken: 'id email username name timeZone locale',
    [ownOfDaybook]: `createdDate organizationId organization profile metadata emailVerified verified invitedTo
      allowDynamicBooking avatarUrl`,
    [ofPeople]: 'bio timeFormat weekStart theme appTheme',
    'The schedule says so itself.': 'defaultScheduleId',
    'Set colors under Branding.': 'hideBranding brandColor darkBrandColor',
  }),
};

const allOfQuestion = 'type slug label required hidden options isDefault placeholder disableOnPrefill';

/** Of questions: those that are imported, those that every page has itself, and hidden ones. */
export const calcomQuestionFields = {
  imported: buildFieldTable({
    taken: 'type slug label required hidden options isDefault',
    'Questions have no placeholder.': 'placeholder',
    'What a link fills in can be changed.': 'disableOnPrefill',
  }),
  everywhere: buildFieldTable({ 'Every page asks for this itself.': allOfQuestion, taken: 'slug' }),
  hidden: buildFieldTable({ 'Daybook has no hidden questions.': allOfQuestion }),
};
