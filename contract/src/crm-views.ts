import { z } from 'zod';
import { notEnabled, objectSlug, readCrm, writeCrm } from './crm-objects.ts';
import { listQuery } from './crm-records.ts';
import { message, ok, paginated } from './envelopes.ts';
import { line, rule, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';

/** Saved views of an object's records, and figures over them. Additions 3. */

const kind = z.enum(['table', 'board']);
const key = z.string().max(80);
const width = z.int().min(40).max(2000).nullable();
const filter = z.record(z.string(), z.unknown()).nullable();

export const crmView = z
  .object({
    id: uuid,
    name: z.string().meta({ example: 'Open deals' }),
    kind,
    isShared: z.boolean().meta({ description: 'Whether everyone who can see the records can see it' }),
    isOwn: z.boolean().meta({ description: 'Whether the caller created it' }),
    filter: filter.meta({
      description: 'As for a query; null for all records',
      example: { stage: { ne: 'Lost' } },
    }),
    sort: z.array(z.string()).meta({ example: ['-amount'] }),
    columns: z.array(
      z.object({
        key,
        width: width.meta({ description: 'In pixels; null: default width' }),
        isPinned: z.boolean(),
      }),
    ),
    groupBy: key.nullable().meta({ description: 'The attribute whose values are the lanes of a board' }),
    position: z.int().meta({ description: 'Views are listed in this order' }),
    isIncomplete: z.boolean().meta({
      description: 'Parts of the view are omitted because they were deleted or the caller can’t see them',
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'CrmView' });

const viewFields = z.object({
  name: line(100),
  kind,
  isShared: z.boolean(),
  filter: z.unknown(),
  sort: z.union([z.string().max(300), z.array(z.string().max(100)).max(5)]),
  columns: z
    .array(z.object({ key, width: width.default(null), isPinned: z.boolean().default(false) }))
    .max(200),
  groupBy: key.nullable(),
  position: z.int().min(0).max(1_000_000),
});

const distinct = 'Columns must differ from each other.';

export const newView = rule(
  viewFields.partial().required({ name: true }),
  'columns',
  distinct,
  ({ columns }) => areDistinct(columns),
);

export const viewChanges = rule(
  viewFields.partial().extend({
    after: uuid.nullish().meta({
      description: 'Lists it after this view, the others make room; null: first. Wins over `position`',
    }),
  }),
  'columns',
  distinct,
  ({ columns }) => areDistinct(columns),
);

function areDistinct(columns: readonly { readonly key: string }[] = []): boolean {
  return new Set(columns.map((column) => column.key)).size === columns.length;
}

const viewId = { ...objectSlug, viewId: uuidParam('View') };
const notOwner = 'Only the view’s creator, owners and admins can change or delete a shared view.';

const listed = {
  method: 'GET',
  origin: 'ours',
  description:
    'Your own, and those that are shared, by position. Deleted attributes and options are removed from a view, so its filter and sort stay valid.',
  access: readCrm,
  returns: paginated(crmView, { size: 'count', default: 100 }),
} as const;

export const listViews = declareRoute({
  ...listed,
  path: '/crm/{objectSlug}/views',
  tag: 'CRM records',
  summary: 'List saved views of records',
  params: objectSlug,
  fails: { 403: notEnabled, 404: 'Object not found.' },
});

export const listPeopleViews = declareRoute({
  ...listed,
  path: '/crm/people/views',
  tag: 'CRM people',
  summary: 'List saved views of people',
  fails: { 403: notEnabled },
});

export const listCompanyViews = declareRoute({
  ...listed,
  path: '/crm/companies/views',
  tag: 'CRM companies',
  summary: 'List saved views of companies',
  fails: { 403: notEnabled },
});

const saved = {
  method: 'POST',
  origin: 'ours',
  description:
    'For yourself, or with `isShared` for everyone who can see the records. `filter` and `sort` are those of a query; an option that is renamed later is renamed in them. A board needs `groupBy`. Default `position`: last.',
  access: writeCrm,
  body: newView,
  returns: ok('view', crmView, 201),
} as const;

const tooMany = 'You already have 100 views of this object.';

export const createView = declareRoute({
  ...saved,
  path: '/crm/{objectSlug}/views',
  tag: 'CRM records',
  summary: 'Save a view of records',
  params: objectSlug,
  fails: { 400: tooMany, 403: notEnabled, 404: 'Object not found.' },
  examples: {
    body: {
      name: 'Open deals',
      kind: 'board',
      isShared: true,
      filter: { stage: { ne: 'Lost' } },
      sort: ['-amount'],
      columns: [{ key: 'title', width: 240, isPinned: true }],
      groupBy: 'stage',
    },
  },
});

export const createPeopleView = declareRoute({
  ...saved,
  path: '/crm/people/views',
  tag: 'CRM people',
  summary: 'Save a view of people',
  fails: { 400: tooMany, 403: notEnabled },
});

export const createCompanyView = declareRoute({
  ...saved,
  path: '/crm/companies/views',
  tag: 'CRM companies',
  summary: 'Save a view of companies',
  fails: { 400: tooMany, 403: notEnabled },
});

export const updateView = declareRoute({
  method: 'PATCH',
  path: '/crm/{objectSlug}/views/{viewId}',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Change a saved view',
  access: writeCrm,
  params: viewId,
  body: viewChanges,
  returns: ok('view', crmView),
  fails: { 403: notOwner, 404: 'View not found.' },
  examples: { body: { name: 'Open deals by stage' } },
});

export const deleteView = declareRoute({
  method: 'DELETE',
  path: '/crm/{objectSlug}/views/{viewId}',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Delete a saved view',
  access: writeCrm,
  params: viewId,
  returns: message('View deleted.'),
  fails: { 403: notOwner, 404: 'View not found.' },
});

/** The most groups that an aggregate answers, beside the one of records without a value. */
export const maxGroups = 500;

const op = z.enum(['count', 'sum', 'avg', 'min', 'max']);
const figure = z.union([z.number(), z.string()]).nullable();

export const aggregateQuery = z.object({
  filter: z.unknown().optional(),
  search: listQuery.search,
  groupBy: key.nullish(),
  measures: z
    .array(z.object({ op, key: key.nullish() }))
    .min(1)
    .max(10),
});

export const crmAggregate = z
  .object({
    measures: z
      .array(z.object({ op, key: key.nullable(), currency: z.string().nullable() }))
      .meta({ description: 'What was asked for, with the currency of an amount of money' }),
    totals: z.array(figure).meta({
      description: 'One figure for each measure, over all records that match',
      example: [12, 48_200],
    }),
    groups: z
      .array(
        z.object({
          key: z.string().nullable().meta({
            description:
              'The id of an option, a record or a user, or `true` and `false`: what a filter by `groupBy` takes. Null for records without a value',
          }),
          label: z.string().nullable(),
          values: z.array(figure),
        }),
      )
      .meta({ description: 'Empty without `groupBy`' }),
    isComplete: z.boolean().meta({ description: `False if there are more than ${maxGroups} groups` }),
  })
  .meta({ id: 'CrmAggregate' });

export const aggregateRecords = declareRoute({
  method: 'POST',
  path: '/crm/{objectSlug}/aggregate',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Count and sum records, by group',
  description: `\`filter\` and \`search\` are those of a query. \`groupBy\` is the key of a select, status, multiselect, relation, checkbox or user attribute. Options are in their order, with and without records, others by the number of records, the ${maxGroups} largest; records without a value come last. A record with several values is in each of their groups, and once in \`totals\`. \`sum\` and \`avg\` take numbers, \`min\` and \`max\` also dates and times; \`count\` with a key counts the records that have a value. Sums are exact in decimals. An attribute has one currency, so that amounts of different currencies are never added up: each measure says which one it is in.`,
  access: readCrm,
  params: objectSlug,
  body: aggregateQuery,
  returns: ok('aggregate', crmAggregate),
  fails: { 403: notEnabled, 404: 'Object not found.' },
  examples: {
    body: {
      filter: { stage: { ne: 'Lost' } },
      groupBy: 'stage',
      measures: [{ op: 'count' }, { op: 'sum', key: 'amount' }],
    },
  },
});
