import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import type { Prefetch } from '../platform/lazy-page.ts';
import { buildQuery, prefetchQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { ScheduleForm } from './form.tsx';
import { NewSchedule, ScheduleMenu } from './manage.tsx';
import { Owner } from './owner.tsx';
import type { Schedule } from './rules.ts';
import { parseScheduleSearch } from './search.ts';

export const prefetch: Prefetch = ({ search }) =>
  prefetchQuery('listSchedules', buildListInput(parseScheduleSearch(search).user));

const buildListInput = (user: string | undefined) => ({
  query: { count: 100, includeSchedulingPages: true, ...(user && { email: user }) },
});

/** The schedules of somebody, and the hours of the one that is chosen. */
export function Availability() {
  const { schedule: chosen, user } = useSearch({ from: '/availability' });
  const navigate = useNavigate({ from: '/availability' });
  const { data } = useSuspenseQuery(buildQuery('listSchedules', buildListInput(user)));
  const shown =
    data.items.find(({ uuid }) => uuid === chosen) ?? data.items.find(({ isDefault }) => isDefault);
  if (!shown) {
    return (
      <>
        <PageBar title={words.schedules.title} />
        <Empty icon="clock" title={words.schedules.none} hint={words.schedules.noneHint} />
      </>
    );
  }
  return (
    <ScheduleForm
      key={shown.uuid}
      schedule={shown}
      actions={
        <>
          <Link className="btn quiet small" to="/settings/calendars" search={user ? { user } : {}}>
            {words.schedules.calendars}
          </Link>
          <Link className="btn quiet small" to="/availability/absences" search={user ? { user } : {}}>
            {words.schedules.absences}
          </Link>
          <ScheduleMenu schedule={shown} />
        </>
      }
      tabs={
        <>
          <Owner
            user={user}
            onChoose={(next) => void navigate({ to: '/availability', search: next ? { user: next } : {} })}
          />
          <Schedules schedules={data.items} shown={shown} />
          <NewSchedule like={shown} />
        </>
      }
    />
  );
}

interface SchedulesProps {
  readonly schedules: readonly Schedule[];
  readonly shown: Schedule;
}

function Schedules({ schedules, shown }: SchedulesProps) {
  return (
    <nav className="tabs" aria-label={words.schedules.list}>
      {schedules.map(({ uuid, title, isDefault }) => (
        <Link
          key={uuid}
          to="/availability"
          search={(search) => ({ ...search, schedule: uuid })}
          activeOptions={{ exact: true }}
          activeProps={{}}
          inactiveProps={{}}
          aria-current={uuid === shown.uuid ? 'true' : undefined}
        >
          <span className="cut">{title}</span>
          {isDefault && <span className="muted">{words.schedules.isDefault}</span>}
        </Link>
      ))}
    </nav>
  );
}
