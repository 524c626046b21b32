import { z } from 'zod';
import { notEnabled, readCrm, writeCrm } from './crm-objects.ts';
import {
  deletedAt,
  listQuery,
  notDeletable,
  otherVersion,
  buildQueryResult,
  recordQuery,
  values,
} from './crm-records.ts';
import { message, ok, paginated, upserted } from './envelopes.ts';
import { eventId, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';

/** People and companies: the objects that every workspace has, in shapes of their own. Interface 2.11, resolutions 8. */

const text = z.string().nullable();
const socials = z.object({ linkedin: text, twitter: text, facebook: text, instagram: text });
const customAttributes = z.record(z.string(), z.unknown());

export const person = z
  .object({
    id: uuid,
    firstName: text,
    lastName: text,
    salutation: text,
    emails: z.array(z.string()),
    jobTitle: text,
    description: text,
    phoneNumber: text,
    primaryLocation: text,
    avatarUrl: text,
    company: z.object({ id: uuid, name: text, domain: text }).nullable(),
    socials,
    customAttributes,
    createdAt: timestamp,
    updatedAt: timestamp,
    deletedAt,
  })
  .meta({ id: 'Person' });

export const company = z
  .object({
    id: uuid,
    name: text,
    domain: text,
    description: text,
    employees: z.number().nullable(),
    location: text,
    socials,
    customAttributes,
    createdAt: timestamp,
    updatedAt: timestamp,
    deletedAt,
  })
  .meta({ id: 'Company' });

const meeting = z.object({ eventUuid: eventId, title: z.string(), startAt: timestamp, endAt: timestamp });

export const meetingFacts = z
  .object({
    lastMeeting: meeting.nullable(),
    nextMeeting: meeting.nullable().meta({ description: 'Also one that has begun and not ended' }),
    firstMeetingAt: timestamp.nullable(),
    lastMeetingAt: timestamp.nullable(),
    nextMeetingAt: timestamp.nullable(),
    meetingsLast90Days: z.int(),
    noShows: z.int(),
    timezone: text,
  })
  .meta({ id: 'MeetingFacts' });

const personId = { id: uuidParam('Person') };
const companyId = { id: uuidParam('Company') };

const wrongValue = 'A value has the wrong type, or is taken where it must be unique.';
const noPerson = 'Person not found.';
const noCompany = 'Company not found.';

const personExample = {
  firstName: 'Ines',
  lastName: 'Okafor',
  emails: ['ines@okafor.example'],
  jobTitle: 'Owner',
};
const companyExample = { name: 'Okafor & Daughters', domain: 'okafor.example', employees: 12 };

export const createPerson = declareRoute({
  method: 'POST',
  path: '/crm/people',
  origin: 'ours',
  tag: 'CRM people',
  summary: 'Create a person',
  description:
    'Takes the fields of a person; `companyId` is the id of their company, `customAttributes` has the values of custom attributes.',
  access: writeCrm,
  body: values,
  returns: ok('person', person, 201),
  fails: { 400: wrongValue, 403: notEnabled },
  examples: { body: personExample },
});

export const listPeople = declareRoute({
  method: 'GET',
  path: '/crm/people',
  origin: 'ours',
  tag: 'CRM people',
  summary: 'List and find people',
  description:
    'Filters and sorting as for records, also by `firstMeetingAt`, `lastMeetingAt`, `nextMeetingAt`, `meetingsLast90Days` and `noShows`.',
  access: readCrm,
  query: listQuery,
  openQuery: true,
  returns: paginated(person),
  fails: { 403: notEnabled },
});

export const queryPeople = declareRoute({
  method: 'POST',
  path: '/crm/people/query',
  origin: 'ours',
  tag: 'CRM people',
  summary: 'Find people by a nested filter',
  access: readCrm,
  body: recordQuery,
  returns: buildQueryResult(person),
  fails: { 403: notEnabled },
  examples: { body: { filter: { 'company.domain': 'okafor.example' } } },
});

export const upsertPerson = declareRoute({
  method: 'PUT',
  path: '/crm/people',
  origin: 'ours',
  tag: 'CRM people',
  summary: 'Create a person, or update the one with this address',
  description:
    'With `emails`, a person is matched by any of their addresses, and keeps those that are not sent.',
  access: writeCrm,
  query: { matchingAttribute: z.string().max(80).default('emails') },
  body: values,
  returns: upserted('person', person),
  fails: { 400: wrongValue, 403: notEnabled },
  examples: { body: personExample },
});

export const readPerson = declareRoute({
  method: 'GET',
  path: '/crm/people/{id}',
  origin: 'interface',
  tag: 'CRM people',
  summary: 'Read one person',
  access: readCrm,
  params: personId,
  returns: ok('person', person),
  fails: { 403: notEnabled, 404: noPerson },
});

export const readMeetings = declareRoute({
  method: 'GET',
  path: '/crm/people/{id}/meetings',
  origin: 'ours',
  tag: 'CRM people',
  summary: 'Meeting statistics of a person',
  access: readCrm,
  params: personId,
  returns: ok('meetings', meetingFacts),
  fails: { 403: notEnabled, 404: noPerson },
});

export const readCompanyMeetings = declareRoute({
  method: 'GET',
  path: '/crm/companies/{id}/meetings',
  origin: 'ours',
  tag: 'CRM companies',
  summary: 'Meeting statistics of a company’s people',
  access: readCrm,
  params: companyId,
  returns: ok('meetings', meetingFacts),
  fails: { 403: notEnabled, 404: noCompany },
});

export const updatePerson = declareRoute({
  method: 'PATCH',
  path: '/crm/people/{id}',
  origin: 'ours',
  tag: 'CRM people',
  summary: 'Change a person',
  access: writeCrm,
  params: personId,
  body: values,
  returns: ok('person', person),
  fails: { 400: wrongValue, 403: notEnabled, 404: noPerson, 409: otherVersion },
  examples: { body: { jobTitle: 'Head of design' } },
});

export const deletePerson = declareRoute({
  method: 'DELETE',
  path: '/crm/people/{id}',
  origin: 'ours',
  tag: 'CRM people',
  summary: 'Delete a person',
  access: writeCrm,
  params: personId,
  returns: message('Record deleted.'),
  fails: { 403: notEnabled, 404: noPerson, 409: notDeletable },
});

export const createCompany = declareRoute({
  method: 'POST',
  path: '/crm/companies',
  origin: 'ours',
  tag: 'CRM companies',
  summary: 'Create a company',
  access: writeCrm,
  body: values,
  returns: ok('company', company, 201),
  fails: { 400: wrongValue, 403: notEnabled },
  examples: { body: companyExample },
});

export const listCompanies = declareRoute({
  method: 'GET',
  path: '/crm/companies',
  origin: 'ours',
  tag: 'CRM companies',
  summary: 'List and find companies',
  access: readCrm,
  query: listQuery,
  openQuery: true,
  returns: paginated(company),
  fails: { 403: notEnabled },
});

export const queryCompanies = declareRoute({
  method: 'POST',
  path: '/crm/companies/query',
  origin: 'ours',
  tag: 'CRM companies',
  summary: 'Find companies by a nested filter',
  access: readCrm,
  body: recordQuery,
  returns: buildQueryResult(company),
  fails: { 403: notEnabled },
  examples: { body: { filter: { employees: { gte: 10 } } } },
});

export const upsertCompany = declareRoute({
  method: 'PUT',
  path: '/crm/companies',
  origin: 'ours',
  tag: 'CRM companies',
  summary: 'Create a company, or update the one with this domain',
  access: writeCrm,
  query: { matchingAttribute: z.string().max(80).default('domain') },
  body: values,
  returns: upserted('company', company),
  fails: { 400: wrongValue, 403: notEnabled },
  examples: { body: companyExample },
});

export const readCompany = declareRoute({
  method: 'GET',
  path: '/crm/companies/{id}',
  origin: 'ours',
  tag: 'CRM companies',
  summary: 'Read one company',
  access: readCrm,
  params: companyId,
  returns: ok('company', company),
  fails: { 403: notEnabled, 404: noCompany },
});

export const updateCompany = declareRoute({
  method: 'PATCH',
  path: '/crm/companies/{id}',
  origin: 'ours',
  tag: 'CRM companies',
  summary: 'Change a company',
  access: writeCrm,
  params: companyId,
  body: values,
  returns: ok('company', company),
  fails: { 400: wrongValue, 403: notEnabled, 404: noCompany, 409: otherVersion },
  examples: { body: { employees: 12 } },
});

export const deleteCompany = declareRoute({
  method: 'DELETE',
  path: '/crm/companies/{id}',
  origin: 'ours',
  tag: 'CRM companies',
  summary: 'Delete a company',
  access: writeCrm,
  params: companyId,
  returns: message('Record deleted.'),
  fails: { 403: notEnabled, 404: noCompany, 409: notDeletable },
});
