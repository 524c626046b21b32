import { z } from 'zod';
import { message, ok } from './envelopes.ts';
import { timestamp, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** What is held of a person, and how it is erased: additions section 2. */

const person = {
  origin: 'ours',
  tag: 'CRM people',
  access: requireScopes('crm:write'),
  may: 'admin',
  params: { id: uuidParam('Person') },
  fails: { 403: 'Only owners and admins can do this.', 404: 'Person not found.' },
} as const;

const entries = z.array(z.record(z.string(), z.unknown()));

export const personExport = z
  .object({
    exportedAt: timestamp,
    person: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The record, with notes and history' }),
    bookings: entries,
    votes: entries.meta({ description: 'In polls' }),
    payments: entries.meta({ description: 'Open payments, with the booking details' }),
    eventNotes: entries,
    tasks: entries.meta({ description: 'About them and their events' }),
    files: entries.meta({ description: 'On their record: names and sums. The content is downloaded by id' }),
    submissions: entries.meta({ description: 'Of routing forms' }),
    calls: entries.meta({ description: 'With transcripts' }),
    mails: entries.meta({ description: 'To and about them' }),
    deliveries: entries.meta({ description: 'Webhook events that name them' }),
    workflows: entries.meta({ description: 'What workflows did about them' }),
  })
  .meta({ id: 'PersonExport' });

export const exportPerson = declareRoute({
  ...person,
  method: 'POST',
  path: '/crm/people/{id}/export',
  summary: 'Export a person’s data',
  description: 'Found by the record and all of its email addresses. The export is recorded in the audit log.',
  returns: ok('export', personExport),
});

export const erasePerson = declareRoute({
  ...person,
  method: 'POST',
  path: '/crm/people/{id}/erase',
  summary: 'Erase a person everywhere',
  description:
    'Permanently deletes the record with its notes, tasks, files, history and timeline, emails, deliveries, calls with transcripts, submissions, and pending messages. Bookings stay, without the person. A user of the workspace with the same email address stays. Can be repeated.',
  returns: message('Person erased.'),
});
