import * as contract from '@daybook/contract/crm-people';
import type { Ctx } from '../../platform/context.ts';
import type { Exchange } from '../../platform/http/exchange.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import {
  listDeletedAs,
  listRecords,
  buildPagination,
  buildQueryFromBody,
  buildQueryFromParams,
  buildQueryFromPartialBody,
  validateQuery,
} from '../query/public.ts';
import {
  createRecord,
  deleteRecord,
  loadRecord,
  type RecordRow,
  updateRecord,
  upsertRecord,
  setRecordETag,
} from '../records/public.ts';
import { type Definition, type LockMode, openObject } from '../schema/public.ts';
import { readCompanyMeetings } from './company-meetings.ts';
import { findPersonMeetings } from './meeting-facts.store.ts';
import { parseStandardDraft, renameErrorFields } from './parse-draft.ts';
import {
  serializeCompanies,
  serializeCompany,
  serializePeople,
  serializePerson,
} from './serialize-people.ts';
import { serializeMeetings } from './view.ts';

type Body = Readonly<Record<string, unknown>>;

const openPeople = (ctx: Ctx, lock: LockMode): Promise<Definition> => openObject(ctx, 'people', lock);
const openCompanies = (ctx: Ctx, lock: LockMode): Promise<Definition> => openObject(ctx, 'companies', lock);

async function create(ctx: Ctx, definition: Definition, body: Body, exchange: Exchange): Promise<RecordRow> {
  const draft = parseStandardDraft(definition, body);
  return setRecordETag(await renameErrorFields(() => createRecord(ctx, definition, draft)), exchange);
}

async function change(
  ctx: Ctx,
  definition: Definition,
  id: string,
  body: Body,
  exchange: Exchange,
): Promise<RecordRow> {
  const draft = parseStandardDraft(definition, body);
  const ifMatch = exchange.header('if-match');
  return setRecordETag(
    await renameErrorFields(() => updateRecord(ctx, definition, id, draft, ifMatch)),
    exchange,
  );
}

async function upsert(ctx: Ctx, definition: Definition, key: string, body: Body, exchange: Exchange) {
  const draft = parseStandardDraft(definition, body);
  const upserted = await renameErrorFields(() => upsertRecord(ctx, definition, key, draft));
  setRecordETag(upserted.record, exchange);
  return upserted;
}

export const peopleEndpoints: readonly Endpoint[] = [
  serve(contract.listPeople, async (ctx, { query, page }) => {
    const people = await openPeople(ctx, 'read');
    if (query.deleted) return listDeletedAs(ctx, people, page, (rows) => serializePeople(ctx, people, rows));
    const { rows, ...found } = await listRecords(ctx, people, buildQueryFromParams(query, page));
    return { items: await serializePeople(ctx, people, rows), ...found, total: found.total ?? 0 };
  }),
  serve(
    contract.queryPeople,
    async (ctx, { body }) => {
      const people = await openPeople(ctx, 'read');
      const { rows, ...found } = await listRecords(ctx, people, buildQueryFromBody(body));
      const collection = await serializePeople(ctx, people, rows);
      return { collection, pagination: buildPagination(found, body.count) };
    },
    {
      onSchemaError: async (ctx, fields) =>
        validateQuery(ctx, await openPeople(ctx, 'read'), buildQueryFromPartialBody(fields)),
    },
  ),
  serve(contract.createPerson, async (ctx, { body }, exchange) => {
    const people = await openPeople(ctx, 'write');
    return serializePerson(ctx, people, await create(ctx, people, body, exchange));
  }),
  serve(contract.upsertPerson, async (ctx, { query, body }, exchange) => {
    const people = await openPeople(ctx, 'write');
    const { created, record } = await upsert(ctx, people, query.matchingAttribute, body, exchange);
    return { created, value: await serializePerson(ctx, people, record) };
  }),
  serve(contract.readPerson, async (ctx, { params }, exchange) => {
    const people = await openPeople(ctx, 'read');
    return serializePerson(ctx, people, setRecordETag(await loadRecord(ctx, people, params.id), exchange));
  }),
  serve(contract.readMeetings, async (ctx, { params }) => {
    const row = await loadRecord(ctx, await openPeople(ctx, 'read'), params.id);
    return serializeMeetings(row, await findPersonMeetings(ctx, row.id));
  }),
  serve(contract.readCompanyMeetings, async (ctx, { params }) => {
    const row = await loadRecord(ctx, await openCompanies(ctx, 'read'), params.id);
    return serializeMeetings(row, await readCompanyMeetings(ctx, row.id));
  }),
  serve(contract.updatePerson, async (ctx, { params, body }, exchange) => {
    const people = await openPeople(ctx, 'write');
    return serializePerson(ctx, people, await change(ctx, people, params.id, body, exchange));
  }),
  serve(contract.deletePerson, async (ctx, { params }, exchange) => {
    await deleteRecord(ctx, await openPeople(ctx, 'write'), params.id, exchange.header('if-match'));
  }),
  serve(contract.listCompanies, async (ctx, { query, page }) => {
    const companies = await openCompanies(ctx, 'read');
    if (query.deleted) {
      return listDeletedAs(ctx, companies, page, (rows) => serializeCompanies(ctx, companies, rows));
    }
    const { rows, ...found } = await listRecords(ctx, companies, buildQueryFromParams(query, page));
    return { items: await serializeCompanies(ctx, companies, rows), ...found, total: found.total ?? 0 };
  }),
  serve(
    contract.queryCompanies,
    async (ctx, { body }) => {
      const companies = await openCompanies(ctx, 'read');
      const { rows, ...found } = await listRecords(ctx, companies, buildQueryFromBody(body));
      const collection = await serializeCompanies(ctx, companies, rows);
      return { collection, pagination: buildPagination(found, body.count) };
    },
    {
      onSchemaError: async (ctx, fields) =>
        validateQuery(ctx, await openCompanies(ctx, 'read'), buildQueryFromPartialBody(fields)),
    },
  ),
  serve(contract.createCompany, async (ctx, { body }, exchange) => {
    const companies = await openCompanies(ctx, 'write');
    return serializeCompany(ctx, companies, await create(ctx, companies, body, exchange));
  }),
  serve(contract.upsertCompany, async (ctx, { query, body }, exchange) => {
    const companies = await openCompanies(ctx, 'write');
    const { created, record } = await upsert(ctx, companies, query.matchingAttribute, body, exchange);
    return { created, value: await serializeCompany(ctx, companies, record) };
  }),
  serve(contract.readCompany, async (ctx, { params }, exchange) => {
    const companies = await openCompanies(ctx, 'read');
    return serializeCompany(
      ctx,
      companies,
      setRecordETag(await loadRecord(ctx, companies, params.id), exchange),
    );
  }),
  serve(contract.updateCompany, async (ctx, { params, body }, exchange) => {
    const companies = await openCompanies(ctx, 'write');
    return serializeCompany(ctx, companies, await change(ctx, companies, params.id, body, exchange));
  }),
  serve(contract.deleteCompany, async (ctx, { params }, exchange) => {
    await deleteRecord(ctx, await openCompanies(ctx, 'write'), params.id, exchange.header('if-match'));
  }),
];
