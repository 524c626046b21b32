import * as agents from '@daybook/contract/agents';
import * as availability from '@daybook/contract/availability';
import * as calls from '@daybook/contract/calls';
import * as recordNotes from '@daybook/contract/crm-notes';
import * as objects from '@daybook/contract/crm-objects';
import * as people from '@daybook/contract/crm-people';
import * as records from '@daybook/contract/crm-records';
import * as eventTypes from '@daybook/contract/event-types';
import * as identity from '@daybook/contract/identity';
import * as notes from '@daybook/contract/notes';
import { routes } from '@daybook/contract/routes';
import * as events from '@daybook/contract/scheduled-events';
import * as search from '@daybook/contract/search';
import { buildOperationTools } from './operations.ts';
import { showsTimes } from './resources.ts';
import { buildTool, type Task, type Tool } from './tool.ts';

/** Mail goes out to people outside. */
const reachesPeople = { openWorldHint: true };

const tasks: readonly Task[] = [
  {
    name: 'who_am_i',
    title: 'Who am I',
    description: 'Returns the email address of the user this token belongs to.',
    route: identity.whoami,
  },
  {
    name: 'list_event_types',
    title: 'List event types',
    description:
      'Lists the bookable event types with owner, slug, duration, locations and questions. Use it before find_times.',
    route: eventTypes.listEventTypes,
  },
  {
    name: 'find_times',
    title: 'Find available times',
    description:
      'Lists the available times of an event type by date, in timeZone. Pass a time to book as date and start.',
    route: availability.readAvailability,
    meta: showsTimes,
  },
  {
    name: 'explain_availability',
    title: 'Explain why a time isn’t available',
    description: 'Tells whether an event type is available at an instant and, if not, why, for each host.',
    route: availability.explainAvailability,
  },
  {
    name: 'book',
    title: 'Book a time',
    description:
      'Books an event type for an invitee, who gets an invitation by email. Send an idempotencyKey so that a repeated call books only once.',
    route: events.book,
    hints: reachesPeople,
  },
  {
    name: 'list_events',
    title: 'List scheduled events',
    description:
      'Lists the events that the user hosts, with invitees and answers. Follow pagination.nextPage for more.',
    route: events.listScheduledEvents,
  },
  {
    name: 'get_event',
    title: 'Read a scheduled event',
    description: 'Returns one event with its invitees, hosts and location.',
    route: events.readScheduledEvent,
  },
  {
    name: 'find_move_times',
    title: 'Find times to reschedule an event',
    description:
      'Like find_times, but treats the event’s own time as available. Pass a time to move_booking.',
    route: events.readMoves,
  },
  {
    name: 'move_booking',
    title: 'Reschedule a booking',
    description: 'Reschedules an event to another time. Invitees, guests and hosts get an email.',
    route: events.rescheduleScheduledEvent,
    hints: { ...reachesPeople, destructiveHint: true },
  },
  {
    name: 'cancel_booking',
    title: 'Cancel a booking',
    description: 'Cancels an event for all of its invitees, who get an email. This can’t be undone.',
    route: events.cancelScheduledEvent,
    hints: { ...reachesPeople, destructiveHint: true },
  },
  {
    name: 'add_note',
    title: 'Write a note on an event',
    description: 'Adds a note, as basic HTML, to an event. Hosts and admins can see it; invitees can’t.',
    route: notes.createNote,
    fixed: { relation: 'event' },
  },
  {
    name: 'search',
    title: 'Search everything',
    description: 'Searches people, companies, records, events, event types and users by name.',
    route: search.search,
  },
  {
    name: 'list_objects',
    title: 'List CRM objects',
    description:
      'Lists the CRM objects with their attributes. Use it to look up attribute keys before you write records.',
    route: objects.listObjects,
  },
  {
    name: 'list_records',
    title: 'List or query records',
    description:
      'Lists records of a CRM object by search words or by a nested filter such as {"or":[{"stage":"New"},{"amount":{"gte":1000}}]}.',
    route: records.queryRecords,
    also: [people.queryPeople, people.queryCompanies],
    hints: { readOnlyHint: true, idempotentHint: true },
  },
  {
    name: 'get_record',
    title: 'Read a record',
    description: 'Returns one record of a CRM object with its values.',
    route: records.readRecord,
    also: [people.readPerson, people.readCompany],
  },
  {
    name: 'upsert_record',
    title: 'Create or update a record',
    description:
      'Creates a record, or updates the one whose unique attribute matchingAttribute has the same value. The keys of values are attribute keys.',
    route: records.upsertRecord,
    also: [people.upsertPerson, people.upsertCompany],
    hints: { destructiveHint: true },
  },
  {
    name: 'add_record_note',
    title: 'Write a note on a record',
    description: 'Adds a note, as basic HTML, to a CRM record.',
    route: recordNotes.createRecordNote,
  },
  {
    name: 'list_agents',
    title: 'List call agents',
    description: 'Lists the call agents with their calling hours. queue_call needs an agent’s uuid.',
    route: agents.listAgents,
  },
  {
    name: 'queue_call',
    title: 'Queue a call',
    description:
      'Has an agent call a person, now or at scheduledTime, within the agent’s calling hours. Send an idempotencyKey.',
    route: calls.createOutboundCall,
    hints: { ...reachesPeople, destructiveHint: true },
  },
];

/** The tasks, and behind them every operation of the contract. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  [...tasks.map(buildTool), ...buildOperationTools(routes)].map((tool) => [tool.declaration.name, tool]),
);
