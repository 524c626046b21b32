import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Heading } from '../../kit/heading.tsx';
import { Empty } from '../../kit/states.tsx';
import { showToast } from '../../kit/toasts.tsx';
import { words } from '../../platform/words/words.ts';
import { buildRecordQuery } from '../data.ts';
import { DropFiles } from './drop-files.tsx';
import { Facts } from './facts.tsx';
import { RelatedTasks } from '../../tasks/related.tsx';
import { RecordActions } from './actions.tsx';
import { Meetings } from './meetings.tsx';
import { RecordNotes } from './notes.tsx';
import { getRecordTitle, useObject, usePermissions } from '../objects.ts';
import { RecordMenu } from './menu.tsx';
import { Star } from '../../shell/star.tsx';
import { rememberPage } from '../../platform/recent.ts';
import { Relations } from './relations.tsx';
import type { CrmObject, CrmRecord } from '../rules.ts';
import { Timeline } from './timeline.tsx';
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
  const title = getRecordTitle(object, record);
  const { slug } = object;
  useEffect(() => {
    if (!isMerged) rememberPage({ kind: 'record', objectSlug: slug, id, title });
  }, [isMerged, slug, id, title]);
  const [writing, setWriting] = useState<Writing>({ tab: 'timeline', count: 0 });
  if (isMerged) {
    const params = { objectSlug: object.slug, recordId: record.id };
    return <Navigate to="/records/$objectSlug/$recordId" params={params} replace />;
  }
  const toList = { to: '/records/$objectSlug', params: { objectSlug: object.slug } } as const;
  return (
    <>
      <header className="bar">
        <Link className="crumb" {...toList}>
          {object.pluralName} <span aria-hidden="true">/</span>
        </Link>
        <Mark name={title} object={object} />
        <Heading text={title} />
        <span className="grow" />
        <Star kind="record" objectSlug={slug} id={id} />
        <CopyButton text={location.href} label={words.pages.copy} icon="link" isSquare />
        <RecordMenu object={object} record={record} onGone={() => void navigate(toList)} />
      </header>
      <div className="tools">
        <RecordActions
          object={object}
          record={record}
          onWrite={(tab) => setWriting(({ count }) => ({ tab, count: count + 1 }))}
        />
      </div>
      <DropFiles object={object} id={id} className="body record">
        <div className="col gap4">
          <Meetings object={object} id={id} />
          <Facts object={object} record={record} />
          <Relations object={object} record={record} />
        </div>
        <RecordTimeline key={writing.count} object={object} record={record} first={writing} />
      </DropFiles>
    </>
  );
}

const tabs = ['timeline', 'notes', 'comments', 'tasks', 'files'] as const;
type Tab = (typeof tabs)[number];

/** The tab that is open first, and how often something was to be written in one. */
export interface Writing {
  readonly tab: Tab;
  readonly count: number;
}

const RecordComments = lazy(async () => ({ default: (await import('./comments.tsx')).RecordComments }));
const RecordFiles = lazy(async () => ({ default: (await import('./files.tsx')).RecordFiles }));

interface RecordTimelineProps {
  readonly object: CrmObject;
  readonly record: CrmRecord;
  readonly first?: Writing;
}

export function RecordTimeline({ object, record, first }: RecordTimelineProps) {
  const [tab, setTab] = useState<Tab>(first?.tab ?? 'timeline');
  const isWriting = first !== undefined && first.count > 0 && tab === first.tab;
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
      {tab === 'notes' && <RecordNotes object={object} id={record.id} isOpen={isWriting} />}
      {tab === 'comments' && (
        <Suspense>
          <RecordComments object={object} id={record.id} isOpen={isWriting} />
        </Suspense>
      )}
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
