import type { company, meetingFacts, person } from '@daybook/contract/crm-people';
import type { z } from 'zod';

import { type Partners, type RecordRow, serializeValue } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import type { MeetingFactsRow } from './meeting-facts.store.ts';
import { socialKeys } from './rules.ts';

type Person = z.output<typeof person>;
type Company = z.output<typeof company>;

export interface CompanySummary {
  readonly id: string;
  readonly name: string | null;
  readonly domain: string | null;
}

export function buildPersonView(
  definition: Definition,
  row: RecordRow,
  partners: Partners,
  companies: ReadonlyMap<string, CompanySummary>,
): Person {
  return {
    id: row.id,
    firstName: text(row, 'firstName'),
    lastName: text(row, 'lastName'),
    salutation: text(row, 'salutation'),
    emails: [...((row.data['emails'] ?? []) as readonly string[])],
    jobTitle: text(row, 'jobTitle'),
    description: text(row, 'description'),
    phoneNumber: text(row, 'phoneNumber'),
    primaryLocation: text(row, 'primaryLocation'),
    avatarUrl: text(row, 'avatarUrl'),
    company: companies.get(row.id) ?? null,
    socials: socials(row),
    customAttributes: customAttributes(definition, row, partners),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function buildCompanyView(definition: Definition, row: RecordRow, partners: Partners): Company {
  return {
    id: row.id,
    name: text(row, 'name'),
    domain: text(row, 'domain'),
    description: text(row, 'description'),
    employees: (row.data['employees'] ?? null) as number | null,
    location: text(row, 'location'),
    socials: socials(row),
    customAttributes: customAttributes(definition, row, partners),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function serializeMeetings(
  row: RecordRow,
  { facts, last, next }: MeetingFactsRow,
): z.output<typeof meetingFacts> {
  return {
    lastMeeting: last,
    nextMeeting: next,
    firstMeetingAt: facts?.first_at ?? null,
    lastMeetingAt: facts?.last_at ?? null,
    nextMeetingAt: facts?.next_at ?? null,
    meetingsLast90Days: facts?.recent ?? 0,
    noShows: facts?.no_shows ?? 0,
    timezone: text(row, 'timezone'),
  };
}

function text({ data }: RecordRow, key: string): string | null {
  return (data[key] ?? null) as string | null;
}

function socials(row: RecordRow): Person['socials'] {
  const [linkedin, twitter, facebook, instagram] = socialKeys.map((key) => text(row, key));
  return {
    linkedin: linkedin ?? null,
    twitter: twitter ?? null,
    facebook: facebook ?? null,
    instagram: instagram ?? null,
  };
}

function customAttributes(
  { attributes }: Definition,
  row: RecordRow,
  partners: Partners,
): Record<string, unknown> {
  const own = attributes.filter(({ isStandard }) => !isStandard);
  return Object.fromEntries(
    own.map((attribute) => [attribute.key, serializeValue(attribute, row, partners)]),
  );
}
