import type { TestApp } from '../../test/harness.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

type Attribute = Record<string, unknown>;

/** Creates objects, attributes and records by the API. Throws unless the answer is a success. */
export function createTestCrm(app: TestApp) {
  let count = 0;
  const demand = async (
    answer: Promise<{ status: number; body: unknown }>,
  ): Promise<Record<string, unknown>> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as Record<string, unknown>;
  };
  return {
    /** Returns the slug. */
    async object(slug = `object-${(count += 1)}`): Promise<string> {
      await demand(app.post('/crm/objects', { slug, singularName: 'Thing', pluralName: 'Things' }));
      return slug;
    },
    async attribute(slug: string, fields: object): Promise<Attribute> {
      return (await demand(app.post(`/crm/objects/${slug}/attributes`, fields)))['attribute'] as Attribute;
    },
    async record(slug: string, values: object): Promise<{ id: string; attributes: Attribute }> {
      const answer = await demand(app.post(`/crm/${slug}`, values));
      return answer['record'] as { id: string; attributes: Attribute };
    },
    async person(values: object): Promise<{ id: string } & Attribute> {
      return (await demand(app.post('/crm/people', values)))['person'] as { id: string };
    },
    async company(values: object): Promise<{ id: string } & Attribute> {
      return (await demand(app.post('/crm/companies', values)))['company'] as { id: string };
    },
  };
}

/** The options of an attribute, as records and their history show them. */
export function toShownOptions(options: unknown): { id: number; value: string; color: string }[] {
  return (options as { id: number; value: string; color: string }[]).map(({ id, value, color }) => ({
    id,
    value,
    color,
  }));
}

/** Queries the database in all workspaces. */
export async function queryRows<T>(
  app: TestApp,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = await app.runtime.database.pool.connect();
  try {
    await client.query(`begin; set local daybook.workspace = '*'`);
    const result = await client.query(text, [...values]);
    await client.query('commit');
    return result.rows as T[];
  } finally {
    client.release();
  }
}

export async function findWorkspaceId(app: TestApp): Promise<WorkspaceId> {
  const [row] = await queryRows<{ workspace_id: WorkspaceId }>(
    app,
    `select workspace_id from member where email = 'mara@juniper.example'`,
  );
  if (!row) throw new Error('There is no member mara@juniper.example.');
  return row.workspace_id;
}

/** The payload of jobs that work on all records of an object. */
export async function findObjectAddress(
  app: TestApp,
  slug: string,
): Promise<{ workspaceId: WorkspaceId; objectId: string }> {
  const [address] = await queryRows<{ workspaceId: WorkspaceId; objectId: string }>(
    app,
    'select workspace_id as "workspaceId", id as "objectId" from crm_object where slug = $1',
    [slug],
  );
  if (!address) throw new Error(`There is no object ${slug}.`);
  return address;
}

/**
 * Rows that can be filtered by and were written without a row of `crm_change` in the same transaction, so that cached
 * totals would be wrong; and records whose row in `crm_recency` is missing or has another time. Rows of one transaction, or
 * of one savepoint, have the same `xmin`.
 */
export function listUnrecordedWrites(app: TestApp): Promise<{ table: string; recordId: string }[]> {
  return queryRows(
    app,
    `select "table", "recordId" from (
       select 'crm_record' as "table", id as "recordId", xmin as by from crm_record
       union all select 'crm_link', from_id, xmin from crm_link
       union all select 'crm_pick', record_id, xmin from crm_pick
       union all select 'crm_unique', record_id, u.xmin from crm_unique u
         join crm_attribute a on a.workspace_id = u.workspace_id and a.id = u.attribute_id and a.is_list
     ) written
     where not exists (select from crm_change c where c.xmin = written.by and c.kind like 'record.%')
     union all
     select 'crm_recency', coalesce(r.id, c.record_id)
     from crm_record r full join crm_recency c
       on c.workspace_id = r.workspace_id and c.object_id = r.object_id and c.record_id = r.id
     where c.changed_at is distinct from r.updated_at`,
  );
}
