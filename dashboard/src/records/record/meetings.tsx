import type { Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildQuery } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import type { CrmObject } from '../rules.ts';
import { formatInstant } from '../value-text.ts';

type Facts = Result<'readMeetings'>;

interface MeetingsProps {
  readonly object: CrmObject;
  readonly id: string;
}

/** What the bookings of a person, or of a company's people, say about them. Other objects have none. */
export function Meetings({ object: { slug, isStandard }, id }: MeetingsProps) {
  const params = { id };
  const isPerson = isStandard && slug === 'people';
  const isCompany = isStandard && slug === 'companies';
  const person = useQuery({ ...buildQuery('readMeetings', { params }), enabled: isPerson });
  const company = useQuery({ ...buildQuery('readCompanyMeetings', { params }), enabled: isCompany });
  const data: Facts | undefined = isPerson ? person.data : company.data;
  if (!data) return null;
  const { facts, page } = words.records;
  return (
    <dl className="meet" aria-label={page.meetings}>
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
  );
}

function Meeting({ meeting, none }: { readonly meeting: Facts['nextMeeting']; readonly none: string }) {
  if (!meeting) return <span className="muted">{none}</span>;
  return (
    <>
      <Link className="link" to="/events/$uuid" params={{ uuid: meeting.eventUuid }}>
        {formatInstant(meeting.startAt)}
      </Link>
      <br />
      <span className="muted small">{meeting.title}</span>
    </>
  );
}
