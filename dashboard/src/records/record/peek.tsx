import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Heading } from '../../kit/heading.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Problem, Skeleton } from '../../kit/states.tsx';
import { Steps } from '../../kit/steps.tsx';
import { Star } from '../../shell/star.tsx';
import { words } from '../../platform/words/words.ts';
import { buildRecordQuery } from '../data.ts';
import { RecordActions } from './actions.tsx';
import { Facts } from './facts.tsx';
import { getRecordTitle } from '../objects.ts';
import { Meetings } from './meetings.tsx';
import { RecordTimeline, type Writing } from './record.tsx';
import { Relations } from './relations.tsx';
import type { CrmObject } from '../rules.ts';
import { Mark } from '../value.tsx';

interface PeekProps {
  readonly object: CrmObject;
  readonly id: string;
  /** Whether there is a list to step through: lanes have no order among each other. */
  readonly hasSteps: boolean;
  readonly onClose: () => void;
}

/** A record beside the list; on a phone, in its place. */
export function Peek({ object, id, hasSteps, onClose }: PeekProps) {
  const { data, error, refetch } = useQuery(buildRecordQuery(object, id));
  const [writing, setWriting] = useState<Writing>({ tab: 'timeline', count: 0 });
  const title = data ? getRecordTitle(object, data.record) : '';
  return (
    <aside
      className="panel"
      aria-label={title || words.shell.loading}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="bar">
        {data && (
          <>
            <Mark name={title} object={object} />
            <Heading key={id} text={title} level={2} />
          </>
        )}
        <span className="grow" />
        {hasSteps && <Steps />}
        <Star kind="record" objectSlug={object.slug} id={id} />
        <Link
          className="btn quiet small square"
          to="/records/$objectSlug/$recordId"
          params={{ objectSlug: object.slug, recordId: id }}
          aria-label={words.records.openAsPage}
          title={words.records.openAsPage}
        >
          <Icon name="open" />
        </Link>
        <button
          type="button"
          className="btn quiet small square"
          aria-label={words.shell.close}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <div className="panel-body col gap4">
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton />}
        {data && (
          <>
            <RecordActions
              object={object}
              record={data.record}
              onWrite={(tab) => setWriting(({ count }) => ({ tab, count: count + 1 }))}
            />
            <Meetings object={object} id={id} />
            <Facts object={object} record={data.record} />
            <Relations object={object} record={data.record} />
            <RecordTimeline key={writing.count} object={object} record={data.record} first={writing} />
          </>
        )}
      </div>
    </aside>
  );
}
