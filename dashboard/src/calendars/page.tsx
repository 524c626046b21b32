import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Empty } from '../kit/states.tsx';
import { UserField } from '../kit/user-field.tsx';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { Page, Section } from '../settings/parts.tsx';
import { useCanManage, useSession } from '../shell/session.ts';
import { BusyTimes } from './busy-times.tsx';
import { Providers } from './connect.tsx';
import { ConnectionCard } from './connection.tsx';
import { CalendarFeed } from './feed.tsx';
import { BookingCalendar } from './booking-calendar.tsx';

const text = words.calendars;

/** The calendars that somebody keeps elsewhere: which are read, which one is written, and what follows for their time. */
export function Calendars() {
  const { user } = useSearch({ from: '/settings/calendars' });
  const { data } = useSuspenseQuery(
    buildQuery('listCalendarConnections', { query: { count: 100, ...(user && { email: user }) } }),
  );
  return (
    <Page title={words.settings.pages.calendars} action={<Owner user={user} />}>
      <p className="muted">{text.hint}</p>
      {data.items.map((connection) => (
        <ConnectionCard key={connection.uuid} connection={connection} />
      ))}
      {data.items.length === 0 && (
        <Section title={text.connections}>
          <Empty icon="events" title={text.none} hint={text.noneHint} />
        </Section>
      )}
      <Providers user={user} />
      {data.items.length > 0 && <BookingCalendar connections={data.items} />}
      <BusyTimes user={user} />
      {!user && !start.embed && <CalendarFeed />}
    </Page>
  );
}

/** Owners and admins see and change the calendars of everyone. */
function Owner({ user = '' }: { readonly user: string | undefined }) {
  const navigate = useNavigate({ from: '/settings/calendars' });
  const { email } = useSession();
  const mayManage = useCanManage();
  const { data } = useQuery({ ...buildQuery('listUsers', { query: { per_page: 100 } }), enabled: mayManage });
  const others = (data?.items ?? []).filter((each) => each.email !== email);
  if (!mayManage || others.length === 0) return null;
  return (
    <div className="of">
      <UserField
        label={text.of}
        isLabelHidden
        name="of"
        by="email"
        value={user}
        onChange={(next) => void navigate({ to: '/settings/calendars', search: next ? { user: next } : {} })}
        isOffered={(each) => each.email !== email}
        before={[{ value: '', label: text.mine }]}
      />
    </div>
  );
}
