// oxlint-disable max-lines -- what the product is made of stands in one list, with what follows from what
import { refreshHolidaysJob } from './absences/jobs.ts';
import { absencesEndpoints } from './absences/routes.ts';
import { serveAccountPages } from './account-pages/site.routes.ts';
import { purgeAuditLog } from './audit/jobs.ts';
import { auditEndpoints } from './audit/routes.ts';
import { availabilityEndpoints } from './availability/routes.ts';
import { serveBillingWebhooks } from './billing/site.routes.ts';
import { calendarFeedEndpoints } from './calendar-feed/routes.ts';
import { expandCalendarsLater, readCalendarsAgain } from './calendars/expand.jobs.ts';
import { forgetCalendarsJob } from './calendars/forget.jobs.ts';
import { calendarJobs } from './calendars/jobs.ts';
import {
  connectionFailing,
  copyBookings,
  entryDeclined,
  entryDeleted,
  entryMoved,
  meetingMade,
  moveRefused,
  sendCalendarFailingEmail,
  sendEntryDeclinedEmail,
  sendMoveRejectedEmail,
} from './calendars/public.ts';
import { calendarsEndpoints } from './calendars/routes.ts';
import { serveCalendarWebhooks } from './calendars/site.routes.ts';
import { callCompleted } from './calls/events.ts';
import { advanceCallJob, advanceWaitingCallsJob, purgeCallsJob } from './calls/jobs.ts';
import { publishCallCompleted, telephoneService } from './calls/public.ts';
import { callsEndpoints } from './calls/routes.ts';
import { serveCallWebhooks } from './calls/site.routes.ts';
import { conferencingJobs } from './conferencing/jobs.ts';
import {
  waitForLink,
  waitForOrPromiseLink,
  conferenceChanged,
  endConferences,
  followEvents,
  recordJoinUrl,
} from './conferencing/public.ts';
import { crmJobs } from './crm/jobs.ts';
import {
  attributeDeleted,
  objectDeleted,
  objectRestored,
  optionsDeleted,
  primaryAttributeChanged,
  recordCreated,
  recordDeleted,
  recordUpdated,
  uniquenessRemoved,
  createStandardObjects,
  noteWritten,
  enqueueClearAttribute,
  enqueueClearOptions,
  enqueueRebuildSearch,
  releaseUniqueValues,
  publishTaskCompleted,
  publishTaskCreated,
  taskCompleted,
  taskCreated,
  taskDue,
  recordCalls,
  recordCancellations,
  recordMeetings,
  recordNoShows,
  recordNotes,
  recordReschedules,
  recordSubmissions,
  publishAttributeDeleted,
  publishObjectDeleted,
  publishObjectRestored,
  publishRecordCreated,
  publishRecordDeleted,
  publishRecordUpdated,
  sendTaskDueEmails,
} from './crm/public.ts';
import { crmEndpoints } from './crm/routes.ts';
import { demoService } from './demo/public.ts';
import { settleDeparture } from './departures/public.ts';
import { departuresEndpoints } from './departures/routes.ts';
import { demoEndpoints } from './demo/routes.ts';
import { checkDomainsJob } from './domains/jobs.ts';
import { domainFailing, sendDomainFailingEmails } from './domains/public.ts';
import { domainsEndpoints } from './domains/routes.ts';
import { serveAllowedDomains } from './domains/site.routes.ts';
import { serveDocs } from './docs/site.routes.ts';
import { removeHostFromTeamPages, removePagesOfTeam, seatsAdded } from './event-types/public.ts';
import { eventTypesEndpoints } from './event-types/routes.ts';
import { favoritesEndpoints } from './favorites/routes.ts';
import { homeEndpoints } from './home/routes.ts';
import { workspaceCreated } from './identity/events.ts';
import { identityJobs } from './identity/jobs.ts';
import {
  appConnected,
  closeInvitationsTo,
  closeMemberResets,
  deviceAdded,
  endSessionsAfterEmail,
  endSessionsAfterPassword,
  factorAdded,
  factorRemoved,
  invitationSent,
  passwordChanged,
  passwordResetRequested,
  revokeTokensOfDemoted,
  signUpRequested,
  tokenChanged,
  sendAppConnectedEmail,
  sendEmailChangedEmail,
  sendFactorAddedEmail,
  sendFactorRemovedEmail,
  sendInvitationEmail,
  sendNewDeviceEmail,
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendSignUpEmail,
  sendTokenChangedEmail,
} from './identity/public.ts';
import { identityEndpoints } from './identity/routes.ts';
import { serveIdentity } from './identity/site.routes.ts';
import { serveImages } from './images/site.routes.ts';
import { insightsEndpoints } from './insights/routes.ts';
import { purgeAvailabilityChanges } from './availability/jobs.ts';
import { purgeLiveChanges } from './live/jobs.ts';
import { closeStreams, liveEndpoints } from './live/routes.ts';
import { mailEndpoints, serveLocalOutbox } from './mail/routes.ts';
import { readMailbox, sendMail, sweepMail, tidyMail } from './mail/send.jobs.ts';
import { serveMcp } from './mcp/site.routes.ts';
import {
  memberCreated,
  memberDeactivated,
  memberDemoted,
  memberEmailChanged,
  memberPasswordSet,
  membershipDeleted,
  teamDeleted,
} from './members/public.ts';
import { membersEndpoints } from './members/routes.ts';
import { noteCreated } from './notes/events.ts';
import { notesEndpoints } from './notes/routes.ts';
import { purgeNotifications } from './notifications/jobs.ts';
import { createNotifications, notificationCreated, sendNotificationEmails } from './notifications/public.ts';
import { notificationsEndpoints } from './notifications/routes.ts';
import { paymentJobs } from './payments/jobs.ts';
import {
  preservePolicyTime,
  paymentTooLate,
  refundCancelled,
  sendRefundEmails,
  sendTooLateEmails,
} from './payments/public.ts';
import { paymentsEndpoints } from './payments/routes.ts';
import { servePaymentWebhooks } from './payments/site.routes.ts';
import { showError } from './pages/public.ts';
import { pagesEndpoints } from './pages/routes.ts';
import { servePublicPages } from './pages/site.routes.ts';
import { expirePolls } from './polls/jobs.ts';
import { pollClosed, pollVoted, sendPollClosedEmails } from './polls/public.ts';
import { pollsEndpoints } from './polls/routes.ts';
import { purgeJob } from './privacy/jobs.ts';
import { privacyEndpoints } from './privacy/routes.ts';
import { effects } from './platform/effects.ts';
import { keepFilesJob } from './files/jobs.ts';
import { housekeeping } from './platform/housekeeping.ts';
import type { Site } from './platform/http/app.ts';
import type { Endpoint } from './platform/http/serve.ts';
import type { AnyJob } from './platform/jobs.ts';
import { on, type Reaction } from './platform/reactions.ts';
import type { Service } from './platform/services.ts';
import { emitSubmitted, formSubmitted } from './routing/public.ts';
import { roomAdded } from './resources/public.ts';
import { resourcesEndpoints } from './resources/routes.ts';
import { routingEndpoints } from './routing/routes.ts';
import {
  addressCodeRequested,
  enqueueCancellation,
  enqueueMove,
  fillSeats,
  inviteeCancelled,
  inviteeHandedOver,
  inviteeNoShow,
  inviteeRefunded,
  inviteeRescheduled,
  inviteeScheduled,
  inviteeUpdated,
  reassignOpenEvents,
  requestClosed,
  requestCreated,
  seriesCancelled,
  seriesScheduled,
  setJoinUrl,
  waitlistJoined,
  waitlistLeft,
  sendCancelledEmails,
  sendCodeEmail,
  sendLinkEmails,
  sendReassignedEmails,
  sendRequestClosedEmails,
  sendRequestedEmails,
  sendRescheduledEmails,
  sendScheduledEmails,
  sendSeriesCancelledEmails,
  sendSeriesScheduledEmails,
  sendUpdatedEmails,
  sendWaitlistJoinedEmails,
  sendWaitlistLeftEmails,
} from './scheduled-events/public.ts';
import { scheduledEventsJobs } from './scheduled-events/jobs.ts';
import { scheduledEventsEndpoints } from './scheduled-events/routes.ts';
import { createDefaultSchedule, hostTimeZonesChanged } from './schedules/public.ts';
import { schedulesEndpoints } from './schedules/routes.ts';
import { leaveBookingsJob } from './scim/jobs.ts';
import { unlinkTeam } from './scim/public.ts';
import { scimEndpoints } from './scim/routes.ts';
import { serveScim } from './scim/site.routes.ts';
import { searchEndpoints } from './search/routes.ts';
import {
  createDeliverer,
  publishCancelled,
  publishNoShow,
  publishPollClosed,
  publishPollVoted,
  publishRefunded,
  publishRequestClosed,
  publishRequested,
  publishRescheduled,
  publishScheduled,
  publishUpdated,
  publishWaitlistJoined,
  publishWaitlistLeft,
  releaseWebhooksOfDemoted,
  webhookDisabled,
  webhookFailing,
  webhookPassed,
  sendWebhookDisabledEmails,
  sendWebhookFailingEmails,
  sendWebhookPassedEmails,
} from './webhooks/public.ts';
import { eraseAttemptsJob, purgeCatchers, tidyWebhooks } from './webhooks/jobs.ts';
import { webhooksEndpoints } from './webhooks/routes.ts';
import { workflowJobs } from './workflows/jobs.ts';
import {
  createStandardWorkflows,
  startBooked,
  startCancelled,
  startCreated,
  startMoved,
  startNoShow,
  startSubmitted,
  startUpdated,
} from './workflows/public.ts';
import { workflowsEndpoints } from './workflows/routes.ts';

/** What the product is made of. Every side effect of an event stands in `reactions`, and nowhere else. */

export const endpoints: readonly Endpoint[] = [
  ...identityEndpoints,
  ...homeEndpoints,
  ...notificationsEndpoints,
  ...favoritesEndpoints,
  ...domainsEndpoints,
  ...membersEndpoints(reassignOpenEvents),
  ...departuresEndpoints,
  ...scimEndpoints,
  ...eventTypesEndpoints,
  ...resourcesEndpoints,
  ...schedulesEndpoints,
  ...absencesEndpoints,
  ...availabilityEndpoints,
  ...calendarsEndpoints,
  ...calendarFeedEndpoints,
  ...scheduledEventsEndpoints,
  ...pollsEndpoints,
  ...paymentsEndpoints,
  ...notesEndpoints,
  ...crmEndpoints,
  ...searchEndpoints,
  ...pagesEndpoints,
  ...routingEndpoints,
  ...webhooksEndpoints,
  ...workflowsEndpoints,
  ...callsEndpoints,
  ...insightsEndpoints,
  ...auditEndpoints,
  ...liveEndpoints,
  ...mailEndpoints,
  ...privacyEndpoints,
  ...demoEndpoints,
];

export const sites: readonly Site[] = [
  serveLocalOutbox,
  servePublicPages,
  serveAccountPages,
  serveIdentity,
  serveImages(showError),
  serveAllowedDomains,
  serveCalendarWebhooks,
  servePaymentWebhooks,
  serveCallWebhooks,
  serveBillingWebhooks,
  serveDocs,
  serveMcp,
  serveScim,
  closeStreams,
];

export const jobs: readonly AnyJob[] = [
  housekeeping,
  ...identityJobs,
  checkDomainsJob,
  sendMail,
  readMailbox,
  sweepMail,
  tidyMail,
  ...calendarJobs,
  forgetCalendarsJob,
  ...conferencingJobs,
  ...paymentJobs,
  ...scheduledEventsJobs,
  leaveBookingsJob,
  expirePolls,
  refreshHolidaysJob,
  advanceCallJob,
  advanceWaitingCallsJob,
  purgeCallsJob,
  ...crmJobs,
  ...workflowJobs,
  keepFilesJob,
  tidyWebhooks,
  eraseAttemptsJob,
  purgeCatchers,
  purgeJob,
  purgeAuditLog,
  purgeAvailabilityChanges,
  purgeLiveChanges,
  purgeNotifications,
];

/** What a worker does all the time, beside its jobs. */
export const services: readonly Service[] = [effects, createDeliverer(), telephoneService, demoService];

/** `now`: in the transaction of the event, for what must be true with it. `later`: after it, in order, never lost. */
export const reactions: readonly Reaction[] = [
  on(workspaceCreated, { now: [createStandardObjects, createStandardWorkflows] }),
  on(memberCreated, { now: [createDefaultSchedule, closeInvitationsTo] }),
  on(memberDeactivated, { now: settleDeparture }),
  on(hostTimeZonesChanged, { now: [expandCalendarsLater] }),
  on(memberDemoted, { now: [releaseWebhooksOfDemoted, revokeTokensOfDemoted] }),
  on(memberPasswordSet, {
    now: [endSessionsAfterPassword, closeMemberResets],
    later: { mail: sendPasswordChangedEmail },
  }),
  on(memberEmailChanged, {
    now: [endSessionsAfterEmail, closeMemberResets, closeInvitationsTo, readCalendarsAgain],
    later: { mail: sendEmailChangedEmail },
  }),
  on(invitationSent, { later: { mail: sendInvitationEmail } }),
  on(signUpRequested, { later: { mail: sendSignUpEmail } }),
  on(passwordResetRequested, { later: { mail: sendPasswordResetEmail } }),
  on(passwordChanged, { later: { mail: sendPasswordChangedEmail } }),
  on(deviceAdded, { later: { mail: sendNewDeviceEmail } }),
  on(factorAdded, { later: { mail: sendFactorAddedEmail } }),
  on(factorRemoved, { later: { mail: sendFactorRemovedEmail } }),
  on(tokenChanged, { later: { mail: sendTokenChangedEmail } }),
  on(appConnected, { later: { mail: sendAppConnectedEmail } }),
  on(teamDeleted, { now: [removePagesOfTeam, unlinkTeam] }),
  on(membershipDeleted, { now: [removeHostFromTeamPages] }),
  on(addressCodeRequested, { later: { mail: sendCodeEmail } }),
  on(inviteeScheduled, {
    later: {
      webhooks: waitForLink(publishScheduled),
      mail: waitForOrPromiseLink(sendScheduledEmails),
      crm: recordMeetings,
      calendars: copyBookings,
      workflows: waitForLink(startBooked),
    },
  }),
  on(seriesScheduled, { later: { mail: waitForOrPromiseLink(sendSeriesScheduledEmails) } }),
  on(inviteeRescheduled, {
    nowBatch: [followEvents, preservePolicyTime],
    later: {
      webhooks: waitForLink(publishRescheduled),
      mail: waitForOrPromiseLink(sendRescheduledEmails),
      crm: recordReschedules,
      calendars: copyBookings,
      workflows: waitForLink(startMoved),
    },
  }),
  on(inviteeHandedOver, {
    nowBatch: [followEvents],
    later: { mail: waitForOrPromiseLink(sendReassignedEmails), calendars: copyBookings },
  }),
  on(inviteeUpdated, {
    nowBatch: [followEvents],
    later: { webhooks: publishUpdated, mail: sendUpdatedEmails, calendars: copyBookings },
  }),
  on(conferenceChanged, { now: [setJoinUrl], later: { mail: sendLinkEmails, calendars: copyBookings } }),
  on(meetingMade, { now: [recordJoinUrl] }),
  on(inviteeCancelled, {
    nowBatch: [endConferences, refundCancelled],
    later: {
      webhooks: publishCancelled,
      mail: sendCancelledEmails,
      crm: recordCancellations,
      calendars: copyBookings,
      workflows: startCancelled,
    },
  }),
  on(seriesCancelled, { later: { mail: sendSeriesCancelledEmails } }),
  on(inviteeRefunded, { later: { webhooks: publishRefunded, mail: sendRefundEmails } }),
  on(paymentTooLate, { later: { mail: sendTooLateEmails } }),
  on(requestCreated, { later: { webhooks: publishRequested, mail: sendRequestedEmails } }),
  on(requestClosed, { later: { webhooks: publishRequestClosed, mail: sendRequestClosedEmails } }),
  on(waitlistJoined, { later: { webhooks: publishWaitlistJoined, mail: sendWaitlistJoinedEmails } }),
  on(waitlistLeft, { later: { webhooks: publishWaitlistLeft, mail: sendWaitlistLeftEmails } }),
  on(pollVoted, { later: { webhooks: publishPollVoted } }),
  on(pollClosed, { later: { webhooks: publishPollClosed, mail: sendPollClosedEmails } }),
  on(seatsAdded, { now: [fillSeats] }),
  on(roomAdded, { now: [fillSeats] }),
  on(inviteeNoShow, { later: { webhooks: publishNoShow, crm: recordNoShows, workflows: startNoShow } }),
  on(noteCreated, { later: { crm: recordNotes } }),
  on(formSubmitted, {
    later: { webhooks: emitSubmitted, crm: recordSubmissions, workflows: startSubmitted },
  }),
  on(callCompleted, { later: { webhooks: publishCallCompleted, crm: recordCalls } }),
  on(entryMoved, { later: { bookings: enqueueMove } }),
  on(entryDeleted, { later: { bookings: enqueueCancellation } }),
  on(entryDeclined, { later: { mail: sendEntryDeclinedEmail } }),
  on(moveRefused, { later: { mail: sendMoveRejectedEmail, calendars: copyBookings } }),
  on(connectionFailing, { later: { mail: sendCalendarFailingEmail } }),
  on(webhookFailing, { later: { mail: sendWebhookFailingEmails } }),
  on(webhookDisabled, { later: { mail: sendWebhookDisabledEmails } }),
  on(domainFailing, { later: { mail: sendDomainFailingEmails } }),
  on(webhookPassed, { later: { mail: sendWebhookPassedEmails } }),
  on(uniquenessRemoved, { now: [releaseUniqueValues] }),
  on(optionsDeleted, { now: [enqueueClearOptions] }),
  on(primaryAttributeChanged, { now: [enqueueRebuildSearch] }),
  on(attributeDeleted, { now: [publishAttributeDeleted, enqueueClearAttribute] }),
  on(objectDeleted, { now: [publishObjectDeleted] }),
  on(objectRestored, { now: [publishObjectRestored] }),
  on(recordCreated, { nowBatch: [publishRecordCreated, startCreated] }),
  on(recordUpdated, { nowBatch: [publishRecordUpdated, startUpdated] }),
  on(recordDeleted, { nowBatch: [publishRecordDeleted] }),
  on(noteWritten, { now: [createNotifications] }),
  on(notificationCreated, { later: { mail: sendNotificationEmails } }),
  on(taskCreated, { now: [publishTaskCreated] }),
  on(taskCompleted, { now: [publishTaskCompleted] }),
  on(taskDue, { later: { mail: sendTaskDueEmails } }),
];
