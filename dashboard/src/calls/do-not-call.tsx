import { useState } from 'react';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { ListView } from '../kit/list-page.tsx';
import { PickAll, PickCell, useListSelection } from '../kit/list-selection.tsx';
import { Moment } from '../kit/moment.tsx';
import { Empty } from '../kit/states.tsx';
import { showToast } from '../kit/toasts.tsx';
import { usePages } from '../platform/pages.ts';
import { api, getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { Section } from './section.tsx';

/** The numbers that no agent calls. */
export function DoNotCall() {
  const mayManage = useCanManage();
  const list = usePages('listDoNotCall', { query: { count: 50 } });
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  return (
    <Section current="/calls/do-not-call">
      <ListView
        label={words.calls.doNotCall}
        bulk={
          selection.isActive && (
            <BulkActions
              selection={selection}
              items={items}
              id={({ uuid }) => uuid}
              name={({ phoneNumber }) => phoneNumber ?? words.calls.erased}
              tags={['Do not call']}
              actions={[
                {
                  id: 'remove',
                  label: words.calls.removeNumber,
                  done: words.bulk.wereDeleted,
                  send: ({ uuid }) => api.removeDoNotCall({ params: { uuid } }),
                  confirm: { title: words.bulk.removeTitle, hint: words.bulk.removeHint },
                  whyNot: mayManage ? undefined : words.calls.adminsOnly,
                },
              ]}
            />
          )
        }
        before={<AddNumber />}
        list={list}
        empty={<Empty icon="calls" title={words.calls.noNumbers} hint={words.calls.noNumbersHint} />}
        count={words.calls.numberCount}
      >
        {(numbers) => (
          <table className="table">
            <thead>
              <tr>
                <PickAll selection={selection} />
                <th>{words.calls.number}</th>
                <th>{words.calls.reason}</th>
                <th className="wide">{words.calls.since}</th>
                <th>
                  <span className="hidden">{words.lists.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {numbers.map(({ uuid, phoneNumber, reason, createdAt }) => (
                <tr key={uuid}>
                  <PickCell id={uuid} name={phoneNumber ?? words.calls.erased} selection={selection} />
                  <th scope="row" className={phoneNumber ? 'mono' : ''}>
                    {phoneNumber ?? words.calls.erased}
                  </th>
                  <td className="text muted">{reason}</td>
                  <td className="wide muted">
                    <Moment at={createdAt} />
                  </td>
                  <td className="acts">
                    <Allow uuid={uuid} phoneNumber={phoneNumber ?? ''} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </ListView>
    </Section>
  );
}

function AddNumber() {
  const add = useChange('addDoNotCall', words.calls.wasListed);
  const [version, setVersion] = useState(0);
  const send = (values: FormData): void => {
    const text = (name: string): string => String(values.get(name) ?? '').trim();
    add.mutate(
      {
        body: {
          phoneNumber: text('phoneNumber').replaceAll(/[\s()/.-]/g, ''),
          reason: text('reason') || null,
        },
      },
      { onSuccess: () => setVersion(version + 1) },
    );
  };
  return (
    <div className="add-number" key={version}>
      <Form errors={getFieldErrors(add.error)} onSubmit={send}>
        <div className="pair">
          <TextField label={words.calls.number} name="phoneNumber" type="tel" placeholder="+49" />
          <TextField label={words.calls.reason} name="reason" maxLength={500} />
          <button type="submit" className="btn" disabled={add.isPending}>
            {words.calls.addNumber}
          </button>
        </div>
      </Form>
    </div>
  );
}

function Allow({ uuid, phoneNumber }: { readonly uuid: string; readonly phoneNumber: string }) {
  const mayManage = useCanManage();
  const remove = useChange('removeDoNotCall', words.calls.wasAllowed);
  const whyNot = mayManage ? undefined : words.calls.adminsOnly;
  return (
    <button
      type="button"
      className="btn quiet small"
      disabled={remove.isPending}
      aria-disabled={whyNot ? true : undefined}
      title={whyNot}
      onClick={() => (whyNot ? showToast(whyNot) : remove.mutate({ params: { uuid } }))}
    >
      {words.calls.removeNumber}
      <span className="hidden"> {phoneNumber}</span>
    </button>
  );
}
