import type { company, person } from '@daybook/contract/crm-people';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { loadPartners, type RecordRow } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import { findCompanies } from './companies.store.ts';
import { buildCompanyView, buildPersonView } from './view.ts';

/** People as they go over the wire. Their companies take one query, whatever the number of people. */
export async function serializePeople(
  ctx: Ctx,
  definition: Definition,
  rows: readonly RecordRow[],
): Promise<z.output<typeof person>[]> {
  const partners = await loadPartners(ctx, definition, rows, customKeys(definition));
  const relation = definition.byKey.get('company')?.relation;
  const ids = rows.map(({ id }) => id);
  const companies = relation ? await findCompanies(ctx, relation.id, ids) : new Map();
  return rows.map((row) => buildPersonView(definition, row, partners, companies));
}

export async function serializePerson(
  ctx: Ctx,
  definition: Definition,
  row: RecordRow,
): Promise<z.output<typeof person>> {
  const [shape] = await serializePeople(ctx, definition, [row]);
  return shape as z.output<typeof person>;
}

export async function serializeCompanies(
  ctx: Ctx,
  definition: Definition,
  rows: readonly RecordRow[],
): Promise<z.output<typeof company>[]> {
  const partners = await loadPartners(ctx, definition, rows, customKeys(definition));
  return rows.map((row) => buildCompanyView(definition, row, partners));
}

export async function serializeCompany(
  ctx: Ctx,
  definition: Definition,
  row: RecordRow,
): Promise<z.output<typeof company>> {
  const [shape] = await serializeCompanies(ctx, definition, [row]);
  return shape as z.output<typeof company>;
}

function customKeys({ attributes }: Definition): ReadonlySet<string> {
  return new Set(attributes.filter(({ isStandard }) => !isStandard).map(({ key }) => key));
}
