import * as contract from '@daybook/contract/privacy';
import { entriesOfPerson } from '../audit/public.ts';
import { copiesOfPerson } from '../calendars/public.ts';
import { callsOfPerson } from '../calls/public.ts';
import { recordOfPerson, tasksOfPerson } from '../crm/public.ts';
import { filesOfPerson } from '../files/public.ts';
import { invitationsOfPerson, savedViewsOfPerson } from '../identity/public.ts';
import { mailsOfPerson } from '../mail/public.ts';
import { notesOfPerson } from '../notes/public.ts';
import { paymentsOfPerson } from '../payments/public.ts';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { votesOfPerson } from '../polls/public.ts';
import { submissionsOfPerson } from '../routing/public.ts';
import { bookingsOfPerson } from '../scheduled-events/public.ts';
import { caughtOfPerson, deliveriesOfPerson } from '../webhooks/public.ts';
import { runsOfPerson } from '../workflows/public.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { mentionsOfPerson } from './mentions.store.ts';

/** Where data of people is. A part that erases by what another one holds comes before it. */
const parts = {
  // A run that is under way is waited for, and what it wrote is erased with the rest.
  workflows: runsOfPerson,
  eventNotes: notesOfPerson,
  mails: mailsOfPerson,
  submissions: submissionsOfPerson,
  calls: callsOfPerson,
  deliveries: deliveriesOfPerson,
  payments: paymentsOfPerson,
  files: filesOfPerson,
  votes: votesOfPerson,
  bookings: bookingsOfPerson,
  tasks: tasksOfPerson,
  person: recordOfPerson,
};

/** Changes of the others are in the audit log, so that it comes last. */
const alsoErased = [
  copiesOfPerson,
  caughtOfPerson,
  invitationsOfPerson,
  savedViewsOfPerson,
  mentionsOfPerson,
  entriesOfPerson,
];

export const privacyEndpoints: readonly Endpoint[] = [
  serve(contract.exportPerson, (ctx, { params }) => exportPerson(ctx, params.id, parts)),
  serve(contract.erasePerson, (ctx, { params }) =>
    erasePerson(ctx, params.id, [...Object.values(parts), ...alsoErased]),
  ),
];
