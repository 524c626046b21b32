import { schemaParts, type Json } from '@daybook/contract/json-schema';
import type { AnyRoute } from '@daybook/contract/route';
import type { World } from './operations.ts';

/** Something of a workspace, by the id with which requests name it. */
export const kinds = {
  user: async (world: World) => (await world.user()).uuid,
  email: async (world: World) => (await world.user()).email,
  userSlug: async (world: World) => (await world.user()).slug,
  team: async (world: World) => (await world.team()).uuid,
  teamSlug: async (world: World) => (await world.team()).slug,
  page: async (world: World) => (await world.page()).uuid,
  pageSlug: async (world: World) => (await world.page()).slug,
  resource: async (world: World) => (await world.resource()).uuid,
  schedule: async (world: World) => (await world.schedule()).uuid,
  link: async (world: World) => (await world.link()).token,
  event: async (world: World) => (await world.booking()).uuid,
  agent: async (world: World) => (await world.agent()).uuid,
  object: (world: World) => world.object(),
  record: async (world: World) => (await world.record()).recordId,
  view: async (world: World) => (await world.view()).viewId,
  comment: async (world: World) => (await world.recordComment()).commentId,
  calendar: async (world: World) => (await world.connection()).calendars[0].id,
} satisfies Record<string, (world: World) => Promise<string>>;

export type Kind = keyof typeof kinds;

/** The status for an id that the workspace does not have, and what the body needs for the field to count. */
type Reference = readonly [kind: Kind, status: number, beside?: object];

const page = {
  'hosts.0.email': ['email', 422],
  'hosts.0.slug': ['userSlug', 422],
  scheduleUuid: ['schedule', 422],
  'hosts.0.scheduleUuid': ['schedule', 422],
  'resources.0.resourceIds.0': ['resource', 422, { resources: [{ kind: 'Room' }] }],
} as const;
const conditions = [{ inputId: 'email', operator: 'is_not_empty' }];
const pageOfForm = {
  'body.routes.0.action.eventTypeUuid': [
    'page',
    422,
    { routes: [{ match: 'all', conditions, action: { type: 'EVENT_TYPE' } }] },
  ],
  'body.fallback.eventTypeUuid': ['page', 422, { fallback: { type: 'EVENT_TYPE' } }],
} as const;
const filter = {
  'body.filter.eventTypes.0': ['page', 422],
  'body.filter.teams.0': ['team', 422],
  'body.filter.users.0': ['user', 422],
  'body.filter.objects.0': ['object', 422],
} as const;
const ofRecords = { trigger: { on: 'record_changed', attributes: [] } };
const task = {
  'body.ownerUuid': ['user', 422],
  'body.eventUuid': ['event', 422],
  'body.records.0.objectSlug': ['object', 422, { records: [{ id: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d' }] }],
} as const;
const workflow = {
  'body.trigger.object': ['object', 422, ofRecords],
  'body.conditions.0.pages.0': ['page', 422, { conditions: [{ about: 'page', operator: 'is' }] }],
  'body.conditions.0.users.0': ['user', 422, { conditions: [{ about: 'host', operator: 'is' }] }],
  'body.steps.0.user': ['user', 422, { steps: [{ kind: 'task', title: 'Call', owner: 'user' }] }],
  'body.steps.0.agent': ['agent', 422, { steps: [{ kind: 'call' }] }],
} as const;
const busyHost = { 'query.hostEmail': ['email', 422], 'query.hostSlug': ['userSlug', 422] } as const;

const bookedPage = {
  'body.ownerSlug': ['userSlug', 404],
  'body.eventTypeSlug': ['pageSlug', 404],
  'body.hostEmail': ['email', 422],
  'body.hostSlug': ['userSlug', 422],
  'body.sharedLink': ['link', 404],
} as const;

const under = (prefix: string, fields: Record<string, Reference>): Record<string, Reference> =>
  Object.fromEntries(Object.entries(fields).map(([name, each]) => [`${prefix}.${name}`, each]));

/**
 * Fields of bodies and queries that name something of the workspace, by operation. A test compares with the contract: a field
 * whose name looks like an id stands here, or in `noReferences`.
 */
export const references: Record<string, Record<string, Reference>> = {
  createToken: { 'body.userEmail': ['email', 422] },
  invite: { 'body.teams.0': ['team', 422] },
  updateScimGroup: { 'body.teamUuid': ['team', 422] },
  addMember: { 'body.email': ['email', 422], 'body.slug': ['userSlug', 422] },
  createEventType: { 'body.ownerSlug': ['teamSlug', 422], ...under('body', page) },
  updateEventType: under('body', page),
  updateView: { 'body.after': ['view', 422] },
  moveEventType: { 'body.after': ['page', 422] },
  previewEventType: under('body.changes', page),
  listEventTypes: { 'query.userSlug': ['userSlug', 200], 'query.teamSlug': ['teamSlug', 200] },
  createLink: { 'body.eventTypeUuid': ['page', 422], 'body.hosts.0': ['email', 422] },
  createPoll: { 'body.eventTypeUuid': ['page', 422], 'body.hosts.0': ['email', 422] },
  listLinks: { 'query.eventTypeUuid': ['page', 200] },
  createSchedule: { 'body.email': ['email', 422] },
  listSchedules: { 'query.email': ['email', 404] },
  readDefaultSchedule: { 'query.email': ['email', 404] },
  readSchedule: { 'query.email': ['email', 404] },
  updateDefaultSchedule: { 'body.email': ['email', 404] },
  updateSchedule: { 'body.email': ['email', 404] },
  createAbsence: { 'body.email': ['email', 422] },
  listAbsences: { 'query.email': ['email', 404] },
  deleteHolidays: { 'query.email': ['email', 404] },
  readHolidays: { 'query.email': ['email', 404] },
  setHolidays: { 'body.email': ['email', 404] },
  readAvailability: busyHost,
  readSharedAvailability: busyHost,
  connectCalendar: { 'body.email': ['email', 404] },
  listBusyTimes: { 'query.email': ['email', 404] },
  listCalendarConnections: { 'query.email': ['email', 404] },
  updateCalendarConnection: { 'body.calendars.0.id': ['calendar', 422] },
  book: bookedPage,
  createBookingRequest: bookedPage,
  handOverScheduledEvent: { 'body.newHostEmail': ['email', 422], 'body.hostEmail': ['email', 422] },
  listScheduledEvents: {
    'query.userSlug': ['userSlug', 200],
    'query.hostEmail': ['email', 200],
    'query.teamSlug': ['teamSlug', 200],
    'query.eventTypeUuid': ['page', 200],
    'query.seriesUuid': ['event', 200],
  },
  readCalendar: { 'query.hosts': ['userSlug', 422] },
  createNote: { 'body.uuid': ['event', 422] },
  createAttribute: {
    'body.relatedObjectSlug': [
      'object',
      422,
      { type: 'relation', relationType: 'many_to_many', options: undefined },
    ],
  },
  changeRelation: { 'body.add.0': ['user', 422], 'body.remove.0': ['user', 200] },
  createRecord: { 'body.owners.0': ['user', 422] },
  updateRecord: { 'body.owners.0': ['user', 422] },
  deleteBulk: { 'body.ids.0': ['record', 200] },
  // The first is sent alone, which is too few.
  markDifferent: { 'body.ids.0': ['record', 422], 'body.ids.1': ['record', 404] },
  mergeRecords: { 'body.survivorId': ['record', 404], 'body.mergedId': ['record', 404] },
  createRoutingForm: pageOfForm,
  updateRoutingForm: pageOfForm,
  createAgent: { 'body.eventTypeUuid': ['page', 422] },
  updateAgent: { 'body.eventTypeUuid': ['page', 422] },
  listAllOutboundCalls: { 'query.agent': ['agent', 200] },
  createWebhook: filter,
  changeWebhook: filter,
  createTask: task,
  updateTask: task,
  createRecordComment: { 'body.replyTo': ['comment', 422] },
  readTimeline: { 'query.actor': ['user', 200] },
  addFavorite: { 'body.id': ['record', 422], 'body.objectSlug': ['object', 422] },
  listTasks: { 'query.owner': ['user', 200], 'query.eventUuid': ['event', 200] },
  createWorkflow: workflow,
  changeWorkflow: workflow,
  tryWorkflow: { 'body.eventUuid': ['event', 422] },
  updateIdentityProvider: { 'body.breakGlassUserUuid': ['user', 422] },
};

/** Fields that only look like ids: names of new things, addresses of people, parts of the same body or path; the owner of a page, who stays. */
export const noReferences: Record<string, readonly string[]> = {
  updateOrganization: [
    'body.conferencing.jitsi.appId',
    'body.conferencing.zoom.accountId',
    'body.conferencing.zoom.clientId',
    'body.conferencing.zoom.user',
  ],
  // Names of attributes, and the ID of an app at another server.
  createIdentityProvider: ['body.attributes.email', 'body.clientId'],
  updateIdentityProvider: ['body.attributes.email', 'body.clientId'],
  // An app is known by its client ID everywhere.
  approveApp: ['body.clientId'],
  invite: ['body.email'],
  // Ids that name nothing of the user change nothing.
  markNotificationsRead: ['body.uuids.0'],
  orderFavorites: ['body.uuids.0'],
  // Ids that name nothing of the user keep nothing.
  endUserSessions: ['body.keep.0'],
  createTeam: ['body.slug'],
  updateTeam: ['body.slug'],
  createUser: ['body.email', 'body.slug'],
  updateUser: ['body.email', 'body.slug'],
  createEventType: ['body.slug', 'body.inviteeQuestions.0.id', 'body.locations.0.id'],
  updateEventType: ['body.slug', 'body.ownerSlug', 'body.inviteeQuestions.0.id', 'body.locations.0.id'],
  previewEventType: [
    'body.changes.slug',
    'body.changes.ownerSlug',
    'body.changes.inviteeQuestions.0.id',
    'body.changes.locations.0.id',
  ],
  book: ['body.email', 'body.locationId'],
  createBookingRequest: ['body.email', 'body.locationId'],
  listScheduledEvents: ['query.inviteeEmail'],
  createObject: ['body.slug', 'body.permissions.user'],
  updateObject: ['body.permissions.user'],
  updateAttribute: ['body.options.0.id'],
  changeRelation: ['body.attributeSlug'],
  createRoutingForm: ['body.slug', 'body.fields.0.inputId', 'body.routes.0.conditions.0.inputId'],
  updateRoutingForm: ['body.slug', 'body.fields.0.inputId', 'body.routes.0.conditions.0.inputId'],
  createOutboundCall: ['body.email'],
  createWebhook: ['body.token'],
  changeWebhook: ['body.token'],
  createTask: ['body.records.0.id'],
  updateTask: ['body.records.0.id'],
  listTasks: ['query.objectSlug', 'query.recordId'],
  createWorkflow: ['body.steps.0.id', 'body.steps.0.owner'],
  changeWorkflow: ['body.steps.0.id', 'body.steps.0.owner'],
  tryWorkflow: ['body.recordId'],
  previewWorkflowMail: ['body.trigger.object'],
  listMail: ['query.cursor'],
  listAuditLog: ['query.object'],
  exportAuditLog: ['query.object'],
  exportAuditLogAsJson: ['query.object'],
};

const nouns =
  'uuid|id|slug|email|token|link|host|owner|member|user|team|agent|form|schedule|calendar|object|record';
const looksLikeId = new RegExp(`(?:^|[a-z])(?:${nouns})s?$`, 'i');
/** Ends like one. */
const notIds = new Set(['voicemail']);

/** Every field of an operation's body and query that looks as if it named something, with 0 for the items of a list. */
export function listIdFields({ body, query }: AnyRoute): string[] {
  const found = new Set<string>();
  const walk = (
    schema: Json,
    path: readonly string[],
    named: Record<string, Json>,
    open: readonly string[],
  ): void => {
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const target = reference.replace('#/$defs/', '');
      if (!open.includes(target)) walk(named[target] ?? {}, path, named, [...open, target]);
      return;
    }
    for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
      for (const each of (schema[key] ?? []) as Json[]) walk(each, path, named, open);
    for (const [key, each] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>))
      walk(each, [...path, key], named, open);
    if (schema['items']) walk(schema['items'] as Json, [...path, '0'], named, open);
    const isText = [schema['type']].flat().some((type) => type === 'string' || type === 'integer');
    const name = path.findLast((part) => part !== '0') ?? '';
    if (isText && ((looksLikeId.test(name) && !notIds.has(name)) || schema['format'] === 'uuid'))
      found.add(path.join('.'));
  };
  for (const [name, schema] of Object.entries({ body, query })) {
    if (!schema) continue;
    const { root, named } = schemaParts(schema, 'input');
    walk(root, [name], { ...named }, []);
  }
  return [...found];
}
