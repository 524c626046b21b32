import { getEtag } from '@daybook/client';
import { api, queryClient } from '../platform/query.ts';
import {
  findAttribute,
  toCompanyRecord,
  listExpandedKeys,
  toFilterParams,
  buildListingFilter,
  toPersonRecord,
  toRecord,
  toWireValues,
  type CrmObject,
  type CrmRecord,
  type Listing,
} from './rules.ts';
import { buildObjectsQuery } from './objects-query.ts';

/** Records of every object in one shape and by one set of functions; people and companies have routes of their own. */

export const pageSize = 100;
/** Pages that nobody looks at are dropped soon: with 100,000 records they would fill the memory. */
const pageCacheMs = 30_000;

export interface RecordPage {
  readonly items: readonly CrmRecord[];
  readonly total: number;
}

/** The group of the reference that a change of these records concerns. */
export function getRecordTag(slug: string): string {
  if (slug === 'people') return 'CRM people';
  return slug === 'companies' ? 'CRM companies' : 'CRM records';
}

/** One page of a list; `fields` of it are read where the API can choose. */
export function buildPageQuery(object: CrmObject, listing: Listing, page: number) {
  return {
    queryKey: [getRecordTag(object.slug), 'records', object.slug, listing, page] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => readPage(object, listing, page, signal),
    gcTime: pageCacheMs,
  };
}

export async function readPage(
  object: CrmObject,
  listing: Listing,
  page: number,
  signal?: AbortSignal,
  count = pageSize,
): Promise<RecordPage> {
  if (listing.nested !== undefined) return readNested(object, listing, page, signal, count);
  const { slug } = object;
  const search = {
    page,
    count,
    ...(listing.q && { search: listing.q }),
    ...(listing.sort.length > 0 && { sort: listing.sort.join(',') }),
    ...toFilterParams(listing.filter),
  };
  const more = signal && { signal };
  if (slug === 'people') {
    const { items, total } = await api.listPeople({ query: search, ...more });
    return { items: await withTitles(object, items.map(toPersonRecord), listing.fields), total };
  }
  if (slug === 'companies') {
    const { items, total } = await api.listCompanies({ query: search, ...more });
    return { items: await withTitles(object, items.map(toCompanyRecord), listing.fields), total };
  }
  const { items, total } = await api.listRecords({
    params: { objectSlug: slug },
    query: { ...search, ...selectionOf(object, listing.fields) },
    ...more,
  });
  return { items: items.map(toRecord), total };
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

/** A nested filter does not fit into an address. */
async function readNested(
  object: CrmObject,
  listing: Listing,
  page: number,
  signal: AbortSignal | undefined,
  count: number,
): Promise<RecordPage> {
  const { slug } = object;
  const body = {
    page,
    count,
    includeTotal: true,
    filter: buildListingFilter(listing),
    ...(listing.q && { search: listing.q }),
    sort: [...listing.sort],
  };
  const more = signal && { signal };
  if (slug === 'people') {
    const { collection, pagination } = await api.queryPeople({ body, ...more });
    const items = await withTitles(object, collection.map(toPersonRecord), listing.fields);
    return { items, total: pagination.total ?? items.length };
  }
  if (slug === 'companies') {
    const { collection, pagination } = await api.queryCompanies({ body, ...more });
    const items = await withTitles(object, collection.map(toCompanyRecord), listing.fields);
    return { items, total: pagination.total ?? items.length };
  }
  const { collection, pagination } = await api.queryRecords({
    params: { objectSlug: slug },
    body: { ...body, expand: listExpandedKeys(object, listing.fields) },
    ...more,
  });
  return { items: collection.map(toRecord), total: pagination.total ?? collection.length };
}

function selectionOf(object: CrmObject, fields: readonly string[] | undefined) {
  const expand = listExpandedKeys(object, fields).join(',');
  const keys = fields?.filter((key) => findAttribute(object, key)).join(',');
  return { ...(keys && { fields: keys }), ...(expand && { expand }) };
}

/** Links of people and companies come as ids; the names are read with one request for each related object. */
async function withTitles(
  object: CrmObject,
  records: readonly CrmRecord[],
  fields?: readonly string[],
): Promise<CrmRecord[]> {
  const links = listExpandedKeys(object, fields).filter((key) => key !== 'company');
  let named = [...records];
  for (const key of links) {
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

/** A record with its version, by which a change finds out whether somebody else was quicker. */
export interface VersionedRecord {
  readonly record: CrmRecord;
  readonly etag: string | undefined;
}

export function buildRecordQuery(object: CrmObject, id: string) {
  return {
    queryKey: [getRecordTag(object.slug), 'record', object.slug, id] as const,
    queryFn: () => readRecord(object, id),
  };
}

export async function readRecord(object: CrmObject, id: string): Promise<VersionedRecord> {
  if (object.slug === 'people') {
    return versioned(object, await api.readPerson({ params: { id } }), toPersonRecord);
  }
  if (object.slug === 'companies') {
    return versioned(object, await api.readCompany({ params: { id } }), toCompanyRecord);
  }
  const expand = listExpandedKeys(object).join(',');
  const answer = await api.readRecord({
    params: { objectSlug: object.slug, recordId: id },
    query: expand ? { expand } : {},
  });
  return { record: toRecord(answer), etag: getEtag(answer) };
}

async function versioned<T extends object>(
  object: CrmObject,
  answer: T,
  shape: (answer: T) => CrmRecord,
): Promise<VersionedRecord> {
  const [record] = await withTitles(object, [shape(answer)]);
  return { record: record ?? shape(answer), etag: getEtag(answer) };
}

type Values = Readonly<Record<string, unknown>>;

/** Links are written by their ids; the answer has no names of them, so it is read again by whoever shows some. */
export async function changeRecord(
  object: CrmObject,
  id: string,
  values: Values,
  etag?: string,
): Promise<string | undefined> {
  const body = toWireValues(object, values);
  const headers = etag === undefined ? {} : { headers: { 'if-match': etag } };
  if (object.slug === 'people') {
    return getEtag(await api.updatePerson({ params: { id }, body, ...headers }));
  }
  if (object.slug === 'companies') {
    return getEtag(await api.updateCompany({ params: { id }, body, ...headers }));
  }
  const params = { objectSlug: object.slug, recordId: id };
  return getEtag(await api.updateRecord({ params, body, ...headers }));
}

export async function createRecord(object: CrmObject, values: Values): Promise<string> {
  const body = toWireValues(object, values);
  if (object.slug === 'people') return (await api.createPerson({ body })).id;
  if (object.slug === 'companies') return (await api.createCompany({ body })).id;
  return (await api.createRecord({ params: { objectSlug: object.slug }, body })).id;
}

export async function deleteRecord(object: CrmObject, id: string, keepalive = false): Promise<void> {
  const more = keepalive ? { keepalive } : {};
  if (object.slug === 'people') return api.deletePerson({ params: { id }, ...more });
  if (object.slug === 'companies') return api.deleteCompany({ params: { id }, ...more });
  return api.deleteRecord({ params: { objectSlug: object.slug, recordId: id }, ...more });
}

/** What a list shows, in its columns, as a file. */
export async function exportRecords(object: CrmObject, listing: Listing): Promise<Blob> {
  const body = {
    filter: buildListingFilter(listing),
    ...(listing.q && { search: listing.q }),
    sort: [...listing.sort],
    fields: listing.fields?.filter((key) => findAttribute(object, key)),
  };
  if (object.slug === 'people') return (await api.exportMatchingPeople({ body })).blob();
  if (object.slug === 'companies') return (await api.exportMatchingCompanies({ body })).blob();
  return (await api.exportMatchingRecords({ params: { objectSlug: object.slug }, body })).blob();
}

/** Reads again what shows records: a change of one may be seen on those that are linked with it. */
export async function refreshRecords(): Promise<void> {
  const tags = ['CRM records', 'CRM people', 'CRM companies'];
  await Promise.all(tags.map((tag) => queryClient.invalidateQueries({ queryKey: [tag] })));
}

/** Puts values into every page in the cache that has the record, without reading the list again. */
export function showValues(object: CrmObject, id: string, values: Values): void {
  const key = [getRecordTag(object.slug), 'records', object.slug];
  queryClient.setQueriesData<RecordPage>({ queryKey: key }, (page) => {
    if (!page?.items.some((record) => record.id === id)) return page;
    return {
      ...page,
      items: page.items.map((record) =>
        record.id === id ? { ...record, values: { ...record.values, ...values } } : record,
      ),
    };
  });
  queryClient.setQueryData<VersionedRecord>([getRecordTag(object.slug), 'record', object.slug, id], (known) =>
    known ? { ...known, record: { ...known.record, values: { ...known.record.values, ...values } } } : known,
  );
}
