import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { buildDateFields } from '../kit/date-filters.ts';
import { isFiltered } from '../kit/filters.rules.ts';
import { Filters } from '../kit/filters.tsx';
import { ListView } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { Panel } from '../kit/panel.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { useAddress } from '../platform/address.ts';
import { usePages } from '../platform/pages.ts';
import { startAfterDate, startOfDate } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { buildSubmissionQuery, type Submission } from './rules.ts';
import type { SubmissionSearch } from './search.ts';

const from = '/forms/$uuid/submissions';
const transient = ['submission'];
const quiet = ['q'];

/** What was answered, the newest first, and the one that is open beside. */
export function Submissions() {
  const { uuid } = useParams({ from });
  const search = useSearch({ from });
  const { submission } = search;
  const set = useAddress<SubmissionSearch>();
  const list = usePages('listFormSubmissions', {
    params: { uuid },
    query: { ...buildSubmissionQuery(search, { startOfDate, startAfterDate }), count: 50 },
  });
  const open = list.items?.find(({ reportId }) => reportId === submission);
  return (
    <ListView
      label={words.forms.submissions}
      views={<SavedViews list="form_submissions" search={search} transient={transient} quiet={quiet} />}
      tools={
        <>
          <SearchBox label={words.forms.findAnswers} value={search.q ?? ''} onChange={(q) => set({ q })} />
          <Filters search={search} fields={buildDateFields()} resets={transient} />
        </>
      }
      list={list}
      empty={<NoSubmissions uuid={uuid} search={search} />}
      count={words.forms.submissionCount}
      skeletonRows={8}
      panel={open && <Detail key={open.reportId} uuid={uuid} submission={open} />}
    >
      {(submissions) => <Table uuid={uuid} submissions={submissions} open={submission} />}
    </ListView>
  );
}

interface NoSubmissionsProps {
  readonly uuid: string;
  readonly search: SubmissionSearch;
}

function NoSubmissions({ uuid, search }: NoSubmissionsProps) {
  const navigate = useNavigate();
  if (isFiltered({ ...search }, ['saved', 'submission'])) {
    return <NoMatch onClear={() => void navigate({ to: from, params: { uuid }, search: {} })} />;
  }
  return (
    <Empty icon="forms" title={words.forms.noSubmissions} hint={words.forms.noSubmissionsHint}>
      <Link className="btn" to="/forms/$uuid/share" params={{ uuid }}>
        {words.forms.share}
      </Link>
    </Empty>
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
                search={(before: SubmissionSearch) => ({ ...before, submission: submission.reportId })}
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
  const { submission: _, ...closeSearch } = useSearch({ from });
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
    <Panel title={words.forms.submission} closeTo={`/forms/${uuid}/submissions`} closeSearch={closeSearch}>
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
