import { z } from 'zod';
import { bookingRequest } from './booking-requests.ts';
import { callCompletedPayload } from './calls.ts';
import { crmChange, crmRecord } from './crm-records.ts';
import { task } from './crm-tasks.ts';
import { eventTypeKind } from './event-types.ts';
import { answerFile } from './files.ts';
import { email, eventId, timestamp, timeZone, uuid } from './fields.ts';
import { poll, pollVote } from './polls.ts';
import { submissionFields } from './routing-forms.ts';
import { host, invitee, series, takenResource } from './scheduled-events.ts';
import { waitlistEntry } from './waitlist.ts';
import { workflowTriggers } from './workflows.data.ts';

/** Payloads of deliveries: interface 6.1 and resolutions section 10. Unset fields are null, never left out, but for `series`. */

const text = z.string().nullable();

const utm = { utmCampaign: text, utmSource: text, utmMedium: text, utmTerm: text, utmContent: text };

/** A time in the invitee's time zone: `2026-04-15T11:00:00+02:00`. */
const offsetTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  .meta({ format: 'date-time', pattern: undefined, example: '2026-04-15T11:00:00+02:00' });

const prettyTime = z.string().meta({ example: '11:00 - Wednesday, April 15, 2026' });

/** One shape for every event about an invitee. */
const inviteeFields = {
  eventUri: z.url(),
  eventUuid: eventId,
  eventTypeUri: z.url(),
  title: z.string(),
  type: eventTypeKind,
  status: z.enum(['confirmed', 'cancelled']),
  duration: z.int(),
  durationPretty: z.string().meta({ example: '1 hr 30 mins' }),
  startAt: timestamp,
  endAt: timestamp,
  inviteeStartAt: offsetTime,
  inviteeEndAt: offsetTime,
  inviteeStartAtPretty: prettyTime,
  inviteeEndAtPretty: prettyTime,
  inviteeUuid: eventId,
  inviteeSalutation: text,
  inviteeFirstName: z.string(),
  inviteeLastName: text,
  inviteeName: z.string(),
  inviteeEmail: email,
  inviteePhoneNumber: text,
  inviteeTimezone: timeZone,
  inviteeNumberOfSeats: z.int(),
  guests: z.array(email).nullable(),
  hosts: z.array(host),
  hostNames: z.record(z.string(), z.string()).meta({ example: { 1: 'Mara Lindqvist' } }),
  teamName: text,
  location: text,
  joinUrl: text,
  resources: z.array(takenResource).nullable().meta({ description: 'Rooms and other resources' }),
  answers: z
    .array(z.object({ question: z.string(), answer: z.string(), order: z.int(), file: answerFile }))
    .nullable(),
  questionsAndAnswers: z.record(z.string(), z.string()).nullable(),
  ...utm,
  customQueryParams: z.record(z.string(), z.string()).nullable(),
  payment: invitee.shape.payment,
  series: series.optional(),
  cancelledAt: timestamp.nullable(),
  cancelledBy: text,
  cancellerType: z.enum(['host', 'invitee']).nullable(),
  cancellationReason: text,
  isRescheduled: z.boolean(),
  previousStartAt: timestamp.nullable(),
  previousEndAt: timestamp.nullable(),
  rescheduleReason: text,
  createdAt: timestamp,
};

export const inviteeScheduledPayload = z
  .object({ event: z.literal('invitee.scheduled'), ...inviteeFields })
  .meta({ id: 'InviteeScheduledPayload' });

export const inviteeCancelledPayload = z
  .object({ event: z.literal('invitee.cancelled'), ...inviteeFields })
  .meta({ id: 'InviteeCancelledPayload' });

export const inviteeNoShowPayload = z
  .object({ event: z.literal('invitee.no_show'), noShow: z.boolean(), ...inviteeFields })
  .meta({ id: 'InviteeNoShowPayload' });

export const inviteeRefundedPayload = z
  .object({
    event: z.literal('invitee.refunded'),
    amount: z
      .string()
      .meta({ description: 'Of this refund, in the currency of `payment`', example: '49.00' }),
    ...inviteeFields,
  })
  .meta({ id: 'InviteeRefundedPayload' });
/** Title, place, guests or notes were changed. */
export const inviteeUpdatedPayload = z
  .object({ event: z.literal('invitee.updated'), notes: text, ...inviteeFields })
  .meta({ id: 'InviteeUpdatedPayload' });

export const requestCreatedPayload = z
  .object({ event: z.literal('booking_request.created'), ...bookingRequest.shape })
  .meta({ id: 'RequestCreatedPayload' });

/** Confirmed, declined, expired or withdrawn: its status says which. */
export const requestClosedPayload = z
  .object({ event: z.literal('booking_request.closed'), ...bookingRequest.shape })
  .meta({ id: 'RequestClosedPayload' });

export const waitlistJoinedPayload = z
  .object({ event: z.literal('waitlist.joined'), ...waitlistEntry.shape })
  .meta({ id: 'WaitlistJoinedPayload' });

/** Booked, left, removed or closed: its status says which. */
export const waitlistLeftPayload = z
  .object({ event: z.literal('waitlist.left'), ...waitlistEntry.shape })
  .meta({ id: 'WaitlistLeftPayload' });

/** Also when a vote is changed. */
export const pollVotedPayload = z
  .object({ event: z.literal('poll.voted'), pollUuid: uuid, title: z.string(), vote: pollVote })
  .meta({ id: 'PollVotedPayload' });

/** Finalised, cancelled or expired: its status says which. */
export const pollClosedPayload = z
  .object({ event: z.literal('poll.closed'), ...poll.shape })
  .meta({ id: 'PollClosedPayload' });

/** Exactly as in interface 6.1. */
export const routingFormSubmittedPayload = z
  .object({ event: z.literal('routing_form.submitted'), ...submissionFields })
  .meta({ id: 'RoutingFormSubmittedPayload' });

export const webhookTestPayload = z
  .object({ event: z.literal('webhook.test'), webhookUuid: uuid, createdAt: timestamp })
  .meta({ id: 'WebhookTestPayload' });

const crmFields = {
  objectSlug: z.string().meta({ example: 'deals' }),
  recordId: uuid,
  record: crmRecord
    .nullable()
    .meta({ description: 'The record as it is now, also for people and companies; null once it is deleted' }),
  change: crmChange.nullable().meta({ description: 'What changed; of a deleted record, its last values' }),
};

export const crmRecordCreatedPayload = z
  .object({ event: z.literal('crm.record.created'), ...crmFields })
  .meta({ id: 'CrmRecordCreatedPayload' });

export const crmRecordUpdatedPayload = z
  .object({ event: z.literal('crm.record.updated'), ...crmFields })
  .meta({ id: 'CrmRecordUpdatedPayload' });

export const crmRecordDeletedPayload = z
  .object({ event: z.literal('crm.record.deleted'), ...crmFields })
  .meta({ id: 'CrmRecordDeletedPayload' });

const crmObjectFields = {
  objectSlug: z.string().meta({ example: 'deals' }),
  change: crmChange.nullable(),
};

export const crmObjectDeletedPayload = z
  .object({ event: z.literal('crm.object.deleted'), ...crmObjectFields })
  .meta({ id: 'CrmObjectDeletedPayload' });

export const crmObjectRestoredPayload = z
  .object({ event: z.literal('crm.object.restored'), ...crmObjectFields })
  .meta({ id: 'CrmObjectRestoredPayload' });

export const crmAttributeDeletedPayload = z
  .object({
    event: z.literal('crm.attribute.deleted'),
    attributeKey: z.string().meta({ example: 'stage' }),
    ...crmObjectFields,
  })
  .meta({ id: 'CrmAttributeDeletedPayload' });

export const crmTaskCreatedPayload = z
  .object({ event: z.literal('crm.task.created'), task })
  .meta({ id: 'CrmTaskCreatedPayload' });

export const crmTaskCompletedPayload = z
  .object({ event: z.literal('crm.task.completed'), task })
  .meta({ id: 'CrmTaskCompletedPayload' });

/** Of a step of a workflow; its other fields are there where its occasion has them. */
export const workflowStepPayload = z
  .object({
    event: z.literal('workflow.step'),
    workflow: z.object({ uuid, name: z.string(), version: z.int() }),
    runUuid: uuid,
    trigger: z.enum(workflowTriggers),
    person: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }).nullable(),
    eventUuid: z.string().nullable(),
    eventTitle: z.string().nullable(),
    startAt: timestamp.nullable(),
    hostEmails: z.array(z.string()),
    form: z.string().nullable(),
    answers: z.array(z.object({ question: z.string(), answer: z.string() })),
    record: crmRecord.nullable(),
  })
  .meta({ id: 'WorkflowStepPayload' });

/** By event. */
export const webhookPayloads = {
  'invitee.scheduled': inviteeScheduledPayload,
  'invitee.cancelled': inviteeCancelledPayload,
  'invitee.no_show': inviteeNoShowPayload,
  'invitee.refunded': inviteeRefundedPayload,
  'invitee.updated': inviteeUpdatedPayload,
  'booking_request.created': requestCreatedPayload,
  'booking_request.closed': requestClosedPayload,
  'waitlist.joined': waitlistJoinedPayload,
  'waitlist.left': waitlistLeftPayload,
  'poll.voted': pollVotedPayload,
  'poll.closed': pollClosedPayload,
  'routing_form.submitted': routingFormSubmittedPayload,
  'crm.record.created': crmRecordCreatedPayload,
  'crm.record.updated': crmRecordUpdatedPayload,
  'crm.record.deleted': crmRecordDeletedPayload,
  'crm.object.deleted': crmObjectDeletedPayload,
  'crm.object.restored': crmObjectRestoredPayload,
  'crm.attribute.deleted': crmAttributeDeletedPayload,
  'crm.task.created': crmTaskCreatedPayload,
  'crm.task.completed': crmTaskCompletedPayload,
  'ai_agent.call_completed': callCompletedPayload,
  'workflow.step': workflowStepPayload,
  'webhook.test': webhookTestPayload,
} satisfies Record<WebhookEvent | 'webhook.test', z.ZodType>;

/** Events that a webhook can subscribe to. */
export const webhookEvents = [
  'invitee.scheduled',
  'invitee.cancelled',
  'invitee.no_show',
  'invitee.refunded',
  'invitee.updated',
  'booking_request.created',
  'booking_request.closed',
  'waitlist.joined',
  'waitlist.left',
  'poll.voted',
  'poll.closed',
  'routing_form.submitted',
  'crm.record.created',
  'crm.record.updated',
  'crm.record.deleted',
  'crm.object.deleted',
  'crm.object.restored',
  'crm.attribute.deleted',
  'crm.task.created',
  'crm.task.completed',
  'ai_agent.call_completed',
  'workflow.step',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];
