import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Page, useWhyNot } from './parts.tsx';

const text = words.settings.domains;

type Domain = Result<'listDomains'>['items'][number];
type DnsRecord = Domain['records'][number];

/** The domains at which the workspace's booking pages are, with the DNS records that they need. */
export function Domains() {
  const why = useWhyNot('listDomains');
  const [isNew, setIsNew] = useState(false);
  const add = <Button label={text.add} icon="plus" kind="main" whyNot={why} onClick={() => setIsNew(true)} />;
  return (
    <Page title={words.settings.pages.domains} action={add}>
      <p className="help">{text.hint}</p>
      {why === undefined ? <DomainList onAdd={() => setIsNew(true)} /> : <p className="note info">{why}</p>}
      {isNew && <NewDomain onClose={() => setIsNew(false)} />}
    </Page>
  );
}

function DomainList({ onAdd }: { readonly onAdd: () => void }) {
  const list = usePages('listDomains', { query: { count: 50 } });
  const empty = (
    <Empty icon="link" title={text.none} hint={text.noneHint}>
      <Button label={text.add} kind="main" onClick={onAdd} />
    </Empty>
  );
  return (
    <ListCard label={words.settings.pages.domains} list={list} empty={empty}>
      {(items) => (
        <ul className="rows domains">
          {items.map((item) => (
            <DomainRow key={item.uuid} domain={item} />
          ))}
        </ul>
      )}
    </ListCard>
  );
}

const colors = { pending: 'orange', verified: 'green', failing: 'red' } as const;

function DomainRow({ domain }: { readonly domain: Domain }) {
  const { uuid, name, state, problem, records, checkedAt } = domain;
  const verify = useChange('verifyDomain');
  return (
    <li>
      <div className="col gap3 grow">
        <div className="row wrap">
          <b>{name}</b>
          <span className="tag" data-color={colors[state]}>
            {text.states[state]}
          </span>
          <span className="grow" />
          <Button
            label={text.check}
            isSmall
            isBusy={verify.isPending}
            onClick={() => verify.mutate({ params: { uuid } })}
          >
            <span className="hidden"> {name}</span>
          </Button>
          <DeleteButton
            operation="deleteDomain"
            input={{ params: { uuid } }}
            label={words.settings.remove}
            of={name}
            title={interpolate(text.removeTitle, { name })}
            hint={text.removeHint}
            done={text.wasRemoved}
            kind="quiet bad"
            isSmall
          />
        </div>
        <p className="help" role="status">
          {problem ? text.problems[problem] : text.explained[state]}{' '}
          {checkedAt && interpolate(text.checked, { time: formatMoment(checkedAt) })}
        </p>
        <dl className="dns-records">
          {records.map((record) => (
            <RecordFacts key={record.type} record={record} />
          ))}
        </dl>
      </div>
    </li>
  );
}

const recordColors = { unknown: 'gray', missing: 'orange', wrong: 'red', correct: 'green' } as const;

function RecordFacts({ record }: { readonly record: DnsRecord }) {
  const { type, name, value, state, found } = record;
  return (
    <div>
      <dt>
        {type}{' '}
        <span className="tag" data-color={recordColors[state]}>
          {text.recordStates[state]}
        </span>
      </dt>
      <Copyable label={text.recordName} of={type} text={name} />
      <Copyable label={text.recordValue} of={type} text={value} />
      {state === 'wrong' && <dd className="help">{interpolate(text.found, { found: found.join(', ') })}</dd>}
    </div>
  );
}

function Copyable({ label, of: type, text: value }: { label: string; of: string; text: string }) {
  return (
    <dd className="row">
      <span className="muted">{label}</span>
      <code className="grow">{value}</code>
      <CopyButton text={value} label={interpolate(text.copy, { what: `${type}, ${label}` })} isSquare />
    </dd>
  );
}

function NewDomain({ onClose }: { readonly onClose: () => void }) {
  const create = useChange('createDomain', text.wasAdded);
  const send = (values: FormData): void =>
    create.mutate({ body: { name: String(values.get('name') ?? '') } }, { onSuccess: onClose });
  return (
    <Dialog title={text.add} onClose={onClose}>
      <Form errors={getFieldErrors(create.error)} onSubmit={send}>
        <TextField label={text.name} name="name" maxLength={253} help={text.nameHint} autoFocus />
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={create.isPending}>
            {text.add}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
