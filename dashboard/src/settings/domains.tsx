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
  const [isNew, setIsNew] = useState<'pages' | 'sender'>();
  const add = (
    <div className="row wrap">
      <Button label={text.addSender} whyNot={why} onClick={() => setIsNew('sender')} />
      <Button label={text.add} icon="plus" kind="main" whyNot={why} onClick={() => setIsNew('pages')} />
    </div>
  );
  return (
    <Page title={words.settings.pages.domains} action={add}>
      <p className="help">{text.hint}</p>
      {why === undefined ? (
        <DomainList onAdd={() => setIsNew('pages')} />
      ) : (
        <p className="note info">{why}</p>
      )}
      {isNew && <NewDomain purpose={isNew} onClose={() => setIsNew(undefined)} />}
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
  const { uuid, purpose, state, problem, records, checkedAt } = domain;
  const name = domain.senderAddress ?? domain.name;
  const verify = useChange('verifyDomain');
  const explained = purpose === 'sender' ? text.explainedSender : text.explained;
  return (
    <li>
      <div className="col gap3 grow">
        <div className="row wrap">
          <b className="cut">{name}</b>
          <span className="tag">{text.purposes[purpose]}</span>
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
          {purpose === 'sender' && <NewKey uuid={uuid} name={name} />}
          <DeleteButton
            operation="deleteDomain"
            input={{ params: { uuid } }}
            label={words.settings.remove}
            of={name}
            title={interpolate(text.removeTitle, { name })}
            hint={purpose === 'sender' ? text.removeSenderHint : text.removeHint}
            done={text.wasRemoved}
            kind="quiet bad"
            isSmall
          />
        </div>
        <p className="help" role="status">
          {problem ? text.problems[problem] : explained[state]}{' '}
          {checkedAt && interpolate(text.checked, { time: formatMoment(checkedAt) })}
        </p>
        <dl className="dns-records">
          {records.map((record) => (
            <RecordFacts key={record.name} record={record} />
          ))}
        </dl>
      </div>
    </li>
  );
}

const recordColors = { unknown: 'gray', missing: 'orange', wrong: 'red', correct: 'green' } as const;

function RecordFacts({ record }: { readonly record: DnsRecord }) {
  const { about, type, name, value, state, found } = record;
  return (
    <div>
      <dt>
        {type}: {text.about[about]}{' '}
        <span className="tag" data-color={recordColors[state]}>
          {text.recordStates[state]}
        </span>
      </dt>
      <Copyable label={text.recordName} of={text.about[about]} text={name} />
      <Copyable label={text.recordValue} of={text.about[about]} text={value} />
      {state === 'wrong' && <dd className="help">{interpolate(text.found, { found: found.join(', ') })}</dd>}
    </div>
  );
}

function Copyable({ label, of: record, text: value }: { label: string; of: string; text: string }) {
  return (
    <dd className="row">
      <span className="muted">{label}</span>
      <code className="grow">{value}</code>
      <CopyButton text={value} label={interpolate(text.copy, { what: `${record}, ${label}` })} isSquare />
    </dd>
  );
}

function NewKey({ uuid, name }: { readonly uuid: string; readonly name: string }) {
  const rotate = useChange('rotateDomainKey', text.keyWasMade);
  return (
    <Button
      label={text.newKey}
      isSmall
      isBusy={rotate.isPending}
      onClick={() => rotate.mutate({ params: { uuid } })}
    >
      <span className="hidden"> {name}</span>
    </Button>
  );
}

interface NewDomainProps {
  readonly purpose: 'pages' | 'sender';
  readonly onClose: () => void;
}

function NewDomain({ purpose, onClose }: NewDomainProps) {
  const isSender = purpose === 'sender';
  const field = isSender ? 'senderAddress' : 'name';
  const title = isSender ? text.addSender : text.add;
  const create = useChange('createDomain', text.wasAdded);
  const send = (values: FormData): void =>
    create.mutate(
      { body: { purpose, [field]: String(values.get(field) ?? '').trim() } },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <Form errors={getFieldErrors(create.error)} onSubmit={send}>
        <TextField
          label={isSender ? text.senderAddress : text.name}
          name={field}
          maxLength={253}
          help={isSender ? text.senderHint : text.nameHint}
          autoFocus
        />
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={create.isPending}>
            {title}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
