import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Heading } from '../kit/heading.tsx';
import { Empty } from '../kit/states.tsx';
import { query } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useMayManage, useSession } from '../shell/session.ts';
import { ScheduleForm } from './form.tsx';
import { NewSchedule, ScheduleMenu } from './manage.tsx';
import type { Schedule } from './rules.ts';

/** The schedules of somebody, and the hours of the one that is chosen. */
export function Availability() {
  const { schedule: chosen, user } = useSearch({ from: '/availability' });
  const { data } = useSuspenseQuery(
    query('listSchedules', {
      query: { count: 100, includeSchedulingPages: true, ...(user && { email: user }) },
    }),
  );
  const shown =
    data.items.find(({ uuid }) => uuid === chosen) ?? data.items.find(({ isDefault }) => isDefault);
  if (!shown) {
    return (
      <>
        <header className="bar">
          <Heading text={words.schedules.title} />
        </header>
        <Empty title={words.schedules.none} hint={words.schedules.noneHint} />
      </>
    );
  }
  return (
    <ScheduleForm
      key={shown.uuid}
      schedule={shown}
      actions={
        <>
          <Link className="btn" to="/settings/calendars" search={user ? { user } : {}}>
            {words.schedules.calendars}
          </Link>
          <ScheduleMenu schedule={shown} />
        </>
      }
      tabs={
        <>
          <Owner user={user} />
          <Schedules schedules={data.items} shown={shown} />
          <NewSchedule like={shown} />
        </>
      }
    />
  );
}

/** Owners and admins see and change the hours of everyone. */
function Owner({ user = '' }: { readonly user: string | undefined }) {
  const navigate = useNavigate({ from: '/availability' });
  const { email } = useSession();
  const mayManage = useMayManage();
  const { data } = useQuery({ ...query('listUsers', { query: { per_page: 100 } }), enabled: mayManage });
  const others = (data?.items ?? []).filter((each) => each.email !== email);
  if (!mayManage || others.length === 0) return null;
  return (
    <label className="of">
      <span className="hidden">{words.schedules.of}</span>
      <select
        className="input"
        value={user}
        onChange={({ target }) =>
          void navigate({ to: '/availability', search: target.value ? { user: target.value } : {} })
        }
      >
        <option value="">{words.schedules.mine}</option>
        {others.map((each) => (
          <option key={each.email} value={each.email}>
            {each.name}
          </option>
        ))}
      </select>
    </label>
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
          {title}
          {isDefault && <span className="muted">{words.schedules.isDefault}</span>}
        </Link>
      ))}
    </nav>
  );
}
