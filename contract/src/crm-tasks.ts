import { z } from 'zod';
import { notEnabled, readCrm, writeCrm } from './crm-objects.ts';
import { message, ok, paginated } from './envelopes.ts';
import {
  date,
  eventId,
  line,
  plannedInstant,
  queryBoolean,
  rule,
  timestamp,
  timeZone,
  uuid,
  uuidParam,
} from './fields.ts';
import { declareRoute } from './route.ts';

/** What somebody is to do, about records of the CRM or an event. */

const person = z.object({ uuid: z.string(), name: z.string() });

export const task = z
  .object({
    uuid,
    title: z.string(),
    note: z.string().nullable(),
    dueOn: date.nullable().meta({ description: 'The day on which it is due' }),
    dueAt: timestamp.nullable().meta({ description: 'The instant at which it is due, instead of a day' }),
    timezone: timeZone.nullable().meta({ description: 'In which the day or the instant is meant' }),
    isOverdue: z.boolean(),
    owner: person.nullable().meta({ description: 'Owner of the task' }),
    creator: person.nullable().meta({ description: 'Null when a workflow created it' }),
    event: z
      .object({ uuid: eventId, title: z.string() })
      .nullable()
      .meta({ description: 'Also null for callers who can’t see it' }),
    records: z
      .array(z.object({ objectSlug: z.string().meta({ example: 'deals' }), id: uuid, name: z.string() }))
      .meta({ description: 'Records that it is about, as far as the caller can see them' }),
    doneAt: timestamp.nullable(),
    doneBy: person.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'CrmTask' });

const given = {
  title: line(200),
  note: z.string().trim().max(10_000).nullish(),
  dueOn: date.nullish(),
  dueAt: plannedInstant.nullish().meta({ example: '2027-03-02T15:00:00Z' }),
  timezone: timeZone.nullish().meta({ description: 'Without it, that of the owner' }),
  ownerUuid: z.string().max(15).nullish().meta({ description: 'A user; null: unassigned' }),
  eventUuid: z.string().max(100).nullish().meta({ example: 'dbk-8fK2mZ0qWv3Xy7Ab' }),
  records: z
    .array(z.object({ objectSlug: z.string().max(60).meta({ example: 'people' }), id: uuid }))
    .max(20),
};

const oneDue = <S extends z.ZodType<{ dueOn?: unknown; dueAt?: unknown }>>(schema: S): S =>
  rule(schema, 'dueAt', 'Give a day or an instant, not both.', ({ dueOn, dueAt }) => !dueOn || !dueAt);

export const newTask = oneDue(
  z.object({
    ...given,
    ownerUuid: given.ownerUuid.meta({ description: 'A user; default: the caller; null: unassigned' }),
    records: given.records.default([]),
  }),
);
export const taskChanges = oneDue(z.object(given).partial());

const id = { uuid: uuidParam('Task') };
const missing = 'Task not found.';
const notTheirs =
  'Only the task’s owner, its creator, hosts of its event and users who can edit one of its records can do this.';
const common = { origin: 'ours', tag: 'CRM tasks' } as const;
const changing = {
  ...common,
  access: writeCrm,
  params: id,
  fails: { 403: notTheirs, 404: missing },
} as const;

export const listTasks = declareRoute({
  ...common,
  method: 'GET',
  path: '/crm/tasks',
  summary: 'List tasks',
  description:
    'Open ones by when they are due, those without a date last; done ones latest first. Users see tasks that they own or created, and those about an event of theirs or a record that they may read; owners and admins see all. Follow `nextPage`.',
  access: readCrm,
  query: {
    state: z.enum(['open', 'done']).default('open'),
    mine: queryBoolean.meta({ description: 'Only tasks that the caller owns' }),
    overdue: queryBoolean.meta({ description: 'Only open tasks whose time has passed' }),
    owner: z.string().max(15).optional().meta({ description: 'A user by uuid, or `none`' }),
    objectSlug: z.string().max(60).optional().meta({ description: 'With `recordId`', example: 'people' }),
    recordId: uuid.optional().meta({ description: 'Tasks about this record; with `objectSlug`' }),
    eventUuid: z.string().max(100).optional().meta({ description: 'Tasks about this event' }),
    cursor: z.string().max(200).optional().meta({ description: 'Part of `nextPage`' }),
  },
  returns: paginated(task),
  fails: { 403: notEnabled, 404: 'Record not found.' },
});

export const createTask = declareRoute({
  ...common,
  method: 'POST',
  path: '/crm/tasks',
  summary: 'Create a task',
  description:
    'The owner gets one email on the morning of the due date, unless the task is done or overdue before.',
  access: writeCrm,
  body: newTask,
  returns: ok('task', task, 201),
  fails: { 403: notEnabled },
  examples: {
    body: {
      title: 'Send the offer',
      dueOn: '2027-03-02',
      records: [{ objectSlug: 'people', id: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d' }],
    },
  },
});

export const readTask = declareRoute({
  ...common,
  method: 'GET',
  path: '/crm/tasks/{uuid}',
  summary: 'Read a task',
  access: readCrm,
  params: id,
  returns: ok('task', task),
  fails: { 403: notEnabled, 404: missing },
});

export const updateTask = declareRoute({
  ...changing,
  method: 'PATCH',
  path: '/crm/tasks/{uuid}',
  summary: 'Change a task',
  description:
    'Changes what is sent. A day replaces an instant and the other way round. `records` are replaced whole, but for those that the caller may not read.',
  body: taskChanges,
  returns: ok('task', task),
  examples: { body: { dueOn: '2027-03-09' } },
});

export const completeTask = declareRoute({
  ...changing,
  method: 'POST',
  path: '/crm/tasks/{uuid}/complete',
  summary: 'Mark a task as done',
  description: 'One that is done already stays as it is.',
  returns: ok('task', task),
});

export const reopenTask = declareRoute({
  ...changing,
  method: 'POST',
  path: '/crm/tasks/{uuid}/reopen',
  summary: 'Mark a task as not done',
  returns: ok('task', task),
});

export const deleteTask = declareRoute({
  ...changing,
  method: 'DELETE',
  path: '/crm/tasks/{uuid}',
  summary: 'Delete a task',
  returns: message('Task deleted.'),
});
