import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';

const text = words.settings.domains;

export type Domain = Result<'listDomains'>['items'][number];
type DnsRecord = Domain['records'][number];

const colors = { pending: 'orange', verified: 'green', failing: 'red' } as const;

/** A domain with its state and its DNS records, each to be copied. */
export function DomainRow({ domain }: { readonly domain: Domain }) {
  const { uuid, purpose, state, problem, records, checkedAt, identityProviderUuid } = domain;
  const { role } = useSession();
  const name = domain.senderAddress ?? domain.name;
  const verify = useChange('verifyDomain', undefined, ['Single sign-on']);
  return (
    <li>
      <div className="col gap3 grow">
        <div className="row wrap">
          <b className="cut">{name}</b>
          {purpose !== 'sign_in' && <span className="tag">{text.purposes[purpose]}</span>}
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
            hint={text.removeHint[purpose]}
            whyNot={identityProviderUuid && role !== 'owner' ? text.ownersRemove : undefined}
            done={text.wasRemoved}
            others={['Single sign-on']}
            kind="quiet bad"
            isSmall
          />
        </div>
        <p className="help" role="status">
          {problem ? text.problems[problem] : text.explained[purpose][state]}{' '}
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
      <CopyableText label={`${record}, ${label}`} text={value} />
    </dd>
  );
}

/** A value to be entered elsewhere. */
export function CopyableText({ label, text: value }: { label: string; text: string }) {
  return (
    <>
      <code className="grow" dir="ltr">
        {value}
      </code>
      <CopyButton text={value} label={interpolate(text.copy, { what: label })} isSquare />
    </>
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
