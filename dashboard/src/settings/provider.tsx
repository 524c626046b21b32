import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Button } from '../kit/button.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Form, Switch, TextField } from '../kit/field.tsx';
import { buildQuery, getFieldErrors, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { ConnectionFields, readConnection } from './connection-fields.tsx';
import { CopyableText } from './domain-row.tsx';
import { Guarded, Page, Save, Section } from './parts.tsx';
import { ProviderDomains, ProviderPeople, useProviderEdit } from './provider-people.tsx';
import { Enforcement } from './provider-enforcement.tsx';
import { ProviderState, type Provider as IdentityProvider } from './provider-state.tsx';

const text = words.settings.singleSignOn;

interface Props {
  readonly provider: IdentityProvider;
}

/** One connection, in the order in which it is set up. */
export function Provider() {
  const { uuid } = useParams({ from: '/settings/single-sign-on/$uuid' });
  const { data: provider } = useSuspenseQuery(buildQuery('readIdentityProvider', { params: { uuid } }));
  const { role } = useSession();
  const back = (
    <Link className="link" to="/settings/single-sign-on">
      {words.settings.pages.singleSignOn}
    </Link>
  );
  return (
    <Page title={provider.name} back={back} action={<ProviderState provider={provider} />}>
      <Values provider={provider} />
      <Trial provider={provider} />
      <Guarded why={role === 'owner' ? undefined : text.ownersOnly}>
        <Connection provider={provider} />
        <ProviderDomains provider={provider} />
        <ProviderPeople provider={provider} />
        <Enable provider={provider} />
        <Enforcement provider={provider} />
        <Removal provider={provider} />
      </Guarded>
    </Page>
  );
}

const names = {
  saml: ['acsUrl', 'entityId', 'metadataUrl', 'sloUrl', 'startUrl'],
  oidc: ['redirectUri', 'logoutUri', 'startUrl'],
} as const;

function Values({ provider: { kind, service } }: Props) {
  return (
    <Section title={text.values} hint={text.valuesHint}>
      <dl className="dns-records">
        {names[kind].map((name) => (
          <div key={name}>
            <dt>{text.service[name]}</dt>
            <dd className="row">
              <CopyableText label={text.service[name]} text={service[name] ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Trial({ provider: { uuid, service } }: Props) {
  const test = useChange('testIdentityProvider');
  return (
    <Section title={text.test} hint={text.testHint}>
      <div className="row wrap">
        <Button
          label={text.runTest}
          isBusy={test.isPending}
          onClick={() => test.mutate({ params: { uuid } })}
        />
        <a className="btn" href={service.testUrl} target="_blank" rel="noreferrer">
          {text.tryIt}
        </a>
      </div>
      {test.data && (
        <div role="status">
          <ul className="rows">
            {test.data.checks.map(({ name, isPassed, problem, reason }) => (
              <li key={name}>
                <span className="grow">
                  <b>{text.checks[name]}</b>
                  {problem && (
                    <span className="help">
                      {interpolate(text.problems[problem], { reason: reason ?? '' })}
                    </span>
                  )}
                </span>
                <span className="tag" data-color={isPassed ? 'green' : 'red'}>
                  {isPassed ? text.passed : text.failed}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

function Connection({ provider }: Props) {
  const { uuid, kind, name, metadataReadAt, metadataError } = provider;
  const { mutate, error, isPending, edit } = useProviderEdit(provider);
  const send = (values: FormData): void =>
    mutate({
      params: { uuid },
      body: { name: String(values.get('name') ?? '').trim(), ...readConnection(kind, values) },
    });
  return (
    <Section title={text.connection}>
      <Form errors={getFieldErrors(error)} edit={edit} onSubmit={send}>
        <TextField label={text.name} name="name" maxLength={60} value={name} help={text.nameHint} />
        <ConnectionFields kind={kind} provider={provider} />
        <Save isPending={isPending} />
      </Form>
      {metadataError && (
        <p className="note bad">{interpolate(text.metadataFailed, { reason: metadataError })}</p>
      )}
      {metadataReadAt && (
        <p className="help">{interpolate(text.metadataRead, { time: formatMoment(metadataReadAt) })}</p>
      )}
      {kind === 'saml' && <Certificates provider={provider} />}
    </Section>
  );
}

/** Several while the provider replaces one. */
function Certificates({ provider: { certificates } }: Props) {
  if (certificates.length === 0) return <p className="note info">{text.noCertificates}</p>;
  return (
    <dl className="dns-records">
      {certificates.map(({ fingerprint, expiresAt }) => {
        const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
        const ends = hasExpired ? text.expired : text.expires;
        return (
          <div key={fingerprint}>
            <dt>
              {text.certificate}{' '}
              {expiresAt && (
                <span className="tag" data-color={hasExpired ? 'red' : 'green'}>
                  {interpolate(ends, { time: formatMoment(expiresAt) })}
                </span>
              )}
            </dt>
            <dd>
              <code dir="ltr">{fingerprint}</code>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Enable({ provider: { uuid, isEnabled } }: Props) {
  const update = useChange('updateIdentityProvider', words.shell.saved);
  const errors = Object.values(getFieldErrors(update.error)).flat();
  return (
    <Section title={text.enable} hint={text.enableHint}>
      <Switch
        label={text.isEnabled}
        isOn={update.isPending ? update.variables.body.isEnabled === true : isEnabled}
        onChange={(isOn) => update.mutate({ params: { uuid }, body: { isEnabled: isOn } })}
      />
      {errors.length > 0 && (
        <p className="note bad" role="alert">
          {errors.join(' ')}
        </p>
      )}
    </Section>
  );
}

function Removal({ provider: { uuid, name } }: Props) {
  const navigate = useNavigate();
  return (
    <Section title={text.removal} hint={text.removalHint}>
      <div className="row">
        <DeleteButton
          operation="deleteIdentityProvider"
          input={{ params: { uuid } }}
          label={text.remove}
          title={interpolate(text.removeTitle, { name })}
          hint={text.removalHint}
          done={text.wasRemoved}
          others={['Domains']}
          onDeleted={() => void navigate({ to: '/settings/single-sign-on' })}
        />
      </div>
    </Section>
  );
}
