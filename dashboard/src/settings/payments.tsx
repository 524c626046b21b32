import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { fieldErrors, query, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Section } from './parts.tsx';

const text = words.payments;

/** What Stripe is to report. */
const events =
  'checkout.session.completed, checkout.session.async_payment_succeeded, checkout.session.expired, charge.refunded, refund.failed';

/** The Stripe account of the workspace. Keys are taken, and never shown. */
export function Payments() {
  const { data: providers } = useSuspenseQuery(query('listPaymentProviders'));
  const stripe = providers.find(({ provider }) => provider === 'stripe');
  const connect = useChange('connectStripe', words.shell.saved);
  const remove = useChange('disconnectStripe', text.wasRemoved);
  if (!stripe) return null;
  const send = (values: FormData): void => {
    const get = (name: string): string => String(values.get(name) ?? '').trim();
    connect.mutate({ body: { secretKey: get('secretKey'), webhookSecret: get('webhookSecret') } });
  };
  const { isConfigured, isLive, webhookUrl } = stripe;
  return (
    <Section
      title={text.stripe}
      hint={text.stripeHint}
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
          <p className="help">{interpolate(text.webhookUrl, { events })}</p>
          <div className="row">
            <code className="grow cut">{webhookUrl}</code>
            <CopyButton text={webhookUrl} label={text.copyUrl} />
          </div>
        </div>
      )}
      <Form key={String(isConfigured)} errors={fieldErrors(connect.error)} onSubmit={send}>
        <div className="two">
          <TextField label={text.secretKey} name="secretKey" type="password" autoComplete="off" />
          <TextField label={text.webhookSecret} name="webhookSecret" type="password" autoComplete="off" />
        </div>
        {isConfigured && <p className="help">{text.stored}</p>}
        <div className="row end">
          {isConfigured && (
            <Button
              label={text.remove}
              kind="bad"
              isBusy={remove.isPending}
              onClick={() => remove.mutate({})}
            />
          )}
          <Button label={text.connect} kind="main" isSubmit isBusy={connect.isPending} />
        </div>
      </Form>
    </Section>
  );
}
