import { beforeAll } from 'vitest';
import { fixedClock } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { createTestCrm } from '../test-crm.ts';

export const aiko = 'aiko@juniper.example';

interface Task {
  readonly uuid: string;
  readonly title: string;
  readonly records: { readonly id: string }[];
}

/** An app with an object whose records have names, and tokens of a user and of another workspace. */
export function useTasks() {
  const app = useApp({ clock: fixedClock });
  const crm = createTestCrm(app);
  const given = { slug: '', user: '', userId: '', neighbour: '' };
  beforeAll(async () => {
    given.slug = await crm.object();
    await crm.attribute(given.slug, { label: 'Name', type: 'text' });
    await app.patch(`/crm/objects/${given.slug}`, { primaryAttribute: 'name' });
    given.user = await app.tokenOf(aiko, ['crm:write', 'webhooks:write']);
    given.neighbour = (await createNeighbour(app.runtime)).token;
    const { body } = await app.get('/organizations/users?per_page=100');
    given.userId = body.collection.find(({ email }: { email: string }) => email === aiko).uuid;
  });
  const demand = async (answer: ReturnType<typeof app.post>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    app,
    crm,
    given,
    demand,
    record: async (name: string) => ({
      objectSlug: given.slug,
      id: (await crm.record(given.slug, { name })).id,
    }),
    create: async (fields: object = {}, token?: string): Promise<Task> =>
      (await demand(app.post('/crm/tasks', { title: 'Call', ...fields }, token ? { token } : {}))).task,
    titles: async (query: string, token?: string): Promise<string[]> =>
      (await demand(app.get(`/crm/tasks?${query}`, token ? { token } : {}))).collection.map(
        ({ title }: Task) => title,
      ),
    timeline: async ({
      objectSlug,
      id,
    }: {
      objectSlug: string;
      id: string;
    }): Promise<[string, string | null][]> =>
      (await demand(app.get(`/crm/${objectSlug}/${id}/timeline`))).collection
        .filter(({ kind }: { kind: string }) => kind.startsWith('task.'))
        .map(({ kind, detail }: { kind: string; detail: { title: string | null } }) => [kind, detail.title]),
  };
}
