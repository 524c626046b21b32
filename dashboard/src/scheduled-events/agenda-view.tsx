import { useEffect } from 'react';
import { ListItems } from '../kit/list-page.tsx';
import { PickBox, type ListSelection } from '../kit/list-selection.tsx';
import { usePages } from '../platform/pages.ts';
import { formatDay, getToday, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { listViewDays } from './days.tsx';
import { buildDaysQuery } from './event-list-query.ts';
import { NoEvents } from './no-events.tsx';
import { EventRow } from './row.tsx';
import { formatInvitees, groupByDay, type EventSearch, type ScheduledEvent } from './rules.ts';

interface AgendaViewProps {
  readonly search: EventSearch;
  readonly selection: ListSelection;
  /** Told which events are there to be chosen. */
  readonly onListed: (events: readonly ScheduledEvent[]) => void;
}

/** Four weeks, day by day. */
export function AgendaView({ search, selection, onListed }: AgendaViewProps) {
  const list = useAgenda(search);
  const { items } = list;
  useEffect(() => onListed(items ?? []), [items, onListed]);
  return (
    <section className="list" aria-label={words.events.list}>
      <ListItems
        list={list}
        empty={<NoEvents search={search} />}
        count={words.events.count}
        skeletonRows={10}
      >
        {(events) => <Days events={events} selection={selection} />}
      </ListItems>
    </section>
  );
}

interface DaysProps {
  readonly events: readonly ScheduledEvent[];
  readonly selection: ListSelection;
}

function Days({ events, selection }: DaysProps) {
  return groupByDay(events, ({ startTime }) => toWallTime(startTime).day).map(({ day, items }) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 className="day-head" id={`day-${day}`}>
        {formatDay(day)}
        {day === getToday() && <span className="faint">{words.events.today}</span>}
      </h2>
      <ul className="agenda">
        {items.map((event) => (
          <EventRow key={event.uuid} event={event}>
            <PickBox
              id={event.uuid}
              name={formatInvitees(event)}
              isPicked={selection.ids.includes(event.uuid)}
              onPick={selection.pick}
            />
          </EventRow>
        ))}
      </ul>
    </section>
  ));
}

function useAgenda(search: EventSearch) {
  return usePages('listScheduledEvents', {
    query: buildDaysQuery(search, listViewDays('agenda', search.date)),
  });
}
