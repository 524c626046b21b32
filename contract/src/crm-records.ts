import { z } from 'zod';
import { objectSlug, readCrm, writeCrm, notEnabled } from './crm-objects.ts';
import { bare, message, ok, paginated, upserted } from './envelopes.ts';
import { queryBoolean, queryInteger, rule, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';

/** Records of an object, links between them, and their history. Interface 2.10 and 4.8, resolutions 8. */

/** Days in which what was deleted can be restored. */
export const restoreDays = 30;

export const deletedAt = timestamp
  .optional()
  .meta({ description: 'Only of what was deleted and can still be restored' });

export const crmRecord = z
  .object({
    id: uuid,
    objectSlug: z.string().meta({ example: 'deals' }),
    attributes: z.record(z.string(), z.unknown()),
    createdAt: timestamp,
    updatedAt: timestamp,
    deletedAt,
  })
  .meta({ id: 'CrmRecord' });

export const recordId = { ...objectSlug, recordId: uuidParam('Record') };

/** Keys and types are those of the object's attributes; unknown keys are ignored. */
export const values = z.record(z.string(), z.unknown());

const selection = {
  fields: z.string().max(2000).optional().meta({ description: 'Keys to answer with, separated by commas' }),
  expand: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Relations to answer with their records instead of ids, separated by commas' }),
};

export const listQuery = {
  search: z.string().max(200).optional().meta({
    description:
      'Words that the name of a record contains, in any order; of people also addresses and phone numbers. If no record has them, one typo in each word is forgiven, for up to 1,000 records. The total counts to 10,000',
  }),
  sort: z
    .string()
    .max(300)
    .optional()
    .meta({ description: 'Keys to sort by, separated by commas; `-key` is descending' }),
  cursor: z
    .string()
    .max(4000)
    .optional()
    .meta({ description: 'The place after which to continue; part of `nextPage`' }),
  deleted: queryBoolean.meta({
    description:
      'Records that were deleted in the last 30 days, latest first, instead of the others. Takes no filter',
  }),
};

const filterHelp = `Filters are \`filter[key]=value\` or \`filter[key][op]=value\` with \`eq ne lt lte gt gte contains
starts_with in empty\`; a key may lead through a relation: \`filter[company.domain]=juniper.example\`. There \`ne\` and \`empty\` say what no partner has, so that
records without a partner are found as well. In a list for \`in\`, a value with a comma stands in quotes: \`in="Oak, Ltd",Elm\`.
A user may be \`me\`. Dates may be relative, in the time zone of the caller: \`yesterday\`, \`today\`, \`tomorrow\`; \`last\`, \`this\` or \`next\` with
\`week\` (from Monday), \`month\`, \`quarter\` or \`year\`; \`last\` or \`next\` with \`7\`, \`14\`, \`30\`, \`90\` or \`365 days\`, which include today.`;

/** Which records, in which order. */
export const matchQuery = {
  filter: z.unknown().optional(),
  search: listQuery.search,
  sort: z.union([z.string().max(300), z.array(z.string().max(100)).max(5)]).optional(),
};

const queryBody = z.object({
  ...matchQuery,
  cursor: listQuery.cursor,
  page: z.int().min(1).max(1_000_000_000).optional().meta({
    description: 'Any page of the list, counted from 1. After a cursor, the next page takes less time',
  }),
  count: z.int().min(1).max(100).default(20),
  includeTotal: z.boolean().default(false),
  fields: z.array(z.string().max(100)).max(200).optional(),
  expand: z.array(z.string().max(100)).max(20).optional(),
});

export const recordQuery = rule(
  queryBody,
  'page',
  'Send a page or a cursor, not both.',
  ({ page, cursor }) => page === undefined || cursor === undefined,
);

export function buildQueryResult<S extends z.ZodType>(item: S) {
  return bare(
    z.object({
      collection: z.array(item),
      pagination: z.object({
        count: z.int(),
        total: z.int().nullable(),
        nextCursor: z.string().nullable(),
        isTotalExact: z.literal(false).optional(),
      }),
    }),
  );
}

const wrongValue = 'A value has the wrong type, or is taken where it must be unique.';
export const noRecord = 'Record not found.';
export const otherVersion = 'The version in If-Match isn’t the current one.';
const needed = 'It is the only partner of a record in a required relation.';
export const notDeletable = `${otherVersion} ${needed}`;

export const createRecord = declareRoute({
  method: 'POST',
  path: '/crm/{objectSlug}',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Create a record',
  access: writeCrm,
  params: objectSlug,
  body: values,
  returns: ok('record', crmRecord, 201),
  fails: { 400: wrongValue, 403: notEnabled, 404: 'Object not found.' },
  examples: { body: { title: 'Spring catalog', amount: 4200, stage: 'Lead' } },
});

export const listRecords = declareRoute({
  method: 'GET',
  path: '/crm/{objectSlug}',
  origin: 'interface',
  tag: 'CRM records',
  summary: 'List and find records',
  description: filterHelp,
  access: readCrm,
  params: objectSlug,
  query: { ...listQuery, ...selection },
  openQuery: true,
  returns: paginated(crmRecord),
  fails: { 403: notEnabled, 404: 'Object not found.' },
});

export const queryRecords = declareRoute({
  method: 'POST',
  path: '/crm/{objectSlug}/query',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Find records by a nested filter',
  description:
    'A filter is `{ key: value }` or `{ key: { op: value } }`, joined by `and`, `or` and `not`, with operators and values as in the list. Send `nextCursor` as `cursor` for the next page, or `page` for any page.',
  access: readCrm,
  params: objectSlug,
  body: recordQuery,
  returns: buildQueryResult(crmRecord),
  fails: { 403: notEnabled, 404: 'Object not found.' },
  examples: {
    body: {
      filter: { or: [{ stage: 'Lead' }, { and: [{ amount: { gte: 1000 } }, { not: { stage: 'Lost' } }] }] },
      sort: '-amount',
    },
  },
});

export const upsertRecord = declareRoute({
  method: 'PUT',
  path: '/crm/{objectSlug}',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Create a record, or update the one that has this value',
  access: writeCrm,
  params: objectSlug,
  query: {
    matchingAttribute: z.string().max(80).meta({ description: 'Key of a unique attribute', example: 'code' }),
  },
  body: values,
  returns: upserted('record', crmRecord),
  fails: { 400: wrongValue, 403: notEnabled, 404: 'Object not found.' },
  examples: { body: { code: 'D-1', title: 'Spring catalog' } },
});

export const readRecord = declareRoute({
  method: 'GET',
  path: '/crm/{objectSlug}/{recordId}',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Read one record',
  description: 'The header `ETag` has its version, to be sent back as `If-Match` with an update.',
  access: readCrm,
  params: recordId,
  query: selection,
  returns: ok('record', crmRecord),
  fails: { 403: notEnabled, 404: noRecord },
});

export const updateRecord = declareRoute({
  method: 'PATCH',
  path: '/crm/{objectSlug}/{recordId}',
  origin: 'interface',
  tag: 'CRM records',
  summary: 'Change values of a record',
  description:
    'Changes what is sent; a list replaces the one before. With `If-Match`, only that version is updated.',
  access: writeCrm,
  params: recordId,
  body: values,
  returns: ok('record', crmRecord),
  fails: { 400: wrongValue, 403: notEnabled, 404: noRecord, 409: otherVersion },
  examples: { body: { stage: 'Won' } },
});

export const deleteRecord = declareRoute({
  method: 'DELETE',
  path: '/crm/{objectSlug}/{recordId}',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Delete a record',
  description:
    'It can be restored for 30 days. Its unique values can be used again at once, its links are deleted, and the history of its partners shows that.',
  access: writeCrm,
  params: recordId,
  returns: message('Record deleted.'),
  fails: { 403: notEnabled, 404: noRecord, 409: notDeletable },
});

export const restoreRecord = declareRoute({
  method: 'POST',
  path: '/crm/{objectSlug}/{recordId}/restore',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Restore a deleted record',
  description:
    'With its values, notes and meetings, and its links to records that still exist and have room for them.',
  access: writeCrm,
  params: recordId,
  returns: ok('record', crmRecord),
  fails: {
    403: notEnabled,
    404: 'Record not found.',
    409: 'One of its unique values is taken by another record since.',
  },
});

const ids = z.array(z.string().max(100)).max(1000);
const relationBody = z.object({
  attributeSlug: z.string().max(80),
  add: ids.optional(),
  remove: ids.optional(),
});

/** Rules also run on fields that are not valid, so the type is checked first. */
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string').map((id) => id.toLowerCase()) : [];

/** A missing list is like an empty one. What is not a list is reported by the field itself. */
const isEmptyList = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

export const relationChanges = rule(
  rule(
    relationBody,
    'add',
    'Name at least one id to add or to remove.',
    ({ add, remove }) => !isEmptyList(add) || !isEmptyList(remove),
  ),
  'add',
  'The same id must not be both added and removed.',
  ({ add, remove }) => !listOf(add).some((id) => listOf(remove).includes(id)),
);

export const changeRelation = declareRoute({
  method: 'PATCH',
  path: '/crm/{objectSlug}/{recordId}/relation',
  origin: 'interface',
  tag: 'CRM records',
  summary: 'Add and remove links of a relation or user attribute',
  description:
    'Adding what is linked and removing what is not are no errors; ids that are not named stay. Where a record can have one partner, it keeps it until it is removed.',
  access: writeCrm,
  scopeFailure: 'plain',
  params: recordId,
  body: relationChanges,
  returns: ok('record', crmRecord),
  fails: { 403: 'The token lacks crm:write, or the CRM is not enabled.', 404: noRecord },
  examples: { body: { attributeSlug: 'contacts', add: ['0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d'] } },
});

export const actor = z.object({
  type: z.enum(['user', 'visitor', 'system']),
  uuid: z.string().nullable(),
  name: z.string().nullable(),
});

export const timelineEntry = z
  .object({
    id: uuid,
    kind: z.string().meta({ example: 'record.updated' }),
    at: timestamp,
    actor,
    changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).meta({
      description:
        'By attribute key. An option is `{ id, value, color }`, as on a record, also after it was deleted; of a relation, `from` are the ids that were unlinked and `to` those that were linked',
      example: {
        stage: {
          from: { id: 1, value: 'New', color: 'gray' },
          to: { id: 2, value: 'Won', color: 'success' },
        },
      },
    }),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'TimelineEntry' });

export const crmChange = z
  .object({ ...timelineEntry.shape, objectSlug: z.string().nullable(), recordId: uuid.nullable() })
  .meta({ id: 'CrmChange' });

export const feedChange = z
  .object({
    position: z.int().meta({
      description: 'Without gaps. Changes of one record are in the order in which they were applied.',
    }),
    ...crmChange.shape,
  })
  .meta({ id: 'CrmFeedChange' });

/** What a kind of entry begins with. */
const timelineKinds = ['booking', 'call', 'comment', 'form', 'note', 'record', 'task'] as const;
const isTimelineKind = (name: string): boolean => (timelineKinds as readonly string[]).includes(name);

export const readTimeline = declareRoute({
  method: 'GET',
  path: '/crm/{objectSlug}/{recordId}/timeline',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Everything that concerns a record, latest first',
  access: readCrm,
  params: recordId,
  query: {
    kinds: z
      .string()
      .max(200)
      .transform((text) => text.split(',').map((name) => name.trim()))
      .refine((names) => names.every(isTimelineKind), {
        message: `Must be some of ${timelineKinds.join(', ')}, separated by commas.`,
      })
      .optional()
      .meta({
        type: 'string',
        description: `Only these kinds of entries, separated by commas: ${timelineKinds.join(', ')}`,
        example: 'note,comment',
      }),
    actor: z
      .string()
      .max(15)
      .optional()
      .meta({ description: 'Only what this user did, by uuid; `visitor` or `system` for others' }),
  },
  returns: paginated(timelineEntry),
  fails: { 403: notEnabled, 404: noRecord },
});

export const readHistory = declareRoute({
  method: 'GET',
  path: '/crm/{objectSlug}/{recordId}/history',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'The changes of a record, latest first',
  access: readCrm,
  params: recordId,
  returns: paginated(timelineEntry),
  fails: { 403: notEnabled, 404: noRecord },
});

export const listChanges = declareRoute({
  method: 'GET',
  path: '/crm/changes',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'The feed of changes in the CRM',
  description:
    'Oldest first, each change exactly once: send `next` as `after` to continue. At the end of the feed `hasMore` is false.',
  access: readCrm,
  query: {
    after: z.string().max(200).optional().meta({ description: '`next` of the last answer' }),
    count: queryInteger(1, 1000).default(100),
  },
  returns: bare(
    z.object({ collection: z.array(feedChange), next: z.string().nullable(), hasMore: z.boolean() }),
  ),
  fails: { 403: notEnabled },
});
