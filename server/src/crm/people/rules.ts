import type { Definition } from '../schema/public.ts';
import { uuidPattern } from '../values/public.ts';

/** People and companies have their own shapes on the wire; they are stored as records like all others. */

type Body = Readonly<Record<string, unknown>>;

export const socialKeys = ['linkedin', 'twitter', 'facebook', 'instagram'] as const;

/** The body of a person or company as the flat body of a record, and what is wrong with its shape. */
export function flattenBody({ slug }: Definition, body: Body): { flat: Body; wrong: string[] } {
  const { socials, customAttributes, companyId, ...own } = body;
  const wrong: string[] = [];
  const nested = (name: string, value: unknown): Body => {
    if (value === undefined || value === null) return {};
    if (typeof value === 'object' && !Array.isArray(value)) return value as Body;
    wrong.push(`${name} must be an object.`);
    return {};
  };
  const social = Object.entries(nested('socials', socials)).filter(([key]) =>
    (socialKeys as readonly string[]).includes(key),
  );
  const flat: Record<string, unknown> = {
    ...nested('customAttributes', customAttributes),
    ...own,
    ...Object.fromEntries(social),
  };
  if (slug === 'people') {
    delete flat['company'];
    if (companyId !== undefined) flat['company'] = companyIds(companyId, wrong);
  }
  return { flat, wrong };
}

function companyIds(companyId: unknown, wrong: string[]): string[] {
  if (companyId === null) return [];
  if (typeof companyId === 'string' && uuidPattern.test(companyId)) return [companyId];
  wrong.push('companyId must be the UUID of a company, or null.');
  return [];
}

/** The field of a body in which a record's key is sent. */
export function getWireField(key: string): string {
  return key === 'company' ? 'companyId' : key;
}
