import { interpolate, pluralize } from '@daybook/booking/locale';
import { Link, Outlet, useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { isFiltered } from '../kit/filters.rules.ts';
import { Filters } from '../kit/filters.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { PickAll, PickCell, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { Moment } from '../kit/moment.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { Panel } from '../kit/panel.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { buildStateField } from '../kit/state-field.ts';
import { Empty } from '../kit/states.tsx';
import { buildSwitchActions } from '../kit/switch-actions.ts';
import { useAddress, type ViewSearch } from '../platform/address.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { api, getFieldErrors, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { EveryoneFilter } from '../shell/everyone-filter.tsx';
import { SavedViews } from '../views/saved-views.tsx';
import { buildFormQuery, type RoutingForm } from './rules.ts';
import { parseFormSearch, type FormSearch } from './search.ts';

const quiet = ['scope', 'q'];

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listRoutingForms', buildListInput(parseFormSearch(search)));

const buildListInput = (search: FormSearch) => ({ query: { ...buildFormQuery(search), count: 50 } });

/** Every form with its state; each opens its builder. */
export function FormList() {
  const search = useSearch({ from: '/forms' });
  const isNew = useMatch({ from: '/forms/new', shouldThrow: false }) !== undefined;
  const list = usePages('listRoutingForms', buildListInput(search));
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  return (
    <ListPage
      title={words.forms.title}
      actions={
        <Link className="btn main" to="/forms/new" search>
          <Icon name="plus" />
          {words.forms.create}
        </Link>
      }
      views={<SavedViews list="routing_forms" search={search} quiet={quiet} />}
      tools={<Tools search={search} />}
      bulk={
        selection.isActive && (
          <BulkActions
            selection={selection}
            items={items}
            id={({ uuid }) => uuid}
            name={({ name }) => name}
            tags={['Routing forms']}
            actions={buildSwitchActions<RoutingForm>({
              isActive: ({ isActive }) => isActive,
              activate: ({ uuid }, isActive) =>
                api.updateRoutingForm({ params: { uuid }, body: { isActive } }),
              remove: ({ uuid }) => api.deleteRoutingForm({ params: { uuid } }),
              removeHint: words.bulk.removeHints.forms,
            })}
          />
        )
      }
      label={words.forms.list}
      list={list}
      empty={<NoForms search={search} />}
      count={words.forms.count}
      panel={<Outlet />}
      hasPanel={isNew}
    >
      {(forms) => <Table forms={forms} selection={selection} />}
    </ListPage>
  );
}

function Tools({ search }: { readonly search: FormSearch }) {
  const set = useAddress<FormSearch>();
  return (
    <>
      <EveryoneFilter {...search} />
      <SearchBox label={words.forms.find} value={search.q ?? ''} onChange={(q) => set({ q })} />
      <Filters search={search} fields={[buildStateField(words.forms.open, words.forms.closed)]} />
    </>
  );
}

function NoForms({ search }: { readonly search: FormSearch & ViewSearch }) {
  const set = useAddress<FormSearch & ViewSearch>();
  if (isFiltered({ ...search }, ['scope', 'saved'])) {
    return <NoMatch onClear={() => set({ q: undefined, state: undefined, saved: undefined })} />;
  }
  return (
    <Empty icon="forms" title={words.forms.none} hint={words.forms.noneHint}>
      <Link className="btn main" to="/forms/new" search>
        {words.forms.create}
      </Link>
    </Empty>
  );
}

interface TableProps {
  readonly forms: readonly RoutingForm[];
  readonly selection: ListSelection;
}

function Table({ forms, selection }: TableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <PickAll selection={selection} />
          <th>{words.forms.name}</th>
          <th>{words.forms.state}</th>
          <th className="wide">{words.forms.questions}</th>
          <th className="wide">{words.forms.rules}</th>
          <th className="wide">{words.forms.changed}</th>
          <th>
            <span className="hidden">{words.lists.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {forms.map((form) => (
          <tr key={form.uuid} className={form.isActive ? '' : 'past'}>
            <PickCell id={form.uuid} name={form.name} selection={selection} />
            <th scope="row">
              <Link className="whole" to="/forms/$uuid" params={{ uuid: form.uuid }}>
                {form.name}
              </Link>
            </th>
            <td>
              <span className="tag" data-color={form.isActive ? 'success' : 'gray'}>
                <i />
                {form.isActive ? words.forms.open : words.forms.closed}
              </span>
            </td>
            <td className="wide muted">
              {pluralize(start.words, words.forms.questionCount, form.fields.length)}
            </td>
            <td className="wide muted">
              {pluralize(start.words, words.forms.ruleCount, form.routes.length)}
            </td>
            <td className="wide muted">
              <Moment at={form.updatedAt} />
            </td>
            <td className="acts above">
              <CopyButton
                text={form.routingFormUrl}
                label={interpolate(words.pages.copyLink, { title: form.name })}
                icon="link"
                isSquare
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A form begins with one question and a message, which are valid, and is edited from there. */
export function NewForm() {
  const navigate = useNavigate();
  const create = useChange('createRoutingForm', words.forms.wasMade);
  const send = (values: FormData): void =>
    create.mutate(
      {
        body: {
          name: String(values.get('name') ?? ''),
          fields: [
            { inputId: 'email', question: words.forms.firstQuestion, type: 'EMAIL_INPUT', isRequired: true },
          ],
          fallback: { type: 'MESSAGE', headline: words.forms.firstMessage },
        },
      },
      { onSuccess: ({ uuid }) => void navigate({ to: '/forms/$uuid', params: { uuid } }) },
    );
  return (
    <Panel title={words.forms.create} closeTo="/forms">
      <Form errors={getFieldErrors(create.error)} onSubmit={send}>
        <TextField label={words.forms.name} name="name" maxLength={200} help={words.forms.nameHint} />
        <div className="row end">
          <button type="submit" className="btn main" disabled={create.isPending}>
            {words.forms.make}
          </button>
        </div>
      </Form>
    </Panel>
  );
}
