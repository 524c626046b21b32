import { z } from 'zod';
import { notEnabled, objectSlug, readCrm, writeCrm } from './crm-objects.ts';
import { listQuery, matchQuery, values } from './crm-records.ts';
import { bare, created, message, ok, paginated, streamed } from './envelopes.ts';
import { queryBoolean, rule, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';

/** Many records at once: bulk writes, imports, exports, duplicates and merges. Resolutions 8. */

const noObject = 'Object not found.';

const itemError = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

export const bulkResult = z
  .object({
    index: z.int(),
    status: z.enum(['created', 'updated', 'unchanged', 'failed']),
    id: uuid.optional(),
    error: itemError.optional(),
  })
  .meta({ id: 'BulkResult' });

export const writeBulk = declareRoute({
  method: 'POST',
  path: '/crm/{objectSlug}/bulk',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Write up to 1,000 records in one call',
  description:
    'With `matchingAttribute`, the key of a unique attribute or `id`, records that have its value are updated and the others created; an `id` that no record has is refused. `mode: atomic` writes all or none, and answers 422 with every wrong field; `mode: each` writes all that can be written, and returns the outcome of each.',
  access: writeCrm,
  params: objectSlug,
  body: z.object({
    records: z.array(values).min(1).max(1000),
    mode: z.enum(['atomic', 'each']).default('atomic'),
    matchingAttribute: z.string().max(80).optional(),
  }),
  returns: ok('results', z.array(bulkResult)),
  fails: { 403: notEnabled, 404: noObject, 422: 'Some of the records are not valid.' },
  examples: {
    body: {
      mode: 'each',
      records: [{ title: 'Spring catalog', amount: 4200 }],
    },
  },
});

export const bulkDeletion = z
  .object({
    count: z.int().meta({ description: 'How many records were deleted, or would be' }),
    remaining: z.int().meta({ description: 'How many records match the filter beyond those' }),
    missing: z.array(uuid).meta({ description: 'Ids that no record has' }),
  })
  .meta({ id: 'BulkDeletion' });

export const deleteBulk = declareRoute({
  method: 'POST',
  path: '/crm/{objectSlug}/delete',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Delete up to 1,000 records in one call',
  description:
    'By their `ids`, or by a `filter` as for a query: then up to 1,000 at a time, until `remaining` is 0. Each can be restored for 30 days. With `dryRun` nothing is deleted.',
  access: writeCrm,
  may: 'admin',
  params: objectSlug,
  body: rule(
    z.object({
      ids: z.array(uuid).min(1).max(1000).optional(),
      filter: z.unknown().optional(),
      dryRun: z.boolean().default(false),
    }),
    'ids',
    'Name the records either by ids or by a filter.',
    ({ ids, filter }) => (ids === undefined) !== (filter === undefined || filter === null),
  ),
  returns: ok('deletion', bulkDeletion),
  fails: {
    403: 'Only owners and admins can do this.',
    404: noObject,
    409: 'One of them is the only partner of a record in a required relation.',
  },
  examples: { body: { filter: { stage: 'Lost' }, dryRun: true } },
});

const rowError = z.object({
  row: z.int().meta({ description: 'Counted from 1, without the header' }),
  status: z
    .enum(['failed', 'partial'])
    .meta({ description: '`partial`: the rest of the row was imported, without the fields in `errors`' }),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

export const crmImport = z
  .object({
    id: uuid,
    objectSlug: z.string(),
    status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone']),
    message: z.string().nullable().meta({ description: 'Why it failed as a whole' }),
    format: z.enum(['csv', 'ndjson']),
    matchingAttribute: z.string().nullable(),
    dryRun: z.boolean(),
    columns: z
      .array(z.object({ column: z.string(), key: z.string().nullable() }))
      .meta({ description: 'Of CSV: the attribute of each column; null if it is ignored' }),
    rowsTotal: z.int(),
    rowsDone: z.int(),
    created: z.int(),
    updated: z.int(),
    failed: z.int(),
    partial: z.int().meta({
      description: 'Of the rows that were imported, those of which a bad value was left out: see `errors`',
    }),
    kept: z.int().meta({ description: 'Of an undo: records that were changed since and are kept' }),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
    errors: z.array(rowError).meta({ description: 'The first 100' }),
  })
  .meta({ id: 'CrmImport' });

export const createImport = declareRoute({
  method: 'POST',
  path: '/crm/{objectSlug}/import',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Import a file of records',
  description:
    'CSV with a header, or NDJSON with a record on each line, in UTF-8, or in UTF-16 with a byte order mark. The file is stored at once and imported in the background: read the import to see its progress. A column belongs to the attribute that has its name as key or label; other columns are ignored. A `name` of people gives their first and last name where the row has neither. An empty cell changes nothing; items of lists are separated by semicolons, and one that has a semicolon stands in quotes. A relation may name its records by a unique value, such as an address or a domain, or by their name; users may be named by their address. Numbers and dates may be written as `1.234,56` and `31.12.2026`: the cells of a column show which notation it has, and a column that can be read in two ways is refused until `decimal` or `dateOrder` says it. A bad value, such as a wrong phone number, is left out and reported, and the rest of its row is imported; a row fails where the value is required or the records are matched by it.',
  access: writeCrm,
  params: objectSlug,
  query: {
    matchingAttribute: z.string().max(80).optional().meta({
      description:
        'Key of a unique attribute: records that have its value are updated. By `id`, rows without one are new',
    }),
    mapping: z.string().max(20_000).optional().meta({
      description:
        'JSON object from column to key, for columns with another name, or a list with the key of each column in turn, for columns of the same name; null ignores a column',
    }),
    dryRun: queryBoolean.meta({ description: 'Reports the outcome of each row and writes nothing' }),
    delimiter: z
      .enum([',', ';', '\t', '|'], 'Must be one of , ; | and tab.')
      .optional()
      .meta({ description: 'The separator of cells; detected if it is not given' }),
    decimal: z
      .enum(['.', ','], 'Must be a point or a comma.')
      .optional()
      .meta({ description: 'What stands before the decimals of numbers; detected if it is not given' }),
    dateOrder: z.enum(['dmy', 'mdy'], 'Must be dmy or mdy.').optional().meta({
      description:
        'Whether the day or the month comes first in dates that do not begin with the year; detected if it is not given',
    }),
  },
  takes: ['text/csv', 'application/x-ndjson'],
  returns: created('import', crmImport),
  fails: {
    400: 'The file is neither UTF-8 nor UTF-16 with a byte order mark, or its header can’t be read.',
    403: notEnabled,
    404: noObject,
  },
});

const importId = { importId: uuidParam('Import') };

export const listImports = declareRoute({
  method: 'GET',
  path: '/crm/imports',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'List imports, latest first',
  access: readCrm,
  returns: paginated(crmImport.omit({ errors: true }).meta({ id: 'CrmImportSummary' })),
  fails: { 403: notEnabled },
});

export const readImport = declareRoute({
  method: 'GET',
  path: '/crm/imports/{importId}',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Read an import and its progress',
  access: readCrm,
  params: importId,
  returns: ok('import', crmImport),
  fails: { 403: notEnabled, 404: 'Import not found.' },
});

export const listImportErrors = declareRoute({
  method: 'GET',
  path: '/crm/imports/{importId}/errors',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'List the rows that could not be imported, or only in part',
  access: readCrm,
  params: importId,
  returns: paginated(rowError),
  fails: { 403: notEnabled, 404: 'Import not found.' },
});

export const cancelImport = declareRoute({
  method: 'POST',
  path: '/crm/imports/{importId}/cancel',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Cancel an import',
  description:
    'For an import that is `pending` or `running`. No more rows are written, and the file is deleted. Rows that were written stay; undo the import to take them back. For the user who started it, owners and admins.',
  access: writeCrm,
  params: importId,
  returns: ok('import', crmImport),
  fails: {
    403: 'CRM is not enabled, or someone else started the import.',
    404: 'Import not found.',
    409: 'The import has ended.',
  },
});

export const undoImport = declareRoute({
  method: 'POST',
  path: '/crm/imports/{importId}/undo',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Undo an import',
  description:
    'Records that it created are deleted, values that it updated are restored. What was changed since is kept, and counted in `kept`; so is a link whose partner was deleted or has another link since. Runs in the background, like the import.',
  access: writeCrm,
  may: 'admin',
  params: importId,
  returns: ok('import', crmImport),
  fails: {
    403: notEnabled,
    404: 'Import not found.',
    409: 'The import isn’t finished, was already undone, or changed nothing.',
  },
});

const exported = {
  origin: 'ours',
  access: readCrm,
  may: 'admin',
  returns: streamed('text/csv'),
  fails: { 403: notEnabled, 404: noObject },
} as const;

const cells =
  'Text that a spreadsheet would take for a formula begins with an apostrophe, which an import removes. An import of the file gives every record the same values.';
const someKeys = 'Keys of the columns after `id`, in this order; all if it is not given';

const exportedList = {
  ...exported,
  method: 'GET',
  description: `Filters as for the list. ${cells}`,
  query: {
    search: listQuery.search,
    sort: listQuery.sort,
    fields: z
      .string()
      .max(2000)
      .optional()
      .meta({ description: `${someKeys}, separated by commas` }),
  },
  openQuery: true,
} as const;

export const exportQuery = z.object({
  ...matchQuery,
  fields: z.array(z.string().max(100)).max(200).optional().meta({ description: someKeys }),
});

const exportedQuery = {
  ...exported,
  method: 'POST',
  description: `The filter is one as for a query. ${cells} A repeated request with the same Idempotency-Key is in the audit log once, and answered with the records as they are then.`,
  body: exportQuery,
  examples: { body: { filter: { not: { stage: 'Lost' } }, sort: '-amount', fields: ['title', 'amount'] } },
} as const;

export const exportRecords = declareRoute({
  ...exportedList,
  path: '/crm/{objectSlug}/export',
  tag: 'CRM records',
  summary: 'Export records as CSV',
  params: objectSlug,
});

export const exportPeople = declareRoute({
  ...exportedList,
  path: '/crm/people/export',
  tag: 'CRM people',
  summary: 'Export people as CSV',
});

export const exportCompanies = declareRoute({
  ...exportedList,
  path: '/crm/companies/export',
  tag: 'CRM companies',
  summary: 'Export companies as CSV',
});

export const exportMatchingRecords = declareRoute({
  ...exportedQuery,
  path: '/crm/{objectSlug}/export',
  tag: 'CRM records',
  summary: 'Export records that match a nested filter as CSV',
  params: objectSlug,
});

export const exportMatchingPeople = declareRoute({
  ...exportedQuery,
  path: '/crm/people/export',
  tag: 'CRM people',
  summary: 'Export people who match a nested filter as CSV',
  examples: { body: { filter: { jobTitle: 'Owner' }, fields: ['firstName', 'lastName', 'emails'] } },
});

export const exportMatchingCompanies = declareRoute({
  ...exportedQuery,
  path: '/crm/companies/export',
  tag: 'CRM companies',
  summary: 'Export companies that match a nested filter as CSV',
  examples: { body: { filter: { employees: { gte: 10 } }, sort: '-employees', fields: ['name', 'domain'] } },
});

export const crmDuplicates = z
  .object({
    by: z.string().meta({ description: 'The attribute that has the same value', example: 'name' }),
    value: z.string(),
    ids: z.array(uuid).meta({ description: 'Oldest first, at most 20' }),
  })
  .meta({ id: 'CrmDuplicates' });

const duplicates = {
  method: 'GET',
  origin: 'ours',
  description:
    'Groups of records with the same name, phone number or, for companies, the same domain under another ending, except those that were marked as different. At most 100 groups, among the first 50,000 records by each of these; `isComplete` says whether that was all.',
  access: readCrm,
  returns: bare(z.object({ collection: z.array(crmDuplicates), isComplete: z.boolean() })),
  fails: { 403: notEnabled, 404: noObject },
} as const;

export const findDuplicates = declareRoute({
  ...duplicates,
  path: '/crm/{objectSlug}/duplicates',
  tag: 'CRM records',
  summary: 'Find records that may be the same',
  params: objectSlug,
});

export const findDuplicatePeople = declareRoute({
  ...duplicates,
  path: '/crm/people/duplicates',
  tag: 'CRM people',
  summary: 'Find people who may be the same',
});

export const findDuplicateCompanies = declareRoute({
  ...duplicates,
  path: '/crm/companies/duplicates',
  tag: 'CRM companies',
  summary: 'Find companies that may be the same',
});

export const markDifferent = declareRoute({
  method: 'POST',
  path: '/crm/{objectSlug}/different',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Mark records as different',
  description:
    'Records that are different are not suggested as duplicates of each other, whatever their values. With `areDifferent: false`, they are again.',
  access: writeCrm,
  params: objectSlug,
  body: rule(
    z.object({ ids: z.array(uuid).max(20), areDifferent: z.boolean() }),
    'ids',
    'Must contain at least two records.',
    ({ ids }) => new Set(ids.map((id) => id.toLowerCase())).size > 1,
  ),
  returns: message('Records updated.'),
  fails: { 403: notEnabled, 404: 'Record not found.' },
  examples: {
    body: {
      ids: ['0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3e'],
      areDifferent: true,
    },
  },
});

export const crmMerge = z
  .object({
    id: uuid,
    objectSlug: z.string(),
    survivorId: uuid,
    mergedId: uuid,
    createdAt: timestamp,
    undoneAt: timestamp.nullable(),
  })
  .meta({ id: 'CrmMerge' });

export const mergeRecords = declareRoute({
  method: 'POST',
  path: '/crm/{objectSlug}/merge',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Merge two records',
  description:
    'The survivor keeps its values and takes those that it lacks from the merged record; `values` chooses `survivor` or `merged` for an attribute, or has another value. All addresses are kept. Links, meetings, notes and the timeline move to the survivor, and the merged record is deleted.',
  access: writeCrm,
  params: objectSlug,
  body: rule(
    z.object({ survivorId: uuid, mergedId: uuid, values: values.optional() }),
    'mergedId',
    'Must be another record than the survivor.',
    ({ survivorId, mergedId }) => String(survivorId).toLowerCase() !== String(mergedId).toLowerCase(),
  ),
  returns: ok('merge', crmMerge, 201),
  fails: { 400: 'A value has the wrong type.', 403: notEnabled, 404: 'Record not found.' },
  examples: {
    body: {
      survivorId: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
      mergedId: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3e',
      values: { jobTitle: 'merged' },
    },
  },
});

export const undoMerge = declareRoute({
  method: 'POST',
  path: '/crm/merges/{mergeId}/undo',
  origin: 'ours',
  tag: 'CRM records',
  summary: 'Undo a merge',
  description: 'Values that were changed since stay with the survivor.',
  access: writeCrm,
  params: { mergeId: uuidParam('Merge') },
  returns: ok('merge', crmMerge),
  fails: {
    403: notEnabled,
    404: 'Merge not found.',
    409: 'The merge was already undone, or can no longer be undone.',
  },
});
