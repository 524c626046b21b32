// oxlint-disable max-lines -- what the product is made of stands in one list, with what follows from what
import { refreshHolidaysJob } from './absences/jobs.ts';
import { absencesEndpoints } from './absences/routes.ts';
import { serveAccountPages } from './account-pages/site.routes.ts';
import { purgeAuditLog } from './audit/jobs.ts';
import { auditEndpoints } from './audit/routes.ts';
import { availabilityEndpoints } from './availability/routes.ts';
import { serveBillingReports } from './billing/site.routes.ts';
import { endFeedOfDeactivated } from './calendar-feed/public.ts';
import { calendarFeedEndpoints } from './calendar-feed/routes.ts';
import { expandCalendarsLater, readCalendarsAgain } from './calendars/expand.jobs.ts';
import { calendarJobs } from './calendars/jobs.ts';
import {
  connectionFailing,
  copyBookings,
  entryDeclined,
  entryDeleted,
  entryMoved,
  meetingMade,
  moveRefused,
} from './calendars/public.ts';
import { calendarsEndpoints } from './calendars/routes.ts';
import { serveCalendarReports } from './calendars/site.routes.ts';
import { callCompleted } from './calls/events.ts';
import { advanceCallJob, advanceWaitingCallsJob, purgeCallsJob } from './calls/jobs.ts';
import { publishCallCompleted, telephoneService } from './calls/public.ts';
import { callsEndpoints } from './calls/routes.ts';
import { serveCallReports } from './calls/site.routes.ts';
import { conferencingJobs } from './conferencing/jobs.ts';
import {
  awaitLink,
  awaitOrPromiseLink,
  conferenceChanged,
  endConferences,
  followEvents,
  takeJoinUrl,
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
  enqueueClearAttribute,
  enqueueClearOptions,
  enqueueRebuildSearch,
  releaseUniqueValues,
  publishTaskCompleted,
  publishTaskCreated,
  releaseTasksOfDeactivated,
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
} from './crm/public.ts';
import { crmEndpoints } from './crm/routes.ts';
import { serveDocs } from './docs/site.routes.ts';
import { removeHostFromTeamPages, removePagesOfTeam, seatsAdded } from './event-types/public.ts';
import { eventTypesEndpoints } from './event-types/routes.ts';
import { homeEndpoints } from './home/routes.ts';
import { workspaceCreated } from './identity/events.ts';
import { identityJobs } from './identity/jobs.ts';
import {
  closeInvitationsFrom,
  closeInvitationsTo,
  closeResetsOf,
  deviceAdded,
  endSessionsAfterEmail,
  endSessionsAfterPassword,
  endSessionsOfDeactivated,
  factorAdded,
  factorRemoved,
  invitationSent,
  passwordChanged,
  passwordResetRequested,
  revokeTokensOfDeactivated,
  revokeTokensOfDemoted,
  signUpRequested,
  tokenChanged,
} from './identity/public.ts';
import { identityEndpoints } from './identity/routes.ts';
import { serveImages } from './images/site.routes.ts';
import { insightsEndpoints } from './insights/routes.ts';
import { purgeAvailabilityChanges } from './availability/jobs.ts';
import { purgeLiveChanges } from './live/jobs.ts';
import { endStreams, liveEndpoints } from './live/routes.ts';
import {
  mailCalendarFailing,
  mailEntryDeclined,
  mailMoveRefused,
  mailCancelled,
  mailCode,
  mailEmailChanged,
  mailFactorAdded,
  mailFactorRemoved,
  mailHandedOver,
  mailRefunded,
  mailRequestClosed,
  mailRequested,
  mailRescheduled,
  mailInvitation,
  mailLink,
  mailNewDevice,
  mailPasswordChanged,
  mailPasswordReset,
  mailPollClosed,
  mailScheduled,
  mailSeriesCancelled,
  mailSeriesScheduled,
  mailSignUp,
  mailTaskDue,
  mailTokenChanged,
  mailTooLate,
  mailUpdated,
  mailWaitlistJoined,
  mailWaitlistLeft,
  mailWebhookDisabled,
  mailWebhookFailing,
  mailWebhookPassed,
} from './mail/public.ts';
import { mailEndpoints, serveLocalOutbox } from './mail/routes.ts';
import { readMailbox, sendMail, sweepMail, tidyMail } from './mail/send.jobs.ts';
import { serveMcp } from './mcp/site.routes.ts';
import {
  closeSignInSteps,
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
import { paymentJobs } from './payments/jobs.ts';
import { keepPolicyTime, paymentTooLate, refundCancelled } from './payments/public.ts';
import { paymentsEndpoints } from './payments/routes.ts';
import { servePaymentReports } from './payments/site.routes.ts';
import { showError } from './pages/public.ts';
import { pagesEndpoints } from './pages/routes.ts';
import { servePublicPages } from './pages/site.routes.ts';
import { expirePolls } from './polls/jobs.ts';
import { pollClosed, pollVoted } from './polls/public.ts';
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
  fillSeats,
  inviteeCancelled,
  inviteeHandedOver,
  inviteeNoShow,
  inviteeRefunded,
  inviteeRescheduled,
  inviteeScheduled,
  inviteeUpdated,
  leaveOpenEvents,
  requestClosed,
  requestCreated,
  seriesCancelled,
  seriesScheduled,
  setJoinUrl,
  waitlistJoined,
  waitlistLeft,
} from './scheduled-events/public.ts';
import { enqueueCancellation, enqueueMove, followJob } from './scheduled-events/follow-calendars.jobs.ts';
import { expireRequest } from './scheduled-events/requests.jobs.ts';
import { purgeWaitlists } from './scheduled-events/waitlist.jobs.ts';
import { scheduledEventsEndpoints } from './scheduled-events/routes.ts';
import { createDefaultSchedule, whereaboutsChanged } from './schedules/public.ts';
import { schedulesEndpoints } from './schedules/routes.ts';
import { searchEndpoints } from './search/routes.ts';
import {
  deliverer,
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
  releaseWebhooksOfDeactivated,
  releaseWebhooksOfDemoted,
  webhookDisabled,
  webhookFailing,
  webhookPassed,
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
  ...membersEndpoints(leaveOpenEvents),
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
];

export const sites: readonly Site[] = [
  serveLocalOutbox,
  servePublicPages,
  serveAccountPages,
  serveImages(showError),
  serveCalendarReports,
  servePaymentReports,
  serveCallReports,
  serveBillingReports,
  serveDocs,
  serveMcp,
  endStreams,
];

export const jobs: readonly AnyJob[] = [
  housekeeping,
  ...identityJobs,
  sendMail,
  readMailbox,
  sweepMail,
  tidyMail,
  ...calendarJobs,
  ...conferencingJobs,
  ...paymentJobs,
  followJob,
  expireRequest,
  purgeWaitlists,
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
];

/** What a worker does all the time, beside its jobs. */
export const services: readonly Service[] = [effects, deliverer(), telephoneService];

/** `now`: in the transaction of the event, for what must be true with it. `later`: after it, in order, never lost. */
export const reactions: readonly Reaction[] = [
  on(workspaceCreated, { now: [createStandardObjects, createStandardWorkflows] }),
  on(memberCreated, { now: [createDefaultSchedule, closeInvitationsTo] }),
  on(memberDeactivated, {
    now: [
      endSessionsOfDeactivated,
      revokeTokensOfDeactivated,
      closeResetsOf,
      closeSignInSteps,
      closeInvitationsFrom,
      releaseWebhooksOfDeactivated,
      endFeedOfDeactivated,
      releaseTasksOfDeactivated,
    ],
  }),
  on(whereaboutsChanged, { now: [expandCalendarsLater] }),
  on(memberDemoted, { now: [releaseWebhooksOfDemoted, revokeTokensOfDemoted] }),
  on(memberPasswordSet, {
    now: [endSessionsAfterPassword, closeResetsOf],
    later: { mail: mailPasswordChanged },
  }),
  on(memberEmailChanged, {
    now: [endSessionsAfterEmail, closeResetsOf, closeInvitationsTo, readCalendarsAgain],
    later: { mail: mailEmailChanged },
  }),
  on(invitationSent, { later: { mail: mailInvitation } }),
  on(signUpRequested, { later: { mail: mailSignUp } }),
  on(passwordResetRequested, { later: { mail: mailPasswordReset } }),
  on(passwordChanged, { later: { mail: mailPasswordChanged } }),
  on(deviceAdded, { later: { mail: mailNewDevice } }),
  on(factorAdded, { later: { mail: mailFactorAdded } }),
  on(factorRemoved, { later: { mail: mailFactorRemoved } }),
  on(tokenChanged, { later: { mail: mailTokenChanged } }),
  on(teamDeleted, { now: [removePagesOfTeam] }),
  on(membershipDeleted, { now: [removeHostFromTeamPages] }),
  on(addressCodeRequested, { later: { mail: mailCode } }),
  on(inviteeScheduled, {
    later: {
      webhooks: awaitLink(publishScheduled),
      mail: awaitOrPromiseLink(mailScheduled),
      crm: recordMeetings,
      calendars: copyBookings,
      workflows: awaitLink(startBooked),
    },
  }),
  on(seriesScheduled, { later: { mail: awaitOrPromiseLink(mailSeriesScheduled) } }),
  on(inviteeRescheduled, {
    nowBatch: [followEvents, keepPolicyTime],
    later: {
      webhooks: awaitLink(publishRescheduled),
      mail: awaitOrPromiseLink(mailRescheduled),
      crm: recordReschedules,
      calendars: copyBookings,
      workflows: awaitLink(startMoved),
    },
  }),
  on(inviteeHandedOver, {
    nowBatch: [followEvents],
    later: { mail: awaitOrPromiseLink(mailHandedOver), calendars: copyBookings },
  }),
  on(inviteeUpdated, {
    nowBatch: [followEvents],
    later: { webhooks: publishUpdated, mail: mailUpdated, calendars: copyBookings },
  }),
  on(conferenceChanged, { now: [setJoinUrl], later: { mail: mailLink, calendars: copyBookings } }),
  on(meetingMade, { now: [takeJoinUrl] }),
  on(inviteeCancelled, {
    nowBatch: [endConferences, refundCancelled],
    later: {
      webhooks: publishCancelled,
      mail: mailCancelled,
      crm: recordCancellations,
      calendars: copyBookings,
      workflows: startCancelled,
    },
  }),
  on(seriesCancelled, { later: { mail: mailSeriesCancelled } }),
  on(inviteeRefunded, { later: { webhooks: publishRefunded, mail: mailRefunded } }),
  on(paymentTooLate, { later: { mail: mailTooLate } }),
  on(requestCreated, { later: { webhooks: publishRequested, mail: mailRequested } }),
  on(requestClosed, { later: { webhooks: publishRequestClosed, mail: mailRequestClosed } }),
  on(waitlistJoined, { later: { webhooks: publishWaitlistJoined, mail: mailWaitlistJoined } }),
  on(waitlistLeft, { later: { webhooks: publishWaitlistLeft, mail: mailWaitlistLeft } }),
  on(pollVoted, { later: { webhooks: publishPollVoted } }),
  on(pollClosed, { later: { webhooks: publishPollClosed, mail: mailPollClosed } }),
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
  on(entryDeclined, { later: { mail: mailEntryDeclined } }),
  on(moveRefused, { later: { mail: mailMoveRefused, calendars: copyBookings } }),
  on(connectionFailing, { later: { mail: mailCalendarFailing } }),
  on(webhookFailing, { later: { mail: mailWebhookFailing } }),
  on(webhookDisabled, { later: { mail: mailWebhookDisabled } }),
  on(webhookPassed, { later: { mail: mailWebhookPassed } }),
  on(uniquenessRemoved, { now: [releaseUniqueValues] }),
  on(optionsDeleted, { now: [enqueueClearOptions] }),
  on(primaryAttributeChanged, { now: [enqueueRebuildSearch] }),
  on(attributeDeleted, { now: [publishAttributeDeleted, enqueueClearAttribute] }),
  on(objectDeleted, { now: [publishObjectDeleted] }),
  on(objectRestored, { now: [publishObjectRestored] }),
  on(recordCreated, { nowBatch: [publishRecordCreated, startCreated] }),
  on(recordUpdated, { nowBatch: [publishRecordUpdated, startUpdated] }),
  on(recordDeleted, { nowBatch: [publishRecordDeleted] }),
  on(taskCreated, { now: [publishTaskCreated] }),
  on(taskCompleted, { now: [publishTaskCompleted] }),
  on(taskDue, { later: { mail: mailTaskDue } }),
];
