import type { Runtime } from '../src/platform/context.ts';
import { generateEventId, generateUuid } from '../src/platform/ids.ts';

/** Pages and events written directly into tables, for tests of slices that read what others write. */

interface PageFields {
  /** Addresses of the hosts. The first one owns the page, unless a team does. */
  readonly hosts: readonly [string, ...string[]];
  readonly teamSlug?: string;
  readonly title?: string;
  readonly scheduleId?: string;
  readonly isDeleted?: boolean;
}

/** `meanwhile` runs when the page is written and not yet committed. */
export async function addPage(
  runtime: Runtime,
  fields: PageFields,
  meanwhile?: () => Promise<unknown>,
): Promise<{ id: string; slug: string }> {
  const id = generateUuid();
  const slug = `page-${id.slice(-12)}`;
  const { hosts, teamSlug = null, title = 'Intro call', scheduleId = null, isDeleted = false } = fields;
  await insert(
    runtime,
    `insert into event_type (workspace_id, id, owner_member_id, owner_team_id, title, slug, type, duration, durations,
      schedule_id, deleted_at)
    select m.workspace_id, $1, case when t.id is null then m.id end, t.id, $2, $3, 'ONE_ON_ONE', 30, '{30}', $4,
      case when $5 then now() end
    from member m left join team t on t.workspace_id = m.workspace_id and t.slug = $6 where m.email = $7`,
    [id, title, slug, scheduleId, isDeleted, teamSlug, hosts[0]],
    meanwhile,
  );
  await insert(
    runtime,
    `insert into event_type_host (workspace_id, event_type_id, member_id, position)
    select workspace_id, $1, id, array_position($2::text[], email) from member where email = any ($2::text[])`,
    [id, hosts],
  );
  return { id, slug };
}

/** A confirmed event of half an hour, on a page of its own. It does not make its hosts busy. */
export async function addEvent(
  runtime: Runtime,
  hosts: PageFields['hosts'],
): Promise<{ id: string; pageId: string; pageSlug: string }> {
  const page = await addPage(runtime, { hosts });
  const id = generateEventId();
  await insert(
    runtime,
    `insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats)
    select workspace_id, $1, id, 'Intro call with Lena', type, '2027-03-01 09:00Z', '2027-03-01 09:30Z', 30, 1
    from event_type where id = $2`,
    [id, page.id],
  );
  await insert(
    runtime,
    `insert into event_host (workspace_id, event_id, host_id, event_type_id, busy_from, busy_to, starts_at, ends_at,
      blocking)
    select e.workspace_id, e.id, h.member_id, e.event_type_id, starts_at, ends_at, starts_at, ends_at, false
    from scheduled_event e join event_type_host h using (workspace_id, event_type_id) where e.id = $1`,
    [id],
  );
  return { id, pageId: page.id, pageSlug: page.slug };
}

async function insert(
  runtime: Runtime,
  text: string,
  values: readonly unknown[],
  meanwhile?: () => Promise<unknown>,
): Promise<void> {
  const client = await runtime.database.pool.connect();
  try {
    await client.query(`begin; set local daybook.workspace = '*'`);
    const { rowCount } = await client.query(text, [...values]);
    await meanwhile?.();
    await client.query('commit');
    if (!rowCount) throw new Error(`Nothing was put there by: ${text}`);
  } finally {
    client.release();
  }
}
