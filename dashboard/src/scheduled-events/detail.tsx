import { interpolate } from '@daybook/booking/locale';
import { getCity } from '@daybook/booking/zones';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Icon, type IconName } from '../kit/icon.tsx';
import { Steps } from '../kit/steps.tsx';
import { useShortcut } from '../platform/commands.ts';
import { buildQuery } from '../platform/query.ts';
import { formatTime, formatDay, getNow, ownZone, toWallTime, formatZone } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { RelatedTasks } from '../tasks/related.tsx';
import { EventActions } from './actions.tsx';
import { useShownEvent } from './held-cancel.ts';
import { Invitees } from './invitees.tsx';
import { MissingLink } from './missing-link.tsx';
import { Notes } from './notes.tsx';
import { formatPlace } from './place.ts';
import { keepSearch, listOtherZones, getEventTypeUuid, type ScheduledEvent } from './rules.ts';

/** One event in the panel beside the list; on a phone, in its place. */
export function EventDetail() {
  const { uuid } = useParams({ from: '/events/$uuid' });
  return <Panel key={uuid} uuid={uuid} />;
}

function Panel({ uuid }: { readonly uuid: string }) {
  const { data } = useSuspenseQuery(buildQuery('readScheduledEvent', { params: { uuid } }));
  const event = useShownEvent(data);
  const { view } = useSearch({ from: '/events' });
  const navigate = useNavigate();
  useShortcut('Escape', words.events.closeEvent, () => {
    void navigate({ to: '/events', search: keepSearch });
  });
  // Back to the line from which it was opened.
  useEffect(() => () => document.getElementById(`event-${uuid}`)?.focus(), [uuid]);
  return (
    <aside className="panel" aria-label={event.title}>
      <header className="bar">
        <Heading text={event.title} level={2} />
        <span className="grow" />
        {!view && <Steps />}
        <CopyButton text={location.href} label={words.events.copyAddress} icon="link" isSquare />
        <Link
          to="/events"
          search={keepSearch}
          className="btn quiet small square"
          aria-label={words.shell.close}
        >
          <Icon name="close" />
        </Link>
      </header>
      <div className="panel-body col gap4">
        <When event={event} />
        <MissingLink event={event} />
        <Facts event={event} />
        <Invitees event={event} />
        <EventActions event={event} />
        <EventTasks uuid={uuid} />
        <Notes uuid={uuid} />
      </div>
    </aside>
  );
}

function EventTasks({ uuid }: { readonly uuid: string }) {
  const { features } = useSession();
  if (!features.crm) return null;
  return (
    <section className="col gap3" aria-labelledby="tasks">
      <h3 id="tasks">{words.tasks.title}</h3>
      <RelatedTasks filter={{ eventUuid: uuid }} about={{ eventUuid: uuid }} />
    </section>
  );
}

function When({ event }: { readonly event: ScheduledEvent }) {
  const [starts, ends] = [toWallTime(event.startTime), toWallTime(event.endTime)];
  const isNow = Date.parse(event.startTime) <= getNow() && getNow() < Date.parse(event.endTime);
  return (
    <div>
      <p className="row">
        <b className="big">
          {interpolate(words.events.range, {
            day: formatDay(starts.day),
            start: formatTime(starts.clock),
            end: formatTime(ends.clock),
          })}
        </b>
        {event.status === 'cancelled' && (
          <span className="tag" data-color="red">
            {words.events.cancelled}
          </span>
        )}
        {isNow && event.status === 'confirmed' && (
          <span className="tag" data-color="green">
            <i />
            {words.events.now}
          </span>
        )}
      </p>
      <p className="muted">
        {[
          `${formatZone(ownZone)}.`,
          ...listOtherZones(event, ownZone).map((zone) => there(event, zone)),
        ].join(' ')}
      </p>
    </div>
  );
}

/** `17:00 in Tokyo.` */
function there(event: ScheduledEvent, zone: string): string {
  const { day, clock } = toWallTime(event.startTime, zone);
  const isSameDay = day === toWallTime(event.startTime).day;
  return interpolate(isSameDay ? words.events.thereSameDay : words.events.there, {
    time: formatTime(clock),
    city: getCity(zone),
    day: formatDay(day),
  });
}

function Facts({ event }: { readonly event: ScheduledEvent }) {
  const { location: place } = event;
  const isLink = /^https?:/.test(place.joinUrl);
  return (
    <dl className="facts">
      {(place.type || place.joinUrl) && (
        <Fact icon="place" label={words.events.where}>
          {formatPlace(place.type)}
          {isLink && (
            <a className="link" href={place.joinUrl} target="_blank" rel="noreferrer">
              {words.events.join}
            </a>
          )}
          {!isLink && place.joinUrl}
        </Fact>
      )}
      {event.resources?.map(({ uuid, kind, name, location }) => (
        <Fact key={uuid} icon="place" label={kind}>
          {location ? `${name}, ${location}` : name}
        </Fact>
      ))}
      <Fact icon="person" label={words.events.hosts}>
        {event.hosts.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).join(', ')}
      </Fact>
      {event.maxActiveInvitees > 1 && (
        <Fact icon="guests" label={words.events.seats}>
          {interpolate(words.events.seatsTaken, {
            n: event.activeInviteesCount,
            total: event.maxActiveInvitees,
          })}
        </Fact>
      )}
      <Fact icon="pages" label={words.events.page}>
        <Link className="link" to="/pages/$uuid" params={{ uuid: getEventTypeUuid(event) }}>
          {event.title}
        </Link>
      </Fact>
      {event.notes && (
        <Fact icon="pages" label={words.hosting.notes}>
          {event.notes}
        </Fact>
      )}
      <Fact icon="clock" label={words.events.booked}>
        {formatDay(toWallTime(event.createdAt).day)}, {formatTime(toWallTime(event.createdAt).clock)}
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly icon: IconName;
  readonly label: string;
  readonly children: ReactNode;
}

function Fact({ icon, label, children }: FactProps) {
  return (
    <>
      <dt>
        <Icon name={icon} />
        {label}
      </dt>
      <dd>{children}</dd>
    </>
  );
}
