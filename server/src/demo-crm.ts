import { newAttribute, newObject } from '@daybook/contract/crm-objects';
import { juniperCrm } from '../../seeds/juniper-crm.ts';
import { createAttribute, createObject, nameObjectBy, putRecord } from './crm/public.ts';
import { findMemberByEmail } from './members/public.ts';
import type { Ctx } from './platform/context.ts';

const dayMs = 86_400_000;

/** Fills the CRM of the demo company. Bookings have brought most of its people and companies by then. */
export async function furnishDemoCrm(ctx: Ctx): Promise<void> {
  const companyIds = new Map<string, string>();
  for (const company of juniperCrm.companies) {
    companyIds.set(company.domain, await putRecord(ctx, 'companies', company, 'domain'));
  }
  for (const { emails, ...fields } of juniperCrm.people) {
    const companyId = 'company' in fields ? companyIds.get(fields.company) : undefined;
    await putRecord(ctx, 'people', { ...fields, emails, ...(companyId && { companyId }) }, 'emails');
  }
  await createObject(ctx, newObject.parse(juniperCrm.object));
  for (const attribute of juniperCrm.attributes) {
    await createAttribute(ctx, juniperCrm.object.slug, newAttribute.parse(attribute));
  }
  await nameObjectBy(ctx, juniperCrm.object.slug, juniperCrm.primaryAttribute);
  for (const deal of juniperCrm.deals) await addDeal(ctx, deal, companyIds);
}

async function addDeal(
  ctx: Ctx,
  deal: (typeof juniperCrm.deals)[number],
  companyIds: ReadonlyMap<string, string>,
): Promise<void> {
  const contacts: string[] = [];
  for (const email of deal.contacts)
    contacts.push(await putRecord(ctx, 'people', { emails: [email] }, 'emails'));
  const owner = await findMemberByEmail(ctx, deal.owner);
  await putRecord(ctx, juniperCrm.object.slug, {
    ...deal.values,
    closes_on: new Date(ctx.now.getTime() + deal.closes * dayMs).toISOString().slice(0, 10),
    owner: owner ? [owner.id] : [],
    company: [companyIds.get(deal.company)],
    contacts,
  });
}
