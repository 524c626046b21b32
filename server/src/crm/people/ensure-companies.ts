import type { Ctx } from '../../platform/context.ts';
import { createAbsent, findRecordsByKey, type WriteSource } from '../records/public.ts';
import { findDefinition } from '../schema/public.ts';
import { guessCompanyName } from '../values/public.ts';

/** The company of somebody, and how it was chosen. */
export interface CompanyChoice {
  readonly id: string | null;
  readonly isNew: boolean;
  readonly isKept: boolean;
  readonly skipped: 'free_mail' | 'role_address' | null;
}

export const noCompany: CompanyChoice = { id: null, isNew: false, isKept: false, skipped: null };

const maxAttempts = 3;

/** The companies with these domains; those that do not exist are created. */
export async function ensureCompaniesByDomain(
  ctx: Ctx,
  domains: readonly string[],
  source: WriteSource,
): Promise<Map<string, CompanyChoice>> {
  const choices = new Map<string, CompanyChoice>();
  const companies = domains.length > 0 ? await findDefinition(ctx, 'companies', 'write') : undefined;
  const attribute = companies?.byKey.get('domain');
  if (!companies || !attribute) return choices;
  let pending = domains;
  for (let attempt = 1; pending.length > 0 && attempt <= maxAttempts; attempt += 1) {
    const found = await findRecordsByKey(ctx, companies.id, attribute.id, pending);
    for (const [domain, { id }] of found) choices.set(domain, { ...noCompany, id });
    const missing = pending.filter((domain) => !found.has(domain));
    const drafts = missing.map((domain) => ({
      values: { name: guessCompanyName(domain), domain },
      links: new Map(),
    }));
    const created = await createAbsent(ctx, companies, attribute, drafts, source);
    for (const [index, { id }] of created)
      choices.set(missing[index] ?? '', { ...noCompany, id, isNew: true });
    pending = pending.filter((domain) => !choices.has(domain));
  }
  return choices;
}
