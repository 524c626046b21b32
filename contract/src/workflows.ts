import { z } from 'zod';
import { createdWith, message, ok, okWith, paginated } from './envelopes.ts';
import { email, eventId, line, optionalQueryBoolean, shortId, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';
import { callbackUrl, ownHeaders } from './webhooks.ts';
import { workflowLanguages } from './workflows.data.ts';

/** When something happens, if it fits, then do this. */

const required =
  (sentence: string) =>
  (issue: { readonly input?: unknown }): string =>
    issue.input === undefined ? 'This field is required.' : sentence;

const minutes = z.int().min(5).max(43_200);

const trigger = z
  .discriminatedUnion(
    'on',
    [
      z.object({ on: z.literal(['booked', 'moved', 'cancelled', 'no_show', 'form_submitted']) }),
      z.object({
        on: z.literal(['before', 'after']),
        minutes: minutes.nullable().meta({
          description: 'Before the start, or after the end. Null, for `before` alone: as each page says',
        }),
      }),
      z.object({
        on: z.literal('record_changed'),
        object: z.string().min(1).max(60).meta({ example: 'deals' }),
        attributes: z
          .array(z.string().max(60))
          .max(20)
          .meta({ description: 'Only when one of these changed; empty: any, and also a new record' }),
      }),
    ],
    {
      error: required(
        'Must be one of: booked, moved, cancelled, no_show, form_submitted, before, after, record_changed.',
      ),
    },
  )
  .meta({ id: 'WorkflowTrigger' });

const comparison = {
  operator: z.enum(['is', 'is_not', 'contains', 'is_empty', 'is_not_empty']),
  value: z.string().max(500).nullish().meta({ description: 'Nothing for `is_empty` and `is_not_empty`' }),
};

const condition = z
  .discriminatedUnion(
    'about',
    [
      z.object({
        about: z.literal('page'),
        operator: z.enum(['is', 'is_not']),
        pages: z.array(uuid).min(1).max(100),
      }),
      z.object({
        about: z.literal('host'),
        operator: z.enum(['is', 'is_not']),
        users: z.array(z.string().max(15)).min(1).max(100),
      }),
      z.object({ about: z.literal('answer'), question: line(500), ...comparison }),
      z.object({
        about: z.literal('record'),
        attribute: z.string().min(1).max(60).meta({ example: 'stage' }),
        ...comparison,
      }),
    ],
    { error: required('Must be one of: page, host, answer, record.') },
  )
  .meta({ id: 'WorkflowCondition' });

const mailText = z
  .object({ subject: line(200), body: z.string().trim().min(1).max(5000) })
  .meta({ id: 'WorkflowText', description: 'With variables such as {{person.firstName}}' });

const texts = z
  .partialRecord(z.enum(workflowLanguages), mailText)
  .refine((given) => Object.keys(given).length > 0, { message: 'Give the text in at least one language.' })
  .meta({
    description: 'By language. Other languages get English, or the first one',
    example: { en: { subject: 'How was {{event.title}}?', body: 'Hello {{person.firstName}}, how was it?' } },
  });

const mailStep = z.object({
  kind: z.literal('mail'),
  to: z.enum(['person', 'hosts', 'address']).meta({
    description:
      '`person`: invitee, sender of the form, or person of the record. `hosts`: of the event, or owners of the record',
  }),
  address: email.nullish().meta({ description: 'For `address`' }),
  isTransactional: z.boolean().default(false).meta({
    description:
      'Transactional: sent even to people who unsubscribed. Other emails include an unsubscribe link and skip people who unsubscribed',
  }),
  template: z
    .enum(['reminder', 'follow_up'])
    .nullish()
    .meta({ description: 'Of ours, in all languages; instead of `texts`' }),
  texts: texts.nullish(),
});

const httpStep = z.object({
  kind: z.literal('http'),
  url: callbackUrl,
  body: z.string().max(10_000).nullish().meta({
    description:
      'JSON with variables inside its texts; without it, the payload of `workflow.step`. Of a `form`, a line for each field: `to={{person.phone}}`',
    example: '{"to": "{{person.phone}}", "text": "See you soon, {{person.firstName}}."}',
  }),
});

const taskStep = z.object({
  kind: z.literal('task'),
  title: line(200).meta({ description: 'With variables', example: 'Call {{person.name}}' }),
  note: z.string().trim().max(5000).nullish().meta({ description: 'With variables' }),
  dueDays: z
    .int()
    .min(0)
    .max(365)
    .nullish()
    .meta({ description: 'Days after the workflow ran; null: no due date' }),
  owner: z.enum(['host', 'user']).meta({
    description: '`host`: of the event, or the owner of the form or record. `user`: the one that is named',
  }),
  user: z.string().max(15).nullish().meta({ description: 'For `user`' }),
});

const bodyFormat = z
  .enum(['json', 'form'])
  .meta({ description: '`form`: as forms of web pages send it, which many gateways for text messages take' });

const stepId = { id: shortId.optional().meta({ description: 'Id of an existing step' }) };
const values = z
  .record(z.string().max(60), z.unknown())
  .refine((given) => Object.keys(given).length > 0, { message: 'Give at least one value.' });
const stepError = { error: required('Must be one of: mail, http, webhook, record, task, call.') };

const givenStep = z
  .discriminatedUnion(
    'kind',
    [
      mailStep.extend(stepId),
      httpStep.extend({
        ...stepId,
        format: bodyFormat.optional().meta({ description: 'Left out: `json`' }),
        headers: ownHeaders.nullish().meta({ description: 'Never shown again. Unchanged if omitted' }),
      }),
      z.object({ ...stepId, kind: z.literal('webhook') }),
      z.object({ ...stepId, kind: z.literal('record'), values }),
      taskStep.extend(stepId),
      z.object({ ...stepId, kind: z.literal('call'), agent: uuid }),
    ],
    stepError,
  )
  .meta({ id: 'WorkflowStepGiven' });

const step = z
  .discriminatedUnion('kind', [
    z.object({ ...mailStep.required().shape, id: shortId }),
    z.object({
      ...httpStep.required().shape,
      id: shortId,
      format: bodyFormat.optional().meta({ description: 'Left out: `json`' }),
      headerNames: z.array(z.string()),
    }),
    z.object({ id: shortId, kind: z.literal('webhook') }),
    z.object({ id: shortId, kind: z.literal('record'), values }),
    z.object({ ...taskStep.required().shape, id: shortId }),
    z.object({ id: shortId, kind: z.literal('call'), agent: uuid }),
  ])
  .meta({ id: 'WorkflowStep' });

const definition = { trigger, conditions: z.array(condition), steps: z.array(step) };

export const workflow = z
  .object({
    uuid,
    name: z.string(),
    standard: z.enum(['reminders', 'follow_up']).nullable().meta({
      description: 'Standard workflow: it can be changed and paused, but not deleted',
    }),
    isActive: z.boolean(),
    version: z.int(),
    ...definition,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Workflow' });

const given = {
  name: line(200),
  isActive: z.boolean(),
  trigger,
  conditions: z.array(condition).max(20),
  steps: z.array(givenStep).min(1).max(10),
};

export const newWorkflow = z.object({
  ...given,
  isActive: given.isActive.default(true),
  conditions: given.conditions.default([]),
});
export const workflowChanges = z.object(given).partial();

export const workflowVersion = z
  .object({
    version: z.int(),
    ...definition,
    changedBy: z.string().nullable().meta({ description: 'Name of the creator' }),
    createdAt: timestamp,
  })
  .meta({ id: 'WorkflowVersion' });

export const runStates = ['waiting', 'running', 'done', 'skipped', 'dropped', 'failed'] as const;

export const workflowRun = z
  .object({
    uuid,
    state: z.enum(runStates).meta({
      description:
        '`skipped`: a condition wasn’t met. `dropped`: the event was rescheduled or canceled, the workflow was paused, or it started itself too often',
    }),
    version: z.int(),
    dueAt: timestamp,
    finishedAt: timestamp.nullable(),
    reason: z.string().nullable(),
    eventUuid: eventId.nullable(),
    record: z.object({ objectSlug: z.string(), id: uuid }).nullable(),
    form: z.string().nullable().meta({ description: 'The name of the form that was submitted' }),
    steps: z.array(
      z.object({
        kind: z.string(),
        state: z.enum(['pending', 'done', 'failed']),
        detail: z.string().meta({ description: 'What was done, or why it couldn’t be done' }),
        finishedAt: timestamp.nullable(),
      }),
    ),
    createdAt: timestamp,
  })
  .meta({ id: 'WorkflowRun' });

const occasion = {
  eventUuid: eventId.nullish(),
  recordId: uuid.nullish().meta({ description: 'For workflows of records' }),
};

export const plannedStep = z
  .object({
    kind: z.string(),
    detail: z.string().meta({ description: 'What would be done, or why it couldn’t be done' }),
    isPossible: z.boolean(),
    recipients: z.array(z.string()).optional(),
    subject: z.string().optional(),
    text: z.string().optional().meta({ description: 'Of a message, or the body of a request' }),
  })
  .meta({ id: 'WorkflowPlannedStep' });

export const dryRun = z
  .object({
    wouldRun: z.boolean(),
    reason: z.string().nullable().meta({ description: 'Why it would not' }),
    steps: z.array(plannedStep),
  })
  .meta({ id: 'WorkflowDryRun' });

const access = requireScopes('admin:full');
const id = { uuid: uuidParam('Workflow') };
const adminsOnly = 'Only owners and admins can do this.';
const missing = 'Workflow not found.';
const fails = { 403: adminsOnly, 404: missing };
const common = { origin: 'ours', tag: 'Workflows', access, may: 'admin' } as const;

const signingSecret = z.string().nullable().meta({
  description:
    'Verifies requests like those of webhooks. Shown only once, when a workflow gets its first `http` step',
  example: 'whsec_...',
});

const example = {
  name: 'Ask for feedback',
  trigger: { on: 'after', minutes: 120 },
  steps: [
    {
      kind: 'mail',
      to: 'person',
      texts: { en: { subject: 'How was {{event.title}}?', body: 'Hello {{person.firstName}}, how was it?' } },
    },
  ],
};

export const listWorkflows = declareRoute({
  ...common,
  method: 'GET',
  path: '/workflows',
  summary: 'List workflows',
  query: {
    isActive: optionalQueryBoolean.meta({ description: 'Only active workflows, or only paused ones' }),
  },
  returns: paginated(workflow),
  fails: { 403: adminsOnly },
});

export const createWorkflow = declareRoute({
  ...common,
  method: 'POST',
  path: '/workflows',
  summary: 'Create a workflow',
  description:
    'One with a set time also applies to events that are booked already, if its time hasn’t passed.',
  body: newWorkflow,
  returns: createdWith(workflow, { signingSecret }),
  fails: { 400: 'A workspace can have at most 100 workflows.', 403: adminsOnly },
  examples: { body: example },
});

export const readWorkflow = declareRoute({
  ...common,
  method: 'GET',
  path: '/workflows/{uuid}',
  summary: 'Read a workflow',
  params: id,
  returns: ok('resource', workflow),
  fails,
});

export const changeWorkflow = declareRoute({
  ...common,
  method: 'PATCH',
  path: '/workflows/{uuid}',
  summary: 'Change, pause or resume a workflow',
  description:
    'Changing the trigger, conditions or steps creates a new version, which applies to pending runs. Lists are replaced as a whole. A paused workflow does nothing, and missed runs are not made up for.',
  params: id,
  body: workflowChanges,
  returns: okWith('resource', workflow, { signingSecret }),
  fails,
  examples: { body: { isActive: false } },
});

export const deleteWorkflow = declareRoute({
  ...common,
  method: 'DELETE',
  path: '/workflows/{uuid}',
  summary: 'Delete a workflow',
  description: 'Deletes its log and cancels its pending steps.',
  params: id,
  returns: message('Workflow deleted.'),
  fails: { ...fails, 409: 'This is a standard workflow and can’t be deleted. Pause it instead.' },
});

export const listWorkflowVersions = declareRoute({
  ...common,
  method: 'GET',
  path: '/workflows/{uuid}/versions',
  summary: 'List the versions of a workflow, newest first',
  params: id,
  returns: paginated(workflowVersion),
  fails,
});

export const listWorkflowRuns = declareRoute({
  ...common,
  method: 'GET',
  path: '/workflows/{uuid}/runs',
  summary: 'List the runs of a workflow, newest first',
  description: 'Finished runs are kept for 90 days.',
  params: id,
  query: { state: z.enum(['waiting', 'done', 'skipped', 'dropped', 'failed']).optional() },
  returns: paginated(workflowRun),
  fails,
});

export const tryWorkflow = declareRoute({
  ...common,
  method: 'POST',
  path: '/workflows/{uuid}/dry-run',
  summary: 'See what a workflow would do',
  description:
    'For an event or a record; without one, for the latest, and for forms with example answers. Nothing is sent or changed.',
  params: id,
  body: z.object(occasion),
  returns: ok('resource', dryRun),
  fails: { ...fails, 409: 'There is nothing to test this workflow with yet.' },
  examples: { body: { eventUuid: 'dbk-8fK2mZ0qWv3Xy7Ab' } },
});

export const previewWorkflowMail = declareRoute({
  ...common,
  method: 'POST',
  path: '/workflows/preview',
  summary: 'See a message with example values',
  body: z.object({
    trigger,
    language: z.enum(workflowLanguages).default('en'),
    isTransactional: z.boolean().default(false),
    template: mailStep.shape.template,
    texts: mailStep.shape.texts,
  }),
  returns: ok(
    'resource',
    z.object({ subject: z.string(), text: z.string(), html: z.string() }).meta({ id: 'WorkflowPreview' }),
  ),
  fails: { 403: adminsOnly },
  examples: {
    body: {
      trigger: { on: 'booked' },
      texts: { en: { subject: 'See you', body: 'Hello {{person.name}}.' } },
    },
  },
});
