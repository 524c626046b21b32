import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { ListView } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { Panel } from '../kit/panel.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { words } from '../platform/words/words.ts';
import type { Submission } from './rules.ts';

const from = '/forms/$uuid/submissions';

/** What was answered, the newest first, and the one that is open beside. */
export function Submissions() {
  const { uuid } = useParams({ from });
  const { submission } = useSearch({ from });
  const list = usePages('listFormSubmissions', { params: { uuid }, query: { count: 50 } });
  const open = list.items?.find(({ reportId }) => reportId === submission);
  return (
    <ListView
      label={words.forms.submissions}
      list={list}
      empty={<Empty title={words.forms.noSubmissions} hint={words.forms.noSubmissionsHint} />}
      count={words.forms.submissionCount}
      skeletonRows={8}
      panel={open && <Detail key={open.reportId} uuid={uuid} submission={open} />}
    >
      {(submissions) => <Table uuid={uuid} submissions={submissions} open={submission} />}
    </ListView>
  );
}

interface TableProps {
  readonly uuid: string;
  readonly submissions: readonly Submission[];
  readonly open: string | undefined;
}

function Table({ uuid, submissions, open }: TableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{words.forms.answers}</th>
          <th>{words.forms.ledTo}</th>
          <th className="wide">{words.forms.source}</th>
          <th>{words.forms.at}</th>
        </tr>
      </thead>
      <tbody>
        {submissions.map((submission) => (
          <tr key={submission.reportId}>
            <th scope="row" className="cut">
              <Link
                className="whole"
                id={`submission-${submission.reportId}`}
                to={from}
                params={{ uuid }}
                search={{ submission: submission.reportId }}
                activeProps={{}}
                aria-current={submission.reportId === open ? 'true' : undefined}
              >
                {submission.answers.map(({ answer }) => answer).join(', ') || '–'}
              </Link>
            </th>
            <td className="cut">{destinationOf(submission)}</td>
            <td className="wide muted">{submission.utmSource ?? '–'}</td>
            <td className="muted">
              <Moment at={submission.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function destinationOf({ eventType, routeCustomUrl, headline }: Submission): string {
  return eventType?.title ?? routeCustomUrl ?? headline ?? '–';
}

interface DetailProps {
  readonly uuid: string;
  readonly submission: Submission;
}

function Detail({ uuid, submission }: DetailProps) {
  const { reportId, answers, isFallbackRoute } = submission;
  useEffect(() => () => document.getElementById(`submission-${reportId}`)?.focus(), [reportId]);
  const sources = Object.entries({
    utm_source: submission.utmSource,
    utm_medium: submission.utmMedium,
    utm_campaign: submission.utmCampaign,
    utm_term: submission.utmTerm,
    utm_content: submission.utmContent,
    ...submission.adAttribution,
  }).filter(([, value]) => value);
  return (
    <Panel title={words.forms.submission} closeTo={`/forms/${uuid}/submissions`} closeSearch={{}}>
      <p className="row small muted">
        <span className="mono cut">{reportId}</span>
        <CopyButton text={reportId} label={words.forms.copyId} isSquare />
        <span className="grow" />
        <Moment at={submission.createdAt} />
      </p>
      <dl className="answers">
        {answers.map(({ inputId, question, answer }) => (
          <div key={inputId}>
            <dt className="muted small">{question}</dt>
            <dd className="lines">{answer}</dd>
          </div>
        ))}
      </dl>
      <p className="note info">
        <span>
          {words.forms.ledTo} <b>{destinationOf(submission)}</b>
          {isFallbackRoute && ` (${words.forms.otherwise})`}
        </span>
      </p>
      {sources.length > 0 && (
        <dl className="answers">
          {sources.map(([name, value]) => (
            <div key={name}>
              <dt className="mono muted">{name}</dt>
              <dd className="lines">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
