import type { company, person } from '@daybook/contract/crm-people';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { badRequest, invalidField, Problem } from '../../platform/problems.ts';
import { companiesOf } from './companies.store.ts';
import { type Definition, type LockMode, openObject } from '../schema/public.ts';
import { type Draft, draftFrom, loadPartners, type RecordRow } from '../records/public.ts';
import { flatBody, wireField } from './standard.rules.ts';
import { companyView, personView } from './standard.view.ts';

export const openPeople = (ctx: Ctx, hold: LockMode): Promise<Definition> => openObject(ctx, 'people', hold);
export const openCompanies = (ctx: Ctx, hold: LockMode): Promise<Definition> =>
  openObject(ctx, 'companies', hold);

/** The body of a person or company as a draft; a new person has at least a name or an address. */
export function standardDraft(
  definition: Definition,
  body: Readonly<Record<string, unknown>>,
  isNew: boolean,
): Draft {
  const { flat, wrong: shape } = flatBody(definition, body);
  const { draft, wrong } = draftFrom(definition, flat);
  const sentences = [...shape, ...wrong];
  const { employees } = draft.values;
  if (typeof employees === 'number' && (employees < 0 || !Number.isInteger(employees))) {
    sentences.push('employees must be a whole number of 0 or more.');
  }
  if (sentences.length > 0) throw badRequest(sentences.join(' '));
  const { firstName, lastName, emails } = draft.values;
  if (isNew && definition.slug === 'people' && !firstName && !lastName && !emails) {
    throw invalidField('emails', 'Give at least a name or an address.');
  }
  return draft;
}

/** Says `companyId` where a record would say `company`. */
export async function withWireFields<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { errors } = (error instanceof Problem ? error.body : {}) as { errors?: Record<string, string[]> };
    if (!(error instanceof Problem) || !errors) throw error;
    const renamed = Object.fromEntries(Object.entries(errors).map(([key, said]) => [wireField(key), said]));
    throw new Problem(error.status, error.message, { ...error.body, errors: renamed });
  }
}

/** People as they go over the wire: their companies come with one query. */
export async function serializePeople(
  ctx: Ctx,
  definition: Definition,
  rows: readonly RecordRow[],
): Promise<z.output<typeof person>[]> {
  const partners = await loadPartners(ctx, definition, rows, customKeys(definition));
  const relation = definition.byKey.get('company')?.relation;
  const ids = rows.map(({ id }) => id);
  const companies = relation ? await companiesOf(ctx, relation.id, ids) : new Map();
  return rows.map((row) => personView(definition, row, partners, companies));
}

export async function serializePerson(
  ctx: Ctx,
  definition: Definition,
  row: RecordRow,
): Promise<z.output<typeof person>> {
  const [shown] = await serializePeople(ctx, definition, [row]);
  return shown as z.output<typeof person>;
}

export async function serializeCompanies(
  ctx: Ctx,
  definition: Definition,
  rows: readonly RecordRow[],
): Promise<z.output<typeof company>[]> {
  const partners = await loadPartners(ctx, definition, rows, customKeys(definition));
  return rows.map((row) => companyView(definition, row, partners));
}

export async function serializeCompany(
  ctx: Ctx,
  definition: Definition,
  row: RecordRow,
): Promise<z.output<typeof company>> {
  const [shown] = await serializeCompanies(ctx, definition, [row]);
  return shown as z.output<typeof company>;
}

function customKeys({ attributes }: Definition): ReadonlySet<string> {
  return new Set(attributes.filter(({ isStandard }) => !isStandard).map(({ key }) => key));
}
