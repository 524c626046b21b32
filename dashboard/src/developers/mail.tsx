import { pluralize } from '@daybook/booking/locale';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { buildDateFields } from '../kit/date-filters.ts';
import { isFiltered } from '../kit/filters.rules.ts';
import { Filters } from '../kit/filters.tsx';
import { ListView } from '../kit/list-page.tsx';
import { PickAll, PickCell, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { Moment } from '../kit/moment.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { showToast } from '../kit/toasts.tsx';
import { useAddress } from '../platform/address.ts';
import { usePages } from '../platform/pages.ts';
import { api, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { startAfterDate, startOfDate } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { buildMailQuery, type MailMessage } from './rules.ts';
import { mailStates, type MailSearch } from './search.ts';
import { AdminSection } from './section.tsx';

const colors = {
  queued: 'sky',
  sent: 'success',
  kept: 'gray',
  failed: 'red',
  refused: 'warning',
  bounced: 'red',
} as const;

/** What was written to whom, and whether it arrived. */
export function Mail() {
  return (
    <AdminSection>
      <Messages />
    </AdminSection>
  );
}

const quiet = ['recipient'];

function Messages() {
  const search = useSearch({ from: '/developers/mail' });
  const list = usePages('listMail', { query: buildMailQuery(search, { startOfDate, startAfterDate }) });
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  return (
    <ListView
      label={words.mail.list}
      views={<SavedViews list="mail" search={search} quiet={quiet} />}
      tools={<Tools search={search} />}
      bulk={
        selection.isActive && (
          <BulkActions
            selection={selection}
            items={items}
            id={({ uuid }) => uuid}
            name={({ subject, recipient }) => `${subject}, ${recipient}`}
            tags={['Mail']}
            actions={[
              {
                id: 'resend',
                label: words.bulk.resend,
                icon: 'again',
                done: words.bulk.wereResent,
                send: ({ uuid }) => api.resendMail({ params: { uuid } }),
              },
            ]}
          />
        )
      }
      list={list}
      empty={<NoMessages search={search} />}
      count={words.mail.count}
      skeletonRows={10}
    >
      {(messages) => <Table messages={messages} selection={selection} />}
    </ListView>
  );
}

function NoMessages({ search }: { readonly search: MailSearch }) {
  const navigate = useNavigate();
  if (isFiltered({ ...search }, ['saved'])) {
    return <NoMatch onClear={() => void navigate({ to: '/developers/mail', search: {} })} />;
  }
  return <Empty icon="text" title={words.mail.none} hint={words.mail.noneHint} />;
}

function Tools({ search }: { readonly search: MailSearch }) {
  const set = useAddress<MailSearch>();
  return (
    <>
      <SearchBox
        label={words.mail.recipientHint}
        value={search.recipient ?? ''}
        onChange={(recipient) => set({ recipient })}
      />
      <Filters
        search={search}
        fields={[
          {
            id: 'state',
            label: words.mail.state,
            icon: 'check',
            kind: 'choice',
            choices: mailStates.map((value) => ({ value, label: words.mail.states[value] })),
          },
          {
            id: 'kind',
            label: words.mail.kind,
            icon: 'text',
            kind: 'pick',
            choices: Object.entries(words.mail.kinds).map(([value, label]) => ({ value, label })),
          },
          ...buildDateFields(),
        ]}
      />
    </>
  );
}

interface TableProps {
  readonly messages: readonly MailMessage[];
  readonly selection: ListSelection;
}

function Table({ messages, selection }: TableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <PickAll selection={selection} />
          <th>{words.mail.subject}</th>
          <th className="wide">{words.mail.recipient}</th>
          <th>{words.mail.state}</th>
          <th className="wide wider">{words.mail.kind}</th>
          <th className="wide">{words.developers.at}</th>
          <th>
            <span className="hidden">{words.lists.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <Row key={message.uuid} message={message} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly message: MailMessage;
  readonly selection: ListSelection;
}

function Row({ message, selection }: RowProps) {
  const resend = useChange('resendMail', words.mail.wasResent);
  const { uuid, subject, recipient, state, kind, error, attempts, createdAt } = message;
  const whyNot =
    state === 'queued' ? words.mail.stillQueued : state === 'refused' ? words.mail.notWanted : undefined;
  const kinds: Readonly<Record<string, string>> = words.mail.kinds;
  return (
    <tr>
      <PickCell id={uuid} name={subject} selection={selection} />
      <th scope="row" className="text">
        {subject}
        {error && (
          <p className="wrong">{`${error} (${pluralize(start.words, words.mail.tries, attempts)})`}</p>
        )}
      </th>
      <td className="wide cut">{recipient}</td>
      <td>
        <span className="tag" data-color={colors[state]}>
          <i />
          {words.mail.states[state]}
        </span>
      </td>
      <td className="wide wider muted">{kinds[kind] ?? kind}</td>
      <td className="wide muted">
        <Moment at={createdAt} />
      </td>
      <td className="acts">
        <button
          type="button"
          className="btn quiet small"
          disabled={resend.isPending}
          aria-disabled={whyNot ? true : undefined}
          title={whyNot}
          onClick={() => (whyNot ? showToast(whyNot) : resend.mutate({ params: { uuid } }))}
        >
          {words.mail.resend}
          <span className="hidden"> {subject}</span>
        </button>
      </td>
    </tr>
  );
}
