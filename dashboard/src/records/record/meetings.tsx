import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatShortMoment } from '../../platform/time.ts';
import { words } from '../../platform/words/words.ts';
import { recordApi, type MeetingFacts } from '../record-api.ts';
import type { CrmObject } from '../rules.ts';

interface MeetingsProps {
  readonly object: CrmObject;
  readonly id: string;
}

/** What bookings say of a person, or of a company's people. Other objects have no meetings. */
export function Meetings({ object: { slug }, id }: MeetingsProps) {
  const { tag, readMeetings } = recordApi(slug);
  const { data } = useQuery({
    queryKey: [tag, 'meetings', slug, id],
    queryFn: ({ signal }) => readMeetings?.(id, signal) ?? null,
    enabled: readMeetings !== undefined,
  });
  if (!data) return null;
  const { facts, page } = words.records;
  return (
    <section aria-label={page.meetings}>
      <dl className="meet">
        <div>
          <dt>{facts.nextMeetingAt}</dt>
          <dd>
            <Meeting meeting={data.nextMeeting} none={page.noNext} />
          </dd>
        </div>
        <div>
          <dt>{facts.lastMeetingAt}</dt>
          <dd>
            <Meeting meeting={data.lastMeeting} none={page.noLast} />
          </dd>
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
    </section>
  );
}

function Meeting({
  meeting,
  none,
}: {
  readonly meeting: MeetingFacts['nextMeeting'];
  readonly none: string;
}) {
  if (!meeting) return <span className="muted">{none}</span>;
  return (
    <>
      <Link className="link" to="/events/$uuid" params={{ uuid: meeting.eventUuid }}>
        {formatShortMoment(meeting.startAt)}
      </Link>
      <br />
      <span className="muted small">{meeting.title}</span>
    </>
  );
}
