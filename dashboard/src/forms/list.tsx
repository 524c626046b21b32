import { interpolate, pluralize } from '@daybook/booking/locale';
import { Link, Outlet, useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { CopyButton } from '../kit/copy-button.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { Panel } from '../kit/panel.tsx';
import { Empty } from '../kit/states.tsx';
import { parseEveryone, type EveryoneSearch } from '../platform/address.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import type { RoutingForm } from './rules.ts';
import { EveryoneSwitch } from '../shell/everyone-switch.tsx';

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listRoutingForms', buildListInput(parseEveryone(search).scope));

const buildListInput = (scope: EveryoneSearch['scope']) => ({
  query: { ...(scope && { scope }), count: 50 },
});

/** Every form with its state; each opens its builder. */
export function FormList() {
  const { scope } = useSearch({ from: '/forms' });
  const isNew = useMatch({ from: '/forms/new', shouldThrow: false }) !== undefined;
  const list = usePages('listRoutingForms', buildListInput(scope));
  return (
    <ListPage
      title={words.forms.title}
      actions={
        <>
          <EveryoneSwitch label={words.forms.everyone} {...(scope && { scope })} />
          <Link className="btn main" to="/forms/new" search>
            <Icon name="plus" />
            {words.forms.create}
          </Link>
        </>
      }
      label={words.forms.list}
      list={list}
      empty={<Empty title={words.forms.none} hint={words.forms.noneHint} />}
      count={words.forms.count}
      panel={<Outlet />}
      hasPanel={isNew}
    >
      {(forms) => <Table forms={forms} />}
    </ListPage>
  );
}

function Table({ forms }: { readonly forms: readonly RoutingForm[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
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
