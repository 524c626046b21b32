import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { queryRows, createTestCrm } from './test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

const rounds = 20;

/** Deals that need a firm, and firms without any. */
async function firmsAndDeals(): Promise<[string, string]> {
  const [firms, deals] = [await crm.object(), await crm.object()];
  const relation = { type: 'relation', relatedObjectSlug: firms, relationType: 'many_to_many' };
  await crm.attribute(deals, { label: 'Firm', relatedObjectLabel: 'Deals', ...relation, isRequired: true });
  return [firms, deals];
}

interface Answer {
  readonly status: number;
}

/** Each comes first in every other round, by a few queries more each time, so that they meet at different steps. */
async function race(
  round: number,
  link: () => Promise<Answer>,
  remove: () => Promise<Answer>,
): Promise<[number, number]> {
  const first = round % 2 === 0 ? link : remove;
  const early = first();
  for (let step = 0; step < round; step += 1) await queryRows(app, 'select 1');
  const late = (first === link ? remove : link)();
  const [linked, removed] = first === link ? [await early, await late] : [await late, await early];
  return [linked.status, removed.status];
}

const dealsWithoutFirm = async (deals: string): Promise<string[]> => {
  const { body } = await app.get(`/crm/${deals}?count=100`);
  const all = body.collection as { id: string; attributes: { firm: string[] } }[];
  return all.filter(({ attributes }) => attributes.firm.length === 0).map(({ id }) => id);
};

describe('a record that is deleted while another one comes to need it', () => {
  const removals = {
    'by itself': (firms: string, id: string) => app.delete(`/crm/${firms}/${id}`),
    'in bulk': (firms: string, id: string) => app.post(`/crm/${firms}/delete`, { ids: [id] }),
    'by a filter': (firms: string, id: string) =>
      app.post(`/crm/${firms}/delete`, { filter: { id: { eq: id } } }),
  };

  for (const [how, remove] of Object.entries(removals)) {
    test(`409 or 422: deleted ${how} while a record is created with it, one of the two is refused`, async () => {
      const [firms, deals] = await firmsAndDeals();
      for (let round = 0; round < rounds; round += 1) {
        const { id } = await crm.record(firms, {});
        const create = () => app.post(`/crm/${deals}`, { firm: [id] });
        const statuses = await race(round, create, () => remove(firms, id));
        expect([
          [201, 409],
          [422, 200],
        ]).toContainEqual(statuses);
      }
      expect(await dealsWithoutFirm(deals)).toEqual([]);
    });

    test(`409 or 422: deleted ${how} while a record is changed to it, one of the two is refused`, async () => {
      const [firms, deals] = await firmsAndDeals();
      const former = await crm.record(firms, {});
      for (let round = 0; round < rounds; round += 1) {
        const { id } = await crm.record(firms, {});
        const deal = await crm.record(deals, { firm: [former.id] });
        const change = () =>
          round % 3 === 0
            ? app.patch(`/crm/${deals}/${deal.id}/relation`, {
                attributeSlug: 'firm',
                add: [id],
                remove: [former.id],
              })
            : app.patch(`/crm/${deals}/${deal.id}`, { firm: [id] });
        const statuses = await race(round, change, () => remove(firms, id));
        expect([
          [200, 409],
          [422, 200],
        ]).toContainEqual(statuses);
      }
      expect(await dealsWithoutFirm(deals)).toEqual([]);
    });
  }

  test('merged while a record is created with it: the new record has the survivor', async () => {
    const [firms, deals] = await firmsAndDeals();
    for (let round = 0; round < rounds; round += 1) {
      const [kept, merged] = [await crm.record(firms, {}), await crm.record(firms, {})];
      const ids = { survivorId: kept.id, mergedId: merged.id };
      const created = await Promise.all([
        app.post(`/crm/${deals}`, { firm: [merged.id] }),
        app.post(`/crm/${firms}/merge`, ids),
      ]);
      expect(created.map(({ status }) => status)).toEqual([201, 201]);
      const { id } = created[0].body.record;
      expect((await app.get(`/crm/${deals}/${id}`)).body.record.attributes.firm).toEqual([kept.id]);
    }
  });

  test('restored while its partner is deleted: it comes back, with or without the link', async () => {
    const [firms, deals] = [await crm.object(), await crm.object()];
    const relation = { type: 'relation', relatedObjectSlug: firms, relationType: 'many_to_many' };
    await crm.attribute(deals, { label: 'Firm', ...relation });
    for (let round = 0; round < rounds; round += 1) {
      const firm = await crm.record(firms, {});
      const deal = await crm.record(deals, { firm: [firm.id] });
      await app.delete(`/crm/${deals}/${deal.id}`);
      const restore = () => app.post(`/crm/${deals}/${deal.id}/restore`);
      const statuses = await race(round, restore, () => app.delete(`/crm/${firms}/${firm.id}`));
      expect(statuses).toEqual([200, 200]);
    }
  });

  test('the history of its partner says that the link is gone, whichever came first', async () => {
    const [firms, deals] = [await crm.object(), await crm.object()];
    const relation = { type: 'relation', relatedObjectSlug: firms, relationType: 'many_to_many' };
    await crm.attribute(deals, { label: 'Firm', ...relation });
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await crm.record(firms, {});
      const create = () => app.post(`/crm/${deals}`, { firm: [id] });
      const [linked] = await race(round, create, () => app.delete(`/crm/${firms}/${id}`));
      if (linked !== 201) continue;
      const changes = await queryRows<{ removed: string[]; added: string[] }>(
        app,
        `select diff->'firm'->0 as removed, diff->'firm'->1 as added from crm_change
         where diff->'firm' @> jsonb_build_array(jsonb_build_array($1::text))
           or diff->'firm'->1 @> jsonb_build_array($1::text) or diff->'firm'->0 @> jsonb_build_array($1::text)`,
        [id],
      );
      expect(changes).toContainEqual({ removed: [], added: [id] });
      expect(changes).toContainEqual({ removed: [id], added: [] });
    }
  });
});
