import { ListItems } from '../kit/list-page.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { formatDay, startOfDay, getToday, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { listViewDays } from './days.tsx';
import { buildEventListQuery } from './event-list-query.ts';
import { EventRow } from './row.tsx';
import { groupByDay, type EventSearch, type ScheduledEvent } from './rules.ts';

/** Four weeks, day by day. */
export function AgendaView({ search }: { readonly search: EventSearch }) {
  const list = useAgenda(search);
  return (
    <section className="list" aria-label={words.events.list}>
      <ListItems
        list={list}
        empty={<Empty title={words.events.nothing} hint={words.events.nothingHint} />}
        count={words.events.count}
        skeletonRows={10}
      >
        {(events) => <Days events={events} />}
      </ListItems>
    </section>
  );
}

function Days({ events }: { readonly events: readonly ScheduledEvent[] }) {
  return groupByDay(events, ({ startTime }) => toWallTime(startTime).day).map(({ day, items }) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 className="day-head" id={`day-${day}`}>
        {formatDay(day)}
        {day === getToday() && <span className="faint">{words.events.today}</span>}
      </h2>
      <ul className="agenda">
        {items.map((event) => (
          <EventRow key={event.uuid} event={event} />
        ))}
      </ul>
    </section>
  ));
}

function useAgenda(search: EventSearch) {
  const { first, last } = listViewDays('agenda', search.date);
  const { minStartTime: _, maxStartTime: __, ...filter } = buildEventListQuery({ ...search, sort: 'asc' });
  return usePages('listScheduledEvents', {
    query: { ...filter, overlaps: `${startOfDay(first)}/${startOfDay(last + 1)}`, count: 100 },
  });
}
