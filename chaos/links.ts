import { setTimeout as sleep } from 'node:timers/promises';
import { pollUntil } from '../server/test/process/daybook.ts';
import { killing } from './faults.ts';
import {
  createRecord,
  openCluster,
  sendRequest,
  sendToAnyServer,
  type Cluster,
  type Member,
} from './cluster.ts';
import { openDatabase } from './database.ts';
import { createCounts, type Counts, type Findings, type Plan, type Scenario } from './scenario.ts';

/** How many records of each kind callers link with each other, and how many callers there are. */
const records = 4;
const callers = 6;
const busyAfter = 30;

export const links: Scenario = {
  claim:
    'A record with room for one partner never has two, and the feed of changes leads to the links that are there.',
  control: 'the unique indexes on links are dropped',
  rounds: 12,
  async run(plan): Promise<Findings> {
    const cluster = await openCluster(await openDatabase(), { workers: 0 });
    try {
      await createObjects(cluster);
      if (plan.isControl) await cluster.database.query('drop index crm_link_from_single, crm_link_to_single');
      return await runRounds(cluster, plan);
    } finally {
      await cluster.close();
    }
  },
};

async function createObjects({ apis }: Cluster): Promise<void> {
  const [api] = apis as [Member];
  for (const name of ['Lock', 'Key']) {
    const slug = `${name.toLowerCase()}s`;
    await createRecord(api, '/v2/crm/objects', { slug, singularName: name, pluralName: `${name}s` });
    await createRecord(api, `/v2/crm/objects/${slug}/attributes`, { label: 'Title', type: 'text' });
  }
  await createRecord(api, '/v2/crm/objects/keys/attributes', {
    label: 'Lock',
    type: 'relation',
    relatedObjectSlug: 'locks',
    relationType: 'one_to_one',
  });
  for (const slug of ['keys', 'locks'])
    for (let n = 0; n < records; n += 1)
      await createRecord(api, `/v2/crm/${slug}`, { title: `${slug} ${n}` });
}

async function runRounds(cluster: Cluster, plan: Plan): Promise<Findings> {
  const counts = createCounts();
  const wrong: string[] = [];
  const names = ['kill -9 of a server', 'kill -9 of PostgreSQL'] as const;
  const [keys, locks] = [await idsOf(cluster, 'keys'), await idsOf(cluster, 'locks')];
  for (let round = 0; round < plan.rounds; round += 1) {
    const before = counts.operations.ok;
    let isGoing = true;
    const link = async (): Promise<void> => {
      while (isGoing) {
        const [key = '', lock = ''] = [keys[plan.random(records)], locks[plan.random(records)]];
        wrong.push(...(await change(cluster, plan, counts, key, lock)));
        await sleep(plan.random(20));
      }
    };
    const clients = Array.from({ length: callers }, link);
    await pollUntil(() => (counts.operations.ok >= before + busyAfter ? true : undefined), 60_000);
    const name = names[(plan.seed + round) % names.length] as (typeof names)[number];
    await killing[name](cluster, plan);
    counts.fault(name);
    await sleep(500);
    isGoing = false;
    await Promise.all(clients);
  }
  const { faults, operations } = counts;
  return { faults, operations, wrong: [...wrong, ...(await checkLinks(cluster))] };
}

async function idsOf({ database }: Cluster, slug: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select r.id from crm_record r join crm_object o on o.workspace_id = r.workspace_id and o.id = r.object_id
     where o.slug = $1 order by r.id`,
    [slug],
  );
  return rows.map(({ id }) => id);
}

async function change(
  cluster: Cluster,
  plan: Plan,
  counts: Counts,
  key: string,
  lock: string,
): Promise<string[]> {
  const body = { attributeSlug: 'lock', [plan.random(3) === 0 ? 'remove' : 'add']: [lock] };
  const request = { method: 'PATCH', path: `/v2/crm/keys/${key}/relation`, body } as const;
  const { status } = await sendToAnyServer(cluster, plan, request);
  if (status === 200) counts.operation('ok');
  else if (status === 422 || status === 409) counts.operation('refused');
  else counts.operation('unknown');
  return [0, 200, 409, 422, 503].includes(status) ? [] : [`A link was answered with ${status}.`];
}

async function checkLinks({ database, apis }: Cluster): Promise<string[]> {
  const rows = await database.query<{ key: string; lock: string }>(
    `select l.from_id as key, l.to_id as lock from crm_link l
     join crm_object o on o.workspace_id = l.workspace_id and o.id = l.from_object_id where o.slug = 'keys'`,
  );
  const pairs = rows.map(({ key, lock }) => `${key} ${lock}`).sort();
  const isShared = (of: (row: (typeof rows)[number]) => string) => new Set(rows.map(of)).size < rows.length;
  const replayed = await replayFeed(apis[0] as Member);
  return [
    ...(isShared(({ key }) => key) ? ['A key has two locks.'] : []),
    ...(isShared(({ lock }) => lock) ? ['A lock has two keys.'] : []),
    ...(replayed.join() === pairs.join()
      ? []
      : [`The feed leads to ${replayed.length} links, and there are ${pairs.length}.`]),
  ];
}

/** The links that are there after all changes of the feed, in its order. */
async function replayFeed(api: Member): Promise<string[]> {
  const pairs = new Set<string>();
  for (let after = ''; ;) {
    const { status, body } = await sendRequest(api, {
      method: 'GET',
      path: `/v2/crm/changes?count=1000${after}`,
    });
    if (status !== 200) throw new Error(`The feed was answered with ${status}.`);
    for (const { objectSlug, recordId, changes } of body.collection) {
      if (objectSlug !== 'keys' || !changes.lock) continue;
      for (const lock of changes.lock.from ?? []) pairs.delete(`${recordId} ${lock}`);
      for (const lock of changes.lock.to ?? []) pairs.add(`${recordId} ${lock}`);
    }
    if (!body.hasMore) return [...pairs].sort();
    after = `&after=${encodeURIComponent(body.next)}`;
  }
}
