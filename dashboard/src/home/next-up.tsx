import { interpolate, pluralize } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Face } from '../kit/face.tsx';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatShortDate, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { formatPlace } from '../scheduled-events/place.ts';
import { formatInvitees, type ScheduledEvent } from '../scheduled-events/rules.ts';
import { useSession } from '../shell/session.ts';
import { JoinButton } from './join-button.tsx';
import { formatMoment } from './moment.ts';
import { isJoinTime } from './rules.ts';

type Known = Result<'readBriefing'>[number];
type Invitee = ScheduledEvent['invitees'][number];

/** Group events have many; those who are left out are on the event's own page. */
const maxInvitees = 3;

/** Who is next, when, and what is known about them. */
export function NextUp({ event, time }: { readonly event: ScheduledEvent; readonly time: number }) {
  const { features } = useSession();
  const { data: people = [] } = useQuery({
    ...buildQuery('readBriefing', { params: { uuid: event.uuid } }),
    enabled: features.crm,
  });
  const coming = event.invitees.filter(({ cancellation }) => !cancellation.cancelledAt);
  return (
    <section className="card" aria-labelledby="next-up">
      <header>
        <h2 id="next-up">{words.home.next}</h2>
        <Soon event={event} time={time} />
        <span className="grow" />
        {isJoinTime(event, time) && <JoinButton event={event} />}
      </header>
      <ul className="agenda">
        <li>
          <Link to="/events/$uuid" params={{ uuid: event.uuid }}>
            <Face name={formatInvitees(event)} isBig />
            <span className="grow cut">
              <b className="name">{formatInvitees(event)}</b>
              <br />
              <span className="muted small">
                {[formatMoment(event.startTime), event.title, formatPlace(event.location.type)]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
          </Link>
        </li>
      </ul>
      {coming.slice(0, maxInvitees).map((invitee) => (
        <Facts
          key={invitee.uuid}
          invitee={invitee}
          known={people.find(({ inviteeUuid }) => inviteeUuid === invitee.uuid)}
        />
      ))}
    </section>
  );
}

/** How many minutes are left, or that it takes place now. */
function Soon({ event, time }: { readonly event: ScheduledEvent; readonly time: number }) {
  const minutes = Math.ceil((Date.parse(event.startTime) - time) / 60_000);
  if (minutes >= 60) return null;
  return (
    <span className="tag" data-color="success">
      <i />
      {minutes > 0 ? pluralize(start.words, words.home.soon, minutes) : words.events.now}
    </span>
  );
}

const factsStyle = { padding: '12px 16px', borderTop: '1px solid var(--line)', alignItems: 'start' } as const;

/** What an invitee answered, and what the CRM knows about them. Nothing for someone who is new and was asked nothing. */
function Facts({ invitee, known }: { readonly invitee: Invitee; readonly known: Known | undefined }) {
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    ...(known ? [[known.name, <Role key="role" known={known} />] as const] : []),
    ...(known?.lastMeeting
      ? [[words.home.lastMeeting, <LastMeeting key="meeting" known={known} />] as const]
      : []),
    ...(known?.lastNote
      ? [[words.home.lastNote, <LastNote key="note" note={known.lastNote} />] as const]
      : []),
    ...(invitee.questions ?? []).map(({ question, answer }) => [question, answer] as const),
  ];
  if (facts.length === 0) return null;
  return (
    <dl className="facts" style={factsStyle}>
      {facts.map(([label, value], index) => (
        <div key={`${index} ${label}`} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Role({ known }: { readonly known: Known }) {
  const { personId, jobTitle, company, meetings, noShows } = known;
  return (
    <>
      <Link
        className="link"
        to="/records/$objectSlug/$recordId"
        params={{ objectSlug: 'people', recordId: personId }}
        aria-label={interpolate(words.events.person, { name: known.name })}
      >
        {jobTitle ?? known.name}
      </Link>
      {company && (
        <Link
          className="link"
          to="/records/$objectSlug/$recordId"
          params={{ objectSlug: 'companies', recordId: company.id }}
        >
          {company.name}
        </Link>
      )}
      {meetings === 0 && (
        <span className="tag" data-color="blue">
          {words.home.firstMeeting}
        </span>
      )}
      {noShows > 0 && (
        <span className="tag" data-color="orange">
          {pluralize(start.words, words.home.missed, noShows)}
        </span>
      )}
    </>
  );
}

function LastMeeting({ known: { lastMeeting } }: { readonly known: Known }) {
  if (!lastMeeting) return null;
  const { title, startTime, eventUuid } = lastMeeting;
  const text = interpolate(words.home.moment, {
    day: formatShortDate(toWallTime(startTime).day),
    time: title,
  });
  if (eventUuid === null) return text;
  return (
    <Link className="link" to="/events/$uuid" params={{ uuid: eventUuid }}>
      {text}
    </Link>
  );
}

function LastNote({ note }: { readonly note: NonNullable<Known['lastNote']> }) {
  const when = formatShortDate(toWallTime(note.createdAt).day);
  return (
    <span>
      {note.text} <span className="muted small">{[note.author, when].filter(Boolean).join(', ')}</span>
    </span>
  );
}
