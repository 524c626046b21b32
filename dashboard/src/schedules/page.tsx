import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CopyButton } from '../kit/copy-button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Empty } from '../kit/states.tsx';
import { query } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { ScheduleForm } from './form.tsx';

/** The schedules of the reader, and the hours of the one that is chosen. */
export function Availability() {
  const { schedule: chosen } = useSearch({ from: '/availability' });
  const { data } = useSuspenseQuery(
    query('listSchedules', { query: { count: 100, includeSchedulingPages: true } }),
  );
  const shown =
    data.items.find(({ uuid }) => uuid === chosen) ?? data.items.find(({ isDefault }) => isDefault);
  return (
    <>
      <header className="bar">
        <Heading text={words.schedules.title} />
        <span className="grow" />
        {shown && (
          <CopyButton text={location.href} label={words.schedules.copyAddress} icon="link" isSquare />
        )}
      </header>
      <div className="tools">
        <nav className="tabs" aria-label={words.schedules.list}>
          {data.items.map(({ uuid, title, isDefault }) => (
            <Link
              key={uuid}
              to="/availability"
              search={{ schedule: uuid }}
              activeProps={{}}
              aria-current={uuid === shown?.uuid ? 'true' : undefined}
            >
              {title}
              {isDefault && <span className="muted">{words.schedules.isDefault}</span>}
            </Link>
          ))}
        </nav>
      </div>
      <div className="body">
        {shown ? (
          <ScheduleForm key={`${shown.uuid} ${shown.updatedAt}`} schedule={shown} />
        ) : (
          <Empty title={words.schedules.none} hint={words.schedules.noneHint} />
        )}
      </div>
    </>
  );
}
