import { beforeAll } from 'vitest';
import { createTestCrm } from '../src/crm/test-crm.ts';
import { useApp, type Answer } from './harness.ts';

export const aiko = 'aiko@juniper.example';
export const tomas = 'tomas@juniper.example';

/** An app with an object whose records have owners, and tokens of a user and an admin. */
export function useRecordNotes() {
  const app = useApp();
  const crm = createTestCrm(app);
  const given = { slug: '', aiko: '', aikoId: '', tomas: '', tomasId: '', maraId: '' };
  beforeAll(async () => {
    given.slug = await crm.object();
    await crm.attribute(given.slug, { label: 'Name', type: 'text' });
    await crm.attribute(given.slug, { label: 'Owner', type: 'user' });
    await app.patch(`/crm/objects/${given.slug}`, { primaryAttribute: 'name' });
    given.aiko = await app.tokenOf(aiko, ['crm:write', 'users:write']);
    given.tomas = await app.tokenOf(tomas, ['crm:write', 'users:write']);
    const { collection } = (await app.get('/organizations/users?per_page=100')).body;
    const idOf = (email: string) =>
      String(collection.find((user: { readonly email: string }) => user.email === email).uuid);
    given.aikoId = idOf(aiko);
    given.tomasId = idOf(tomas);
    given.maraId = idOf('mara@juniper.example');
  });
  const demand = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    app,
    crm,
    given,
    demand,
    /** The path of a new record. */
    record: async (values: object = {}): Promise<string> =>
      `/crm/${given.slug}/${(await crm.record(given.slug, { name: 'Oak', ...values })).id}`,
    note: async (path: string, note: string, token?: string) =>
      (await demand(app.post(`${path}/notes`, { note }, token ? { token } : {}))).note,
    comment: async (path: string, comment: string, { token, replyTo }: CommentOptions = {}) =>
      (await demand(app.post(`${path}/comments`, { comment, replyTo }, token ? { token } : {}))).comment,
    mention: (id: string): string => `<mention user="${id}"></mention>`,
  };
}

interface CommentOptions {
  readonly token?: string;
  readonly replyTo?: string;
}
