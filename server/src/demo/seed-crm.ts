import { newAttribute, newObject } from '@daybook/contract/crm-objects';
import { juniperCrm } from '../../../seeds/juniper-crm.ts';
import { changeObject, createAttribute, createObject, writeBulk } from '../crm/public.ts';
import { findMemberByEmail } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';

const dayMs = 86_400_000;

type Body = Readonly<Record<string, unknown>>;

/** Fills the CRM of the demo company. Bookings have brought most of its people and companies by then. */
export async function fillDemoCrm(ctx: Ctx): Promise<void> {
  const ids = await writeRecords(ctx, 'companies', juniperCrm.companies, 'domain');
  const companyIds = new Map(
    juniperCrm.companies.map(({ domain }, index) => [domain as string, ids[index] ?? '']),
  );
  const people = juniperCrm.people.map((person) => ({
    ...person,
    ...('company' in person && { companyId: companyIds.get(person.company) }),
  }));
  await writeRecords(ctx, 'people', people, 'emails');
  const { object, attributes, primaryAttribute, deals } = juniperCrm;
  await createObject(ctx, newObject.parse(object));
  for (const attribute of attributes) await createAttribute(ctx, object.slug, newAttribute.parse(attribute));
  await changeObject(ctx, object.slug, { primaryAttribute });
  await writeDeals(ctx, deals, companyIds);
}

interface NewDeal {
  readonly values: Body;
  /** In days from now. */
  readonly closes: number;
  readonly owner: string;
  readonly company: string;
  readonly contacts: readonly string[];
}

/** Returns their ids. */
export async function writeDeals(
  ctx: Ctx,
  deals: readonly NewDeal[],
  companyIds: ReadonlyMap<string, string>,
): Promise<string[]> {
  const bodies: Body[] = [];
  for (const deal of deals) bodies.push(await dealFrom(ctx, deal, companyIds));
  return writeRecords(ctx, juniperCrm.object.slug, bodies);
}

/** Writes records, by a unique attribute if one is named. Returns their ids. */
export async function writeRecords(
  ctx: Ctx,
  slug: string,
  records: readonly Body[],
  matchingAttribute?: string,
): Promise<string[]> {
  const body = { records: [...records], mode: 'atomic' as const, matchingAttribute };
  const results = await writeBulk(ctx, slug, body);
  return results.map(({ id }) => id ?? '');
}

async function dealFrom(ctx: Ctx, deal: NewDeal, companyIds: ReadonlyMap<string, string>): Promise<Body> {
  const owner = await findMemberByEmail(ctx, deal.owner);
  const contacts = deal.contacts.map((email) => ({ emails: [email] }));
  return {
    ...deal.values,
    closes_on: new Date(ctx.now.getTime() + deal.closes * dayMs).toISOString().slice(0, 10),
    owner: owner ? [owner.id] : [],
    company: [companyIds.get(deal.company)],
    contacts: await writeRecords(ctx, 'people', contacts, 'emails'),
  };
}
