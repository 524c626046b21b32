import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { onlineNames, onlineProviders, type OnlineName } from '@daybook/contract/providers.data';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Section } from './parts.tsx';

const text = words.payments;

type Provider = Result<'listPaymentProviders'>[number];

/** The accounts of the workspace with payment providers. */
export function Payments() {
  const { data: providers } = useSuspenseQuery(buildQuery('listPaymentProviders'));
  return onlineNames.map((name) => {
    const provider = providers.find((each) => each.provider === name);
    return provider && <Account key={name} name={name} provider={provider} />;
  });
}

interface AccountProps {
  readonly name: OnlineName;
  readonly provider: Provider;
}

/** Keys are taken, and never shown. */
function Account({ name, provider }: AccountProps) {
  const { name: title, isConfigured, isLive, webhookUrl, webhookEvents } = provider;
  const connect = useChange('connectPaymentProvider', words.shell.saved);
  const remove = useChange('disconnectPaymentProvider', interpolate(text.wasRemoved, { name: title }));
  const { hint, keys: labels } = text.accounts[name];
  const send = (values: FormData): void => {
    const keys = onlineProviders[name].map((key) => [key, String(values.get(key) ?? '').trim()]);
    connect.mutate({ params: { provider: name }, body: Object.fromEntries(keys) });
  };
  return (
    <Section
      title={title}
      hint={hint}
      action={
        isConfigured && (
          <span className="tag" data-color={isLive ? 'green' : 'yellow'}>
            {isLive ? text.isSet : text.isTest}
          </span>
        )
      }
    >
      {webhookUrl && (
        <div className="col gap3">
          <p className="help">
            {interpolate(text.webhookUrl, { name: title, events: webhookEvents.join(', ') })}
          </p>
          <div className="row">
            <code className="grow cut">{webhookUrl}</code>
            <CopyButton text={webhookUrl} label={text.copyUrl} />
          </div>
        </div>
      )}
      <Form key={String(isConfigured)} errors={getFieldErrors(connect.error)} onSubmit={send}>
        <div className="two">
          {Object.entries(labels).map(([key, label]) => (
            <TextField key={key} label={label} name={key} type="password" autoComplete="off" />
          ))}
        </div>
        {isConfigured && <p className="help">{text.stored}</p>}
        <div className="row end">
          {isConfigured && (
            <Button
              label={interpolate(text.remove, { name: title })}
              kind="bad"
              isBusy={remove.isPending}
              onClick={() => remove.mutate({ params: { provider: name } })}
            />
          )}
          <Button label={text.connect} kind="main" isSubmit isBusy={connect.isPending} />
        </div>
      </Form>
    </Section>
  );
}
