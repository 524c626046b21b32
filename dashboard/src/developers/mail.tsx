import { pluralize } from '@daybook/booking/locale';
import { useSearch } from '@tanstack/react-router';
import { DateFields } from '../kit/date-fields.tsx';
import { SelectField } from '../kit/field.tsx';
import { ListView } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { showToast } from '../kit/toasts.tsx';
import { useAddress } from '../platform/address.ts';
import { usePages } from '../platform/pages.ts';
import { useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { startAfterDate, startOfDate } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { buildMailQuery, type MailMessage } from './rules.ts';
import { mailStates, type MailSearch } from './search.ts';
import { AdminSection } from './section.tsx';

const any = { value: '', label: words.developers.any };
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

function Messages() {
  const search = useSearch({ from: '/developers/mail' });
  const list = usePages('listMail', { query: buildMailQuery(search, { startOfDate, startAfterDate }) });
  return (
    <ListView
      label={words.mail.list}
      tools={<Filters search={search} />}
      list={list}
      empty={<Empty title={words.mail.none} hint={words.mail.noneHint} />}
      count={words.mail.count}
      skeletonRows={10}
    >
      {(messages) => <Table messages={messages} />}
    </ListView>
  );
}

function Filters({ search }: { readonly search: MailSearch }) {
  const set = useAddress<MailSearch>();
  return (
    <>
      <div className="inline">
        <SelectField
          label={words.mail.state}
          name="state"
          value={search.state ?? ''}
          onChange={(state) => set({ state: state as (typeof mailStates)[number] })}
          choices={[any, ...mailStates.map((value) => ({ value, label: words.mail.states[value] }))]}
        />
        <SelectField
          label={words.mail.kind}
          name="kind"
          value={search.kind ?? ''}
          onChange={(kind) => set({ kind })}
          choices={[any, ...Object.entries(words.mail.kinds).map(([value, label]) => ({ value, label }))]}
        />
        <DateFields from={search.from} to={search.to} onChange={set} />
      </div>
      <SearchBox
        label={words.mail.recipientHint}
        value={search.recipient ?? ''}
        onChange={(recipient) => set({ recipient })}
      />
    </>
  );
}

function Table({ messages }: { readonly messages: readonly MailMessage[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{words.mail.subject}</th>
          <th className="wide">{words.mail.recipient}</th>
          <th>{words.mail.state}</th>
          <th className="wide">{words.mail.kind}</th>
          <th className="wide">{words.developers.at}</th>
          <th>
            <span className="hidden">{words.lists.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <Row key={message.uuid} message={message} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ message }: { readonly message: MailMessage }) {
  const resend = useChange('resendMail', words.mail.wasResent);
  const { uuid, subject, recipient, state, kind, error, attempts, createdAt } = message;
  const whyNot =
    state === 'queued' ? words.mail.stillQueued : state === 'refused' ? words.mail.notWanted : undefined;
  const kinds: Readonly<Record<string, string>> = words.mail.kinds;
  return (
    <tr>
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
      <td className="wide muted">{kinds[kind] ?? kind}</td>
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
