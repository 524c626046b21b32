import { useSuspenseQuery, useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Heading } from '../../kit/heading.tsx';
import { Empty } from '../../kit/states.tsx';
import { showToast } from '../../kit/toasts.tsx';
import { buildQuery } from '../../platform/query.ts';
import { formatShortMoment } from '../../platform/time.ts';
import { words } from '../../platform/words/words.ts';
import { buildRecordQuery } from '../data.ts';
import { Facts } from './facts.tsx';
import { RelatedTasks } from '../../tasks/related.tsx';
import { RecordNotes } from './notes.tsx';
import { getRecordTitle, useObject, usePermissions } from '../objects.ts';
import { RecordMenu } from './menu.tsx';
import { Relations } from './relations.tsx';
import type { CrmObject, CrmRecord } from '../rules.ts';
import { Timeline } from './timeline.tsx';
import { getTraits } from '../standard-objects.ts';
import { Mark } from '../value.tsx';

/** One record: its facts and links on one side, what happened on the other. */
export function RecordPage() {
  const { objectSlug, recordId } = useParams({ from: '/records/$objectSlug/$recordId' });
  const object = useObject(objectSlug);
  if (!object) {
    return (
      <Empty icon="person" title={words.records.noObject} hint={words.records.noObjectHint}>
        <Link className="btn" to="/records">
          {words.areas.records}
        </Link>
      </Empty>
    );
  }
  return <Page key={recordId} object={object} id={recordId} />;
}

function Page({ object, id }: { readonly object: CrmObject; readonly id: string }) {
  const navigate = useNavigate();
  const { data } = useSuspenseQuery(buildRecordQuery(object, id));
  const { record } = data;
  const isMerged = record.id !== id;
  useEffect(() => {
    if (isMerged) showToast(words.records.wasMergedInto);
  }, [isMerged]);
  if (isMerged) {
    const params = { objectSlug: object.slug, recordId: record.id };
    return <Navigate to="/records/$objectSlug/$recordId" params={params} replace />;
  }
  const title = getRecordTitle(object, record);
  const toList = { to: '/records/$objectSlug', params: { objectSlug: object.slug } } as const;
  return (
    <>
      <header className="bar">
        <Link className="crumb" {...toList}>
          {object.pluralName} /
        </Link>
        <Mark name={title} object={object} />
        <Heading text={title} />
        <span className="grow" />
        <CopyButton text={location.href} label={words.events.copyAddress} icon="link" isSquare />
        <RecordMenu object={object} record={record} onGone={() => void navigate(toList)} />
      </header>
      <div className="body record">
        <div className="col gap4">
          <Facts object={object} record={record} />
          {getTraits(object).isPerson && <Meetings id={id} />}
          <Relations object={object} record={record} />
        </div>
        <RecordTimeline object={object} record={record} />
      </div>
    </>
  );
}

const tabs = ['timeline', 'notes', 'tasks', 'files'] as const;

const RecordFiles = lazy(async () => ({ default: (await import('./files.tsx')).RecordFiles }));

export function RecordTimeline({
  object,
  record,
}: {
  readonly object: CrmObject;
  readonly record: CrmRecord;
}) {
  const [tab, setTab] = useState<(typeof tabs)[number]>('timeline');
  return (
    <section className="col gap4" aria-label={words.records.happened}>
      <div className="seg" role="group" aria-label={words.records.happened}>
        {tabs.map((each) => (
          <button key={each} type="button" aria-pressed={tab === each} onClick={() => setTab(each)}>
            {words.records.tabs[each]}
          </button>
        ))}
      </div>
      {tab === 'timeline' && <Timeline object={object} id={record.id} />}
      {tab === 'notes' && <RecordNotes object={object} id={record.id} />}
      {tab === 'tasks' && <RecordTasks object={object} id={record.id} />}
      {tab === 'files' && (
        <Suspense>
          <RecordFiles object={object} id={record.id} />
        </Suspense>
      )}
    </section>
  );
}

function RecordTasks({ object, id }: { readonly object: CrmObject; readonly id: string }) {
  const { mayWrite, whyNot } = usePermissions(object);
  const record = { objectSlug: object.slug, recordId: id };
  return (
    <RelatedTasks
      filter={record}
      about={{ records: [{ objectSlug: object.slug, id }] }}
      whyNot={mayWrite ? undefined : whyNot}
    />
  );
}

/** What the bookings of a person say about them. */
export function Meetings({ id }: { readonly id: string }) {
  const { data } = useQuery(buildQuery('readMeetings', { params: { id } }));
  if (!data) return null;
  const { facts } = words.records;
  const at = (instant: string | null): string => (instant ? formatShortMoment(instant) : words.records.never);
  return (
    <dl className="meet">
      <div>
        <dt>{facts.lastMeetingAt}</dt>
        <dd>{at(data.lastMeetingAt)}</dd>
      </div>
      <div>
        <dt>{facts.nextMeetingAt}</dt>
        <dd>{at(data.nextMeetingAt)}</dd>
      </div>
      <div>
        <dt>{facts.meetingsLast90Days}</dt>
        <dd>{data.meetingsLast90Days}</dd>
      </div>
      <div>
        <dt>{facts.noShows}</dt>
        <dd>{data.noShows}</dd>
      </div>
    </dl>
  );
}
