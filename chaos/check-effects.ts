import type { Query } from './database.ts';
import type { Message, Receiver } from './receiver.ts';

type Received = Receiver['received'];

/** Of an invitee, by what was committed: booked, then moved so many times, then perhaps cancelled. */
interface Fact {
  readonly id: string;
  readonly moves: number;
  readonly cancels: number;
  readonly people: number;
  readonly entries: Record<string, number>;
  readonly mails: Record<string, number>;
}

/** How many events were committed, and what is wrong with their effects, a sentence each. */
export async function check(query: Query, received: Received): Promise<{ events: number; wrong: string[] }> {
  const facts = await query<Fact>(`
    select i.id, e.sequence - (e.status = 'cancelled')::int as moves, (e.status = 'cancelled')::int as cancels,
      (select count(*)::int from crm_unique u where u.workspace_id = i.workspace_id and u.key_norm = i.email) as people,
      (select coalesce(jsonb_object_agg(kind, n), '{}') from (select kind, count(*) as n from crm_change c
        where c.workspace_id = i.workspace_id and c.detail ->> 'inviteeUuid' = i.id and not c.detail ? 'personId'
        group by kind) k) as entries,
      (select coalesce(jsonb_object_agg(kind, n), '{}') from (select kind, count(*) as n from mail_message m
        where m.workspace_id = i.workspace_id and m.event_id = e.id and m.to_email = i.email group by kind) k) as mails
    from invitee i join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    where i.email like '%@kill.example'`);
  const wrong = facts.flatMap((fact) => [
    ...differences(fact, 'timeline', fact.entries, {
      'booking.scheduled': 1,
      'booking.rescheduled': fact.moves,
      'booking.cancelled': fact.cancels,
    }),
    ...differences(fact, 'mail', fact.mails, {
      confirmed: 1,
      moved: fact.moves,
      cancelled: fact.cancels,
    }),
    ...(fact.people === 1 ? [] : [`${fact.id} is ${fact.people} people.`]),
    ...disorder(fact, received[fact.id] ?? []),
  ]);
  const events = facts.reduce((sum, { moves, cancels }) => sum + 1 + moves + cancels, 0);
  return { events, wrong };
}

function differences(
  { id }: Fact,
  where: string,
  found: Record<string, number>,
  expected: Record<string, number>,
): string[] {
  return Object.entries(expected).flatMap(([kind, count]) =>
    (found[kind] ?? 0) === count
      ? []
      : [`${id}: ${kind} is in ${where} ${found[kind] ?? 0} times, not ${count}.`],
  );
}

/** What arrived about an invitee, without repetitions: each message begins where the one before it has ended. */
function disorder({ id, moves, cancels }: Fact, messages: readonly Message[]): string[] {
  const first = [...new Map([...messages].reverse().map((one) => [one.webhookId, one])).values()].reverse();
  if (first.length !== 1 + moves + cancels) {
    return [`${id}: ${first.length} different messages arrived, not ${1 + moves + cancels}.`];
  }
  return first.flatMap((one, index) => {
    const before = first[index - 1];
    const isCancel = index > 0 && index === moves + 1;
    const fits = isCancel
      ? one.event === 'invitee.cancelled' && one.startAt === before?.startAt
      : one.event === 'invitee.scheduled' && one.previousStartAt === (before?.startAt ?? null);
    return fits ? [] : [`${id}: message ${index + 1} does not follow from the one before it.`];
  });
}
