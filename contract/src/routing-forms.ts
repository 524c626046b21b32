import { z } from 'zod';
import { created, createdFlat, message, ok, paginated } from './envelopes.ts';
import { line, rule, slug, timestamp, uuid, uuidOf } from './fields.ts';
import { route } from './route.ts';
import { publicAccess, scoped } from './scopes.ts';

/** Routing forms: interface 6.1, resolutions 10 and 11. */

export const formFieldType = z.enum([
  'TEXT_INPUT',
  'MULTILINE_INPUT',
  'RADIO_INPUT',
  'SELECT_INPUT',
  'CHECKBOX_INPUT',
  'EMAIL_INPUT',
  'PHONE_INPUT',
  'NUMBER_INPUT',
]);

export const formOperator = z.enum([
  'equals',
  'not_equals',
  'contains',
  'in',
  'starts_with',
  'gt',
  'lt',
  'is_empty',
  'is_not_empty',
]);

const choiceTypes: readonly string[] = ['RADIO_INPUT', 'SELECT_INPUT', 'CHECKBOX_INPUT'];

const inputId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'May hold letters, digits, hyphens and underscores, at most 40.')
  .meta({ example: 'company-size' });

const options = z
  .array(line(255))
  .min(1)
  .max(100)
  .refine((list) => new Set(list).size === list.length, { message: 'Must not name an option twice.' });

const fieldGiven = rule(
  z.object({
    inputId: inputId.optional().meta({ description: 'Keeps or names a field; without it, one is made' }),
    question: line(500),
    type: formFieldType.default('TEXT_INPUT'),
    isRequired: z.boolean().default(false),
    options: options.nullish(),
  }),
  'options',
  'A field with choices needs options, another takes none.',
  (given) => choiceTypes.includes(given.type ?? 'TEXT_INPUT') === (given.options ?? []).length > 0,
);

export const formField = z
  .object({
    inputId: z.string(),
    question: z.string(),
    type: formFieldType,
    isRequired: z.boolean(),
    options: z.array(z.string()).nullable(),
    order: z.int().min(1),
  })
  .meta({ id: 'FormField' });

const actionMessage = 'Must be one of: EVENT_TYPE, CUSTOM_URL, MESSAGE.';

export const formAction = z
  .discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal('EVENT_TYPE'), eventTypeUuid: uuid }),
      z.object({
        type: z.literal('CUSTOM_URL'),
        url: z.url({ protocol: /^https?$/, error: 'Must be a web address.' }).max(2000),
      }),
      z.object({ type: z.literal('MESSAGE'), headline: line(500) }),
    ],
    { error: (issue) => (issue.input === undefined ? 'This field is required.' : actionMessage) },
  )
  .meta({ id: 'FormAction' });

const comparedText = z.string().max(500);

export const formCondition = z
  .object({
    inputId: z.string().max(40),
    operator: formOperator,
    value: z
      .union([comparedText, z.number(), z.array(z.union([comparedText, z.number()])).max(100)], {
        error: 'Must be a text, a number or a list of them.',
      })
      .nullish()
      .meta({ description: 'What the answer is compared with: a list for `in`, nothing for `is_empty`' }),
  })
  .meta({ id: 'FormCondition' });

export const formRoute = z
  .object({
    match: z.enum(['all', 'any']).default('all'),
    conditions: z.array(formCondition).min(1).max(20),
    action: formAction,
  })
  .meta({ id: 'FormRouteGiven' });

const given = {
  name: line(200),
  slug,
  headline: line(500).nullable(),
  isActive: z.boolean(),
  fields: z.array(fieldGiven).min(1).max(50),
  routes: z.array(formRoute).max(100),
  fallback: formAction,
};

export const newRoutingForm = z.object({
  ...given,
  slug: given.slug.optional(),
  headline: given.headline.optional(),
  isActive: given.isActive.default(true),
  routes: given.routes.default([]),
});

export const routingFormChanges = z.object(given).partial();

export const routingForm = z
  .object({
    uri: z.url(),
    uuid,
    name: z.string(),
    slug,
    routingFormUrl: z.url(),
    headline: z.string().nullable(),
    isActive: z.boolean(),
    fields: z.array(formField),
    routes: z.array(
      z
        .object({ match: z.enum(['all', 'any']), conditions: z.array(formCondition), action: formAction })
        .meta({ id: 'FormRoute' }),
    ),
    fallback: formAction,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'RoutingForm' });

const routeType = z.enum(['EVENT_TYPE', 'CUSTOM_URL', 'MESSAGE']);

const routedEventType = z.object({ id: uuid, title: z.string(), slug, uri: z.url() });

/** Only what was captured is there; none of it is null. */
export const adAttribution = z.object({
  gclid: z.string().optional(),
  gbraid: z.string().optional(),
  wbraid: z.string().optional(),
  fbclid: z.string().optional(),
  fbp: z.string().optional(),
  fbc: z.string().optional(),
  landingUrl: z.string().optional(),
});

/** What a submission is, over the API and to webhooks: interface 6.1 without the name of the event. */
export const submissionFields = {
  reportId: uuid,
  routingFormId: uuid,
  routingFormName: z.string(),
  routingFormSlug: slug,
  routingFormUrl: z.url(),
  routeType,
  routeCustomUrl: z.string().nullable(),
  headline: z.string().nullable(),
  isFallbackRoute: z.boolean(),
  eventType: routedEventType.nullable(),
  answers: z.array(
    z.object({ question: z.string(), answer: z.string(), inputId: z.string(), order: z.int() }),
  ),
  questionsAndAnswers: z.record(z.string(), z.string()),
  utmCampaign: z.string().nullable(),
  utmSource: z.string().nullable(),
  utmMedium: z.string().nullable(),
  utmTerm: z.string().nullable(),
  utmContent: z.string().nullable(),
  adAttribution: adAttribution.nullable(),
  createdAt: timestamp,
};

export const formSubmission = z.object(submissionFields).meta({ id: 'FormSubmission' });

export const publicForm = z
  .object({
    name: z.string(),
    slug,
    routingFormUrl: z.url(),
    headline: z.string().nullable(),
    organization: z.string(),
    fields: z.array(formField),
  })
  .meta({ id: 'PublicForm' });

const short = z.string().max(500);
const captured = z.string().max(2000).nullish();

export const newSubmission = z.object({
  answers: z
    .record(z.string().max(40), z.unknown())
    .refine((answers) => Object.keys(answers).length <= 100, { message: 'Must have at most 100 answers.' })
    .default({})
    .meta({ description: 'By `inputId`: a text, a number, or for checkboxes a list of options' }),
  utm: z
    .object({
      utm_campaign: short.nullish(),
      utm_source: short.nullish(),
      utm_medium: short.nullish(),
      utm_term: short.nullish(),
      utm_content: short.nullish(),
    })
    .nullish(),
  adAttribution: z
    .object({
      gclid: captured,
      gbraid: captured,
      wbraid: captured,
      fbclid: captured,
      fbp: captured,
      fbc: captured,
      landingUrl: captured,
    })
    .nullish(),
});

/** Where the visitor goes: `url` for a page or an address, `headline` for a message. */
export const submissionRoute = z
  .object({
    type: routeType,
    url: z
      .string()
      .nullable()
      .meta({ description: 'A page comes with what is known of the visitor in its query' }),
    headline: z.string().nullable(),
    eventType: routedEventType.nullable(),
    isFallbackRoute: z.boolean(),
  })
  .meta({ id: 'SubmissionRoute' });

const formId = { uuid: uuidOf('Routing form') };
const readForms = scoped('admin:full', 'routing-forms:read');
const writeForms = scoped('admin:full', 'routing-forms:write');
const notYours = "Only the form's owner, an owner or an admin may do this.";
const notFound = 'Routing form not found.';

export const listRoutingForms = route({
  method: 'GET',
  path: '/routing-forms',
  origin: 'ours',
  tag: 'Routing forms',
  summary: 'List routing forms',
  description: "Your own forms; with `scope=all`, owners and admins see everyone's.",
  access: readForms,
  query: { scope: z.enum(['all']).optional() },
  returns: paginated(routingForm),
  fails: { 403: 'Only an owner or admin may do this.' },
});

export const createRoutingForm = route({
  method: 'POST',
  path: '/routing-forms',
  origin: 'ours',
  tag: 'Routing forms',
  summary: 'Create a routing form',
  access: writeForms,
  body: newRoutingForm,
  returns: created('resource', routingForm),
  examples: {
    body: {
      name: 'Find the right call',
      fields: [
        { inputId: 'email', question: 'Your address', type: 'EMAIL_INPUT', isRequired: true },
        { inputId: 'seats', question: 'How many people?', type: 'NUMBER_INPUT', isRequired: true },
      ],
      routes: [
        {
          match: 'all',
          conditions: [{ inputId: 'seats', operator: 'gt', value: 20 }],
          action: { type: 'CUSTOM_URL', url: 'https://juniper.example/large' },
        },
      ],
      fallback: { type: 'MESSAGE', headline: 'Thank you. We will write to you.' },
    },
  },
});

export const readRoutingForm = route({
  method: 'GET',
  path: '/routing-forms/{uuid}',
  origin: 'ours',
  tag: 'Routing forms',
  summary: 'Read one routing form',
  access: readForms,
  params: formId,
  returns: ok('resource', routingForm),
  fails: { 403: notYours, 404: notFound },
});

export const updateRoutingForm = route({
  method: 'PATCH',
  path: '/routing-forms/{uuid}',
  origin: 'ours',
  tag: 'Routing forms',
  summary: 'Change a routing form',
  description:
    'Changes what is sent; lists are replaced whole. A field sent with its `inputId` stays the same field.',
  access: writeForms,
  params: formId,
  body: routingFormChanges,
  returns: ok('resource', routingForm),
  fails: { 403: notYours, 404: notFound },
  examples: { body: { isActive: false } },
});

export const deleteRoutingForm = route({
  method: 'DELETE',
  path: '/routing-forms/{uuid}',
  origin: 'ours',
  tag: 'Routing forms',
  summary: 'Delete a routing form',
  description: 'Its submissions go with it.',
  access: writeForms,
  params: formId,
  returns: message('Routing form deleted.'),
  fails: { 403: notYours, 404: notFound },
});

export const listFormSubmissions = route({
  method: 'GET',
  path: '/routing-forms/{uuid}/submissions',
  origin: 'ours',
  tag: 'Routing forms',
  summary: 'List what was submitted with a form',
  description: 'Newest first.',
  access: readForms,
  params: formId,
  returns: paginated(formSubmission),
  fails: { 403: notYours, 404: notFound },
});

const formSlug = { slug: z.string().max(60).meta({ noun: 'Form', example: 'find-the-right-call' }) };

export const readPublicForm = route({
  method: 'GET',
  path: '/public/forms/{slug}',
  origin: 'ours',
  tag: 'Public',
  summary: 'Read a form as its visitors see it',
  access: publicAccess,
  params: formSlug,
  returns: ok('resource', publicForm),
  fails: { 404: 'Form not found.' },
});

export const submitForm = route({
  method: 'POST',
  path: '/public/forms/{slug}/submissions',
  origin: 'ours',
  tag: 'Public',
  summary: 'Submit a form and learn where it leads',
  access: publicAccess,
  params: formSlug,
  body: newSubmission,
  returns: createdFlat({ reportId: uuid, route: submissionRoute }),
  fails: { 404: 'Form not found.' },
  examples: { body: { answers: { email: 'ines@okafor.example', seats: 4 } } },
});
