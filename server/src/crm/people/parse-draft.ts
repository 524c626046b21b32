import { badRequest, Problem } from '../../platform/problems.ts';
import { type Draft, parseDraft } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import { flattenBody, getWireField } from './rules.ts';

/** The draft in the body of a person or company, or a 400 that names every wrong value. */
export function parseStandardDraft(definition: Definition, body: Readonly<Record<string, unknown>>): Draft {
  const { flat, wrong: wrongShape } = flattenBody(definition, body);
  const { draft, wrong } = parseDraft(definition, flat);
  const sentences = [...wrongShape, ...wrong];
  const { employees } = draft.values;
  if (typeof employees === 'number' && (employees < 0 || !Number.isInteger(employees))) {
    sentences.push('employees must be a whole number of 0 or more.');
  }
  if (sentences.length > 0) throw badRequest(sentences.join(' '));
  return draft;
}

/** Renames fields in errors: what is `company` on a record is `companyId` in the body of a person. */
export async function renameErrorFields<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { errors } = (error instanceof Problem ? error.body : {}) as { errors?: Record<string, string[]> };
    if (!(error instanceof Problem) || !errors) throw error;
    const renamed = Object.fromEntries(
      Object.entries(errors).map(([key, sentences]) => [getWireField(key), sentences]),
    );
    throw new Problem(error.status, error.message, { ...error.body, errors: renamed });
  }
}
