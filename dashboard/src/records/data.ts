import { queryClient } from '../platform/query.ts';
import { forgetMissing } from '../platform/recent.ts';
import { buildObjectsQuery } from './objects-query.ts';
import {
  recordApi,
  recordTags,
  type FieldSelection,
  type RecordPage,
  type VersionedRecord,
} from './record-api.ts';
import {
  findAttribute,
  listExpandedKeys,
  toFilterParams,
  buildListingFilter,
  type CrmObject,
  type CrmRecord,
  type Listing,
} from './rules.ts';

/** What lists and pages show of records, as queries. */

export const pageSize = 100;
/** Pages that nobody looks at are dropped soon: with 100,000 records they would fill the memory. */
const pageCacheMs = 30_000;

/** One page of a list; `fields` of it are read where the API can choose. */
export function buildPageQuery(object: CrmObject, listing: Listing, page: number) {
  return {
    queryKey: [recordApi(object.slug).tag, 'records', object.slug, listing, page] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => readPage(object, listing, page, signal),
    // The first page stays, so that a list is there at once when it is opened again.
    ...(page > 1 && { gcTime: pageCacheMs }),
  };
}

export async function readPage(
  object: CrmObject,
  listing: Listing,
  page: number,
  signal?: AbortSignal,
  count = pageSize,
): Promise<RecordPage> {
  const { list, query } = recordApi(object.slug);
  const { filter, nested, sort, fields } = listing;
  const selection = selectionOf(object, fields);
  const search = { page, count, ...(listing.q && { search: listing.q }) };
  // A nested filter does not fit into a URL.
  const found =
    nested === undefined
      ? await list(
          { ...search, ...(sort.length > 0 && { sort: sort.join(',') }), ...toFilterParams(filter) },
          selection,
          signal,
        )
      : await query(
          { ...search, includeTotal: true, filter: buildListingFilter(listing), sort: [...sort] },
          selection,
          signal,
        );
  return { ...found, items: await withTitles(object, found.items, selection.expand) };
}

/** The ids of a whole list, page by page. */
export async function listIds(object: CrmObject, listing: Listing): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, total = 1; ids.length < total; page += 1) {
    const found = await readPage(object, { ...listing, fields: [] }, page);
    if (found.items.length === 0) break;
    ids.push(...found.items.map(({ id }) => id));
    total = found.total;
  }
  return ids;
}

function selectionOf(object: CrmObject, fields?: readonly string[]): FieldSelection {
  return {
    fields: fields?.filter((key) => findAttribute(object, key)),
    expand: listExpandedKeys(object, fields),
  };
}

/** Where links come as ids, the names are read with one request for each related object. */
async function withTitles(
  object: CrmObject,
  records: readonly CrmRecord[],
  keys: readonly string[],
): Promise<readonly CrmRecord[]> {
  if (recordApi(object.slug).canExpand) return records;
  let named = [...records];
  // The company of a person comes with its name.
  for (const key of keys.filter((each) => each !== 'company')) {
    const slug = findAttribute(object, key)?.relatedObjectSlug;
    const ids = [...new Set(named.flatMap(({ values }) => (values[key] ?? []) as string[]))];
    if (!slug || ids.length === 0) continue;
    const found = new Map((await readMany(slug, ids)).map((record) => [record.id, record]));
    named = named.map((record) => ({
      ...record,
      values: {
        ...record.values,
        [key]: ((record.values[key] ?? []) as string[]).flatMap((id) => found.get(id) ?? []),
      },
    }));
  }
  return named;
}

const maxIds = 100;

/** The records with these ids, in no order; those that the reader may not see are missing. */
export async function readMany(slug: string, ids: readonly string[]): Promise<CrmRecord[]> {
  const found: CrmRecord[] = [];
  for (let from = 0; from < ids.length; from += maxIds) {
    const listing: Listing = {
      filter: [['id', 'in', ids.slice(from, from + maxIds)]],
      sort: [],
      fields: [],
    };
    const object = await objectOf(slug);
    if (object) found.push(...(await readPage(object, listing, 1)).items);
  }
  return found;
}

async function objectOf(slug: string): Promise<CrmObject | undefined> {
  const { items } = await queryClient.ensureQueryData(buildObjectsQuery());
  return items.find((object) => object.slug === slug);
}

export function buildRecordQuery(object: CrmObject, id: string) {
  return {
    queryKey: [recordApi(object.slug).tag, 'record', object.slug, id] as const,
    queryFn: () => readRecord(object, id).catch((error: unknown) => forgetMissing(error, id)),
  };
}

export async function readRecord(object: CrmObject, id: string): Promise<VersionedRecord> {
  const expand = listExpandedKeys(object);
  const { record, etag } = await recordApi(object.slug).read(id, expand);
  const [named = record] = await withTitles(object, [record], expand);
  return { record: named, etag };
}

/** What a list shows, in its columns, as a file. */
export function exportRecords(object: CrmObject, listing: Listing): Promise<Blob> {
  return recordApi(object.slug).export({
    filter: buildListingFilter(listing),
    ...(listing.q && { search: listing.q }),
    sort: [...listing.sort],
    fields: listing.fields?.filter((key) => findAttribute(object, key)),
  });
}

/** Reads again what shows records: a change of one may be seen on those that are linked with it. */
export async function refreshRecords(): Promise<void> {
  await Promise.all(recordTags.map((tag) => queryClient.invalidateQueries({ queryKey: [tag] })));
}

/** Puts values into every page in the cache that has the record, without reading the list again. */
export function showValues(object: CrmObject, id: string, values: CrmRecord['values']): void {
  const key = [recordApi(object.slug).tag, 'records', object.slug];
  queryClient.setQueriesData<RecordPage>({ queryKey: key }, (page) => {
    if (!page?.items.some((record) => record.id === id)) return page;
    return {
      ...page,
      items: page.items.map((record) =>
        record.id === id ? { ...record, values: { ...record.values, ...values } } : record,
      ),
    };
  });
  queryClient.setQueryData<VersionedRecord>(
    [recordApi(object.slug).tag, 'record', object.slug, id],
    (known) =>
      known
        ? { ...known, record: { ...known.record, values: { ...known.record.values, ...values } } }
        : known,
  );
}
