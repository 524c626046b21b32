import { interpolate, pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { loadScript } from '../platform/load-script.ts';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { useNow } from '../platform/use-now.ts';
import {
  formatTime,
  formatDay,
  formatDuration,
  ownZone,
  formatShortDay,
  startOfDay,
  toWallTime,
  formatZone,
} from '../platform/time.ts';
import { loadWithWords } from '../platform/words/load.ts';
import { words } from '../platform/words/words.ts';
import { EventRow } from '../scheduled-events/row.tsx';
import { formatInvitees, type ScheduledEvent } from '../scheduled-events/rules.ts';
import { useSession } from '../shell/session.ts';
import { FirstSteps } from './first-steps.tsx';
import { JoinButton } from './join-button.tsx';
import { findNext, isJoinTime, isNew, skippedKey } from './rules.ts';
import { ThisWeek } from './this-week.tsx';

const nextDays = 14;
const myTasks = { query: { mine: 'true', count: 20 } } as const;

/** Few have something that needs attention, and everyone loads this page first. */
const loadAttention = loadScript(() => import('./attention.tsx'));
const AttentionCard = lazy(async () => ({ default: (await loadAttention()).AttentionCard }));
const loadNextUp = loadScript(() => import('./next-up.tsx'));
const NextUp = lazy(async () => ({ default: (await loadNextUp()).NextUp }));
const loadWelcome = loadWithWords(() => import('./welcome.tsx'));
const Welcome = lazy(async () => ({ default: (await loadWelcome()).Welcome }));
const loadTasks = loadScript(() => import('../tasks/mine.tsx'));
const MyTasks = lazy(async () => ({ default: (await loadTasks()).MyTasks }));
const loadDemoBanner = loadScript(() => import('./demo-banner.tsx'));
const DemoBanner = lazy(async () => ({ default: (await loadDemoBanner()).DemoBanner }));

/** For somebody new, how to begin; for all others, their day. */
export function Home() {
  const { data: steps = [] } = useQuery(buildQuery('readFirstSteps'));
  const [isSkipped, setIsSkipped] = useState(() => localStorage.getItem(skippedKey) !== null);
  // Stays until it is left: what it does makes somebody less new with every step.
  const [isWelcomed, setIsWelcomed] = useState(false);
  if (!isWelcomed && !isSkipped && isNew(steps)) setIsWelcomed(true);
  const skip = (): void => {
    localStorage.setItem(skippedKey, 'yes');
    setIsSkipped(true);
  };
  return isWelcomed && !isSkipped ? <Welcome onSkip={skip} /> : <Day />;
}

/** What needs attention, who is next, today, and the days after it. */
function Day() {
  const { url, workspace } = useSession();
  const time = useNow();
  const { day } = toWallTime(time);
  return (
    <>
      <PageBar title={formatDay(day)}>
        <span className="muted small">{`${formatZone(ownZone)}, ${formatTime(toWallTime(time).clock)}`}</span>
        <CopyButton text={url} label={words.home.copyLink} icon="link" />
        <Link className="btn main small" to="/pages/new">
          <Icon name="plus" />
          {words.commands.createPage}
        </Link>
      </PageBar>
      <Suspense>{workspace.isDemo && <DemoBanner />}</Suspense>
      <div className="body home">
        <div className="col gap4">
          <Suspense>
            <Attention />
          </Suspense>
          <Agenda day={day} time={time} />
        </div>
        <div className="col gap4">
          <FirstSteps />
          <Suspense>
            <Tasks />
          </Suspense>
          <ThisWeek day={day} />
        </div>
      </div>
    </>
  );
}

function Attention() {
  const { data = [] } = useQuery(buildQuery('readAttention'));
  return data.length > 0 ? <AttentionCard items={data} /> : null;
}

/** Their script and words are loaded only for users who have some. */
function Tasks() {
  const { features } = useSession();
  const { data } = useQuery({ ...buildQuery('listTasks', myTasks), enabled: features.crm });
  return data && data.total > 0 ? <MyTasks tasks={data.items} /> : null;
}

function Agenda({ day, time }: { readonly day: number; readonly time: number }) {
  const { data, error, refetch } = useQuery(
    buildQuery('listScheduledEvents', {
      query: {
        status: 'confirmed',
        minStartTime: startOfDay(day),
        maxStartTime: startOfDay(day + nextDays),
        count: 100,
      },
    }),
  );
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  const isToday = ({ startTime }: ScheduledEvent): boolean => toWallTime(startTime).day === day;
  const next = findNext(data.items, time);
  return (
    <div className="col gap4">
      {next && (
        <Suspense>
          <NextUp key={next.uuid} event={next} time={time} />
        </Suspense>
      )}
      <Today events={data.items.filter(isToday)} next={next} time={time} />
      <Next events={data.items.filter((event) => !isToday(event))} />
    </div>
  );
}

interface EventsProps {
  readonly events: readonly ScheduledEvent[];
}

interface TodayProps extends EventsProps {
  readonly next: ScheduledEvent | undefined;
  readonly time: number;
}

function Today({ events, next, time }: TodayProps) {
  const minutes = events.reduce((sum, { duration }) => sum + duration, 0);
  const count = pluralize(start.words, words.home.events, events.length);
  return (
    <section className="card" aria-labelledby="today">
      <header>
        <h2 id="today">{words.home.today}</h2>
        {events.length > 0 && <span className="muted small">{`${count}, ${formatDuration(minutes)}`}</span>}
        <span className="grow" />
        <Link className="link small" to="/events">
          {words.home.allEvents}
        </Link>
      </header>
      {events.length === 0 ? (
        <Empty icon="events" title={words.home.nothingToday} hint={words.home.nothingTodayHint} />
      ) : (
        <ul className="agenda">
          {events.map((event) => (
            <EventRow key={event.uuid} event={event} isNext={event === next}>
              {/* The next one has its button above. */}
              {event !== next && isJoinTime(event, time) && <JoinButton event={event} />}
              {Date.parse(event.endTime) <= time && <AddNote event={event} />}
            </EventRow>
          ))}
        </ul>
      )}
    </section>
  );
}

function AddNote({ event }: { readonly event: ScheduledEvent }) {
  return (
    <Link
      className="btn small"
      to="/events/$uuid"
      params={{ uuid: event.uuid }}
      hash="notes"
      aria-label={`${words.home.addNote}: ${formatInvitees(event)}`}
    >
      {words.home.addNote}
    </Link>
  );
}

function Next({ events }: EventsProps) {
  return (
    <section className="card" aria-labelledby="next">
      <header>
        <h2 id="next">{words.home.nextDays}</h2>
      </header>
      {events.length === 0 ? (
        <Empty
          icon="events"
          title={words.home.nothingNext}
          hint={interpolate(words.home.nothingNextHint, { n: nextDays })}
        />
      ) : (
        <ul className="agenda slim">
          {events.map((event) => {
            const { day, clock } = toWallTime(event.startTime);
            return (
              <li key={event.uuid}>
                <Link to="/events/$uuid" params={{ uuid: event.uuid }}>
                  <span className="when">
                    <b>{formatShortDay(day)}</b>
                    <span className="faint">{formatTime(clock)}</span>
                  </span>
                  <span className="grow cut">
                    {formatInvitees(event)} <span className="muted">{event.title}</span>
                  </span>
                  <span className="hosts cut muted small">
                    {event.hosts.map(({ firstName }) => firstName).join(', ')}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
