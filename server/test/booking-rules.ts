/** What must hold of bookings whatever happened, as counts of what breaks it, read past all of our own code. */
const rules: Readonly<Record<string, string>> = {
  'A host has two events at once': `select count(*)::int as count from event_host a join event_host b
    on a.host_id = b.host_id and a.event_id < b.event_id and a.during && b.during
    join scheduled_event ea on ea.id = a.event_id and ea.status = 'confirmed'
    join scheduled_event eb on eb.id = b.event_id and eb.status = 'confirmed'`,
  'A resource is taken by two events at once': `select count(*)::int as count from event_resource a join event_resource b
    on a.resource_id = b.resource_id and a.event_id < b.event_id and a.during && b.during
    join scheduled_event ea on ea.id = a.event_id and ea.status = 'confirmed'
    join scheduled_event eb on eb.id = b.event_id and eb.status = 'confirmed'`,
  'A confirmed event lacks a resource, or a cancelled one keeps it': `select count(*)::int as count from scheduled_event e
    join event_type p on p.id = e.event_type_id and p.resources <> '[]'
    where (select count(*) from event_resource x where x.event_id = e.id and x.blocking)
      <> case when e.status = 'confirmed' then jsonb_array_length(p.resources) else 0 end`,
  'More seats are sold than there are, or counted otherwise than sold': `select count(*)::int as count
    from scheduled_event e where e.seats_taken > e.max_seats or e.seats_taken <>
      (select coalesce(sum(i.seats), 0) from invitee i where i.event_id = e.id and i.cancelled_at is null)`,
  'A confirmed event lacks a host, or a collective one of them': `select count(*)::int as count
    from scheduled_event e where e.status = 'confirmed' and
      (select count(*) from event_host h where h.event_id = e.id and h.blocking and h.starts_at = e.starts_at)
        <> case when e.type = 'COLLECTIVE'
          then (select count(*) from event_type_host t where t.event_type_id = e.event_type_id)
          else coalesce((select cardinality(p.host_ids) from poll p where p.event_id = e.id), 1) end`,
  'A cancelled event keeps its time': `select count(*)::int as count from scheduled_event e
    join event_host h on h.event_id = e.id and h.blocking where e.status = 'cancelled'`,
  'The count of a round robin is wrong': `select count(*)::int as count from event_type_host t
    join event_type p on p.id = t.event_type_id and p.type = 'ROUND_ROBIN'
    where t.booked_count <> (select count(*) from event_host h join scheduled_event e on e.id = h.event_id
      where e.status = 'confirmed' and e.type = 'ROUND_ROBIN' and h.host_id = t.member_id and h.event_type_id = t.event_type_id)`,
};

export const resourceTakenTwice = 'A resource is taken by two events at once';
export const soldTwice = 'A host has two events at once';

/** The rules that do not hold. */
export async function listBrokenRules(query: <T>(text: string) => Promise<T[]>): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, sql] of Object.entries(rules)) {
    const [row] = await query<{ count: number }>(sql);
    if (row?.count !== 0) broken.push(rule);
  }
  return broken;
}
