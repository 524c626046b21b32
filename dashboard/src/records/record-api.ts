import { getEtag, getTag, type Input, type Result } from '@daybook/client';
import { api } from '../platform/query.ts';
import { toCompanyRecord, toPersonRecord, toRecord, type CrmRecord } from './rules.ts';
import type { View } from './search.rules.ts';

/**
 * The API of one object's records. People and companies have routes of their own, and every other object shares those of records;
 * only this file knows which.
 */
interface RecordApi {
  /** The group of the reference that a change of these records concerns. */
  readonly tag: string;
  /** Whether links come with the records of the other side; otherwise only their ids come. */
  readonly canExpand: boolean;
  readonly list: (query: ListQuery, selection: FieldSelection, signal?: AbortSignal) => Promise<RecordPage>;
  /** As `list`, with a filter that does not fit into a URL. */
  readonly query: (body: QueryBody, selection: FieldSelection, signal?: AbortSignal) => Promise<RecordPage>;
  readonly read: (id: string, expand: readonly string[]) => Promise<VersionedRecord>;
  /** Returns the id. */
  readonly create: (values: Values) => Promise<string>;
  /** Returns the new version; 409 if the record no longer has the one that is given. */
  readonly update: (id: string, values: Values, etag?: string) => Promise<string | undefined>;
  readonly delete: (id: string) => Promise<void>;
  readonly export: (body: ExportBody) => Promise<Blob>;
  readonly listViews: (signal: AbortSignal) => Promise<readonly View[]>;
  /** What bookings say of it; objects that nobody meets have none. */
  readonly readMeetings?: (id: string, signal: AbortSignal) => Promise<MeetingFacts>;
}

export type MeetingFacts = Result<'readMeetings'>;

export interface RecordPage {
  readonly items: readonly CrmRecord[];
  readonly total: number;
}

/** A record with its version, by which a change finds out whether someone else was quicker. */
export interface VersionedRecord {
  readonly record: CrmRecord;
  readonly etag: string | undefined;
}

/** What is read of each record: all fields unless some are named. */
export interface FieldSelection {
  readonly fields: readonly string[] | undefined;
  readonly expand: readonly string[];
}

type ListQuery = NonNullable<Input<'listPeople'>['query']>;
type QueryBody = Input<'queryPeople'>['body'];
type ExportBody = Input<'exportMatchingPeople'>['body'];
type Values = Record<string, unknown>;

export function recordApi(slug: string): RecordApi {
  return standardApis[slug] ?? buildObjectApi(slug);
}

export const recordTags = (['listRecords', 'listPeople', 'listCompanies'] as const).map(getTag);

const maxViews = 100;
const allViews = { query: { count: maxViews } };

/** The routes of people, and those of companies. */
interface StandardRoutes<T extends object> {
  readonly tag: string;
  readonly toRecord: (answer: T) => CrmRecord;
  readonly list: (input: { query: ListQuery; signal?: AbortSignal }) => Promise<AnswerPage<T>>;
  readonly query: (input: { body: QueryBody; signal?: AbortSignal }) => Promise<AnswerCollection<T>>;
  readonly read: (input: OneInput) => Promise<T>;
  readonly create: (input: { body: Values }) => Promise<{ id: string }>;
  readonly update: (input: OneInput & { body: Values; headers?: { 'if-match': string } }) => Promise<T>;
  readonly delete: (input: OneInput) => Promise<void>;
  readonly export: (input: { body: ExportBody }) => Promise<Response>;
  readonly listViews: (input: typeof allViews & { signal: AbortSignal }) => Promise<AnswerPage<View>>;
  readonly readMeetings: (input: OneInput & { signal: AbortSignal }) => Promise<MeetingFacts>;
}

interface OneInput {
  readonly params: { readonly id: string };
}

interface AnswerPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

interface AnswerCollection<T> {
  readonly collection: readonly T[];
  readonly pagination: { readonly total?: number | null };
}

function buildStandardApi<T extends object>(routes: StandardRoutes<T>): RecordApi {
  const toShape = routes.toRecord;
  return {
    tag: routes.tag,
    canExpand: false,
    list: async (query, _, signal) => toPage(await routes.list({ query, ...toOptions(signal) }), toShape),
    query: async (body, _, signal) => countAll(await routes.query({ body, ...toOptions(signal) }), toShape),
    read: async (id) => toVersioned(await routes.read({ params: { id } }), toShape),
    create: async (body) => (await routes.create({ body })).id,
    update: async (id, body, etag) =>
      getEtag(await routes.update({ params: { id }, body, ...matching(etag) })),
    delete: (id) => routes.delete({ params: { id } }),
    export: async (body) => (await routes.export({ body })).blob(),
    listViews: async (signal) => (await routes.listViews({ ...allViews, signal })).items,
    readMeetings: (id, signal) => routes.readMeetings({ params: { id }, signal }),
  };
}

const standardApis: Readonly<Record<string, RecordApi>> = {
  people: buildStandardApi({
    tag: getTag('listPeople'),
    toRecord: toPersonRecord,
    list: api.listPeople,
    query: api.queryPeople,
    read: api.readPerson,
    create: api.createPerson,
    update: api.updatePerson,
    delete: api.deletePerson,
    export: api.exportMatchingPeople,
    listViews: api.listPeopleViews,
    readMeetings: api.readMeetings,
  }),
  companies: buildStandardApi({
    tag: getTag('listCompanies'),
    toRecord: toCompanyRecord,
    list: api.listCompanies,
    query: api.queryCompanies,
    read: api.readCompany,
    create: api.createCompany,
    update: api.updateCompany,
    delete: api.deleteCompany,
    export: api.exportMatchingCompanies,
    listViews: api.listCompanyViews,
    readMeetings: api.readCompanyMeetings,
  }),
};

function buildObjectApi(objectSlug: string): RecordApi {
  const params = { objectSlug };
  const paramsOf = (recordId: string) => ({ objectSlug, recordId });
  return {
    tag: getTag('listRecords'),
    canExpand: true,
    list: async (query, { fields = [], expand }, signal) => {
      const selection = {
        ...(fields.length > 0 && { fields: fields.join(',') }),
        ...toExpand(expand),
      };
      const page = await api.listRecords({ params, query: { ...query, ...selection }, ...toOptions(signal) });
      return toPage(page, toRecord);
    },
    query: async (body, { expand }, signal) => {
      const input = { params, body: { ...body, expand: [...expand] }, ...toOptions(signal) };
      return countAll(await api.queryRecords(input), toRecord);
    },
    read: async (id, expand) =>
      toVersioned(await api.readRecord({ params: paramsOf(id), query: toExpand(expand) }), toRecord),
    create: async (body) => (await api.createRecord({ params, body })).id,
    update: async (id, body, etag) =>
      getEtag(await api.updateRecord({ params: paramsOf(id), body, ...matching(etag) })),
    delete: (id) => api.deleteRecord({ params: paramsOf(id) }),
    export: async (body) => (await api.exportMatchingRecords({ params, body })).blob(),
    listViews: async (signal) => (await api.listViews({ params, ...allViews, signal })).items,
  };
}

type Shape<T> = (answer: T) => CrmRecord;

function toPage<T>({ items, total }: AnswerPage<T>, toShape: Shape<T>): RecordPage {
  return { items: items.map(toShape), total };
}

function countAll<T>({ collection, pagination }: AnswerCollection<T>, toShape: Shape<T>): RecordPage {
  return toPage({ items: collection, total: pagination.total ?? collection.length }, toShape);
}

function toVersioned<T extends object>(answer: T, toShape: Shape<T>): VersionedRecord {
  return { record: toShape(answer), etag: getEtag(answer) };
}

const toOptions = (signal: AbortSignal | undefined) => (signal ? { signal } : {});
const toExpand = (keys: readonly string[]) => (keys.length > 0 ? { expand: keys.join(',') } : {});
const matching = (etag: string | undefined) => (etag === undefined ? {} : { headers: { 'if-match': etag } });
