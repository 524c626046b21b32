import * as agents from '@daybook/contract/agents';
import * as availability from '@daybook/contract/availability';
import * as calls from '@daybook/contract/calls';
import * as objects from '@daybook/contract/crm-objects';
import * as people from '@daybook/contract/crm-people';
import * as records from '@daybook/contract/crm-records';
import * as eventTypes from '@daybook/contract/event-types';
import * as identity from '@daybook/contract/identity';
import * as notes from '@daybook/contract/notes';
import { routes } from '@daybook/contract/routes';
import * as events from '@daybook/contract/scheduled-events';
import * as search from '@daybook/contract/search';
import { operationTools } from './operations.ts';
import { toolOf, type Task, type Tool } from './tool.ts';

/** Mail goes out to people outside. */
const reachesPeople = { openWorldHint: true };

const tasks: readonly Task[] = [
  {
    name: 'who_am_i',
    title: 'Who am I',
    description: 'The email address of the user for whom this token acts.',
    route: identity.whoami,
  },
  {
    name: 'list_event_types',
    title: 'List scheduling pages',
    description:
      'Scheduling pages that can be booked, with owner, slug, duration, locations and questions. Find the page here before finding times.',
    route: eventTypes.listEventTypes,
  },
  {
    name: 'find_times',
    title: 'Find free times',
    description:
      'The times at which a page can be booked, by date, on the clock of timeZone. Each can be given to book as date and start.',
    route: availability.readAvailability,
  },
  {
    name: 'explain_availability',
    title: 'Explain why a time is not offered',
    description: 'Says for one instant whether a page offers it, and if not, why, for each host.',
    route: availability.explainAvailability,
  },
  {
    name: 'book',
    title: 'Book a time',
    description:
      'Books a time of a page for an invitee, who gets an invitation by mail. Send an idempotencyKey, so that a repeated call books once.',
    route: events.book,
    hints: reachesPeople,
  },
  {
    name: 'list_events',
    title: 'List scheduled events',
    description:
      'Booked events that the user hosts, with their invitees and answers. Follow pagination.nextPage for more.',
    route: events.listScheduledEvents,
  },
  {
    name: 'get_event',
    title: 'Read a scheduled event',
    description: 'One booked event with its invitees, hosts and location.',
    route: events.readScheduledEvent,
  },
  {
    name: 'find_move_times',
    title: 'Find times to which an event can move',
    description: 'As find_times, with the time of the event itself free. Each can be given to move_booking.',
    route: events.readMoves,
  },
  {
    name: 'move_booking',
    title: 'Move a booking',
    description: 'Moves an event to another time. Invitees, guests and hosts are told by mail.',
    route: events.rescheduleScheduledEvent,
    hints: { ...reachesPeople, destructiveHint: true },
  },
  {
    name: 'cancel_booking',
    title: 'Cancel a booking',
    description: 'Cancels an event for all of its invitees, who are told by mail. It can not be undone.',
    route: events.cancelScheduledEvent,
    hints: { ...reachesPeople, destructiveHint: true },
  },
  {
    name: 'add_note',
    title: 'Write a note on an event',
    description: 'Adds a note, as basic HTML, to a booked event. Hosts and admins read it, invitees do not.',
    route: notes.createNote,
    fixed: { relation: 'event' },
  },
  {
    name: 'search',
    title: 'Search everything',
    description: 'Finds people, companies, records, events, pages and users by words of their names.',
    route: search.search,
  },
  {
    name: 'list_objects',
    title: 'List the objects of the CRM',
    description:
      'What the CRM keeps, each with its attributes. Read the keys of attributes here before writing records.',
    route: objects.listObjects,
  },
  {
    name: 'list_records',
    title: 'List or query records',
    description:
      'Records of a CRM object, found by words or by a nested filter such as {"or":[{"stage":"New"},{"amount":{"gte":1000}}]}.',
    route: records.queryRecords,
    also: [people.queryPeople, people.queryCompanies],
    hints: { readOnlyHint: true, idempotentHint: true },
  },
  {
    name: 'get_record',
    title: 'Read a record',
    description: 'One record of a CRM object with its values.',
    route: records.readRecord,
    also: [people.readPerson, people.readCompany],
  },
  {
    name: 'upsert_record',
    title: 'Create or update a record',
    description:
      'Creates a record, or changes the one whose unique attribute matchingAttribute has the same value. values has the keys of the attributes.',
    route: records.upsertRecord,
    also: [people.upsertPerson, people.upsertCompany],
    hints: { destructiveHint: true },
  },
  {
    name: 'add_record_note',
    title: 'Write a note on a record',
    description: 'Adds a note, as basic HTML, to a record of the CRM.',
    route: records.createRecordNote,
  },
  {
    name: 'list_agents',
    title: 'List the agents that place calls',
    description: 'Agents with their calling hours. queue_call needs the uuid of one.',
    route: agents.listAgents,
  },
  {
    name: 'queue_call',
    title: 'Queue a call',
    description:
      'Lets an agent call a person, now or at scheduledTime, within the calling hours of the agent. Send an idempotencyKey.',
    route: calls.createOutboundCall,
    hints: { ...reachesPeople, destructiveHint: true },
  },
];

/** The tasks, and behind them every operation of the contract. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  [...tasks.map(toolOf), ...operationTools(routes)].map((tool) => [tool.declaration.name, tool]),
);
