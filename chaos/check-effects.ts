import type { Query } from './database.ts';
import type { Message, Receiver } from './receiver.ts';

type ReceivedMessages = Receiver['received'];

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
export async function checkEffects(
  query: Query,
  received: ReceivedMessages,
): Promise<{ events: number; wrong: string[] }> {
  const facts = await query<Fact>(`
    with entry as (
      select invitee_id, jsonb_object_agg(kind, n) as kinds
      from (select detail ->> 'inviteeUuid' as invitee_id, kind, count(*) as n from crm_change
        where not detail ? 'personId' group by 1, 2) c group by 1
    ), mail as (
      select event_id, to_email, jsonb_object_agg(kind, n) as kinds
      from (select event_id, to_email, kind, count(*) as n from mail_message group by 1, 2, 3) m group by 1, 2
    ), person as (
      select key_norm, count(*)::int as n from crm_unique group by 1
    )
    select i.id, e.sequence - (e.status = 'cancelled')::int as moves, (e.status = 'cancelled')::int as cancels,
      coalesce(person.n, 0) as people, coalesce(entry.kinds, '{}') as entries, coalesce(mail.kinds, '{}') as mails
    from invitee i join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    left join entry on entry.invitee_id = i.id
    left join mail on mail.event_id = e.id and mail.to_email = i.email
    left join person on person.key_norm = i.email
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
