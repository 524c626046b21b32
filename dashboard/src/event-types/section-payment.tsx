import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RadioGroup } from '../kit/choice.tsx';
import { CurrencyField } from '../kit/currency-field.tsx';
import { DurationField } from '../kit/duration-field.tsx';
import { TextField } from '../kit/field.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { useDraft } from './draft.ts';
import { getPolicyKind, createPolicy, type PolicyKind } from './rules.ts';
import { NumberField, Section } from './section.tsx';

const { pages, payments } = words;

/** The price of the page, how it is collected, and who gets it back. */
export function PaymentSection() {
  const { draft, set } = useDraft();
  return (
    <Section name="payment" hint={payments.hint}>
      <div className="two">
        <TextField
          label={pages.price}
          name="price"
          help={pages.priceHint}
          value={draft.price ?? ''}
          onChange={(text) => set('price', text.trim() || null)}
        />
        <CurrencyField
          label={pages.currency}
          name="currency"
          none="—"
          value={draft.currency ?? ''}
          onChange={(currency) => set('currency', currency || null)}
        />
      </div>
      {draft.price !== null && <ProviderField />}
      {draft.price !== null && draft.paymentProvider !== 'manual' && <RefundFields />}
    </Section>
  );
}

function ProviderField() {
  const { draft, set } = useDraft();
  const { data: providers } = useSuspenseQuery(buildQuery('listPaymentProviders'));
  const online = providers.filter(({ provider }) => provider !== 'manual');
  const isMissing = useCanManage() && !online.some(({ isConfigured }) => isConfigured);
  return (
    <>
      <RadioGroup
        label={payments.provider}
        name="paymentProvider"
        value={draft.paymentProvider}
        onChange={(provider) => set('paymentProvider', provider)}
        choices={[
          { value: 'manual', label: payments.manual, help: payments.manualHint },
          ...online.map(({ provider, name, isConfigured }) => ({
            value: provider,
            label: interpolate(payments.online, { name }),
            help: isConfigured ? payments.onlineHint : interpolate(payments.notSetUp, { name }),
            isDisabled: !isConfigured && draft.paymentProvider !== provider,
          })),
        ]}
      />
      {isMissing && (
        <p>
          <Link className="link" to="/settings/workspace" hash="payments">
            {payments.setUp}
          </Link>
        </p>
      )}
    </>
  );
}

const kinds: readonly PolicyKind[] = ['full', 'until', 'none'];

function RefundFields() {
  const { draft, set } = useDraft();
  const { refundPolicy: policy } = draft;
  const kind = getPolicyKind(policy);
  return (
    <>
      <RadioGroup
        label={payments.refunds}
        name="refundPolicy"
        value={kind}
        onChange={(next) => set('refundPolicy', createPolicy(next))}
        choices={kinds.map((value) => ({ value, label: payments[value] }))}
      />
      {policy && kind !== 'full' && (
        <div className="two">
          {kind === 'until' && (
            <DurationField
              label={payments.fullUntilHours}
              name="refundPolicy.fullUntilHours"
              base="hours"
              units={['hours', 'days']}
              suffix={words.controls.before}
              value={policy.fullUntilHours}
              onChange={(hours) => set('refundPolicy', { ...policy, fullUntilHours: hours ?? '' })}
            />
          )}
          <NumberField
            label={kind === 'until' ? payments.laterPercent : payments.nonePercent}
            name="refundPolicy.laterPercent"
            value={policy.laterPercent}
            onChange={(laterPercent) => set('refundPolicy', { ...policy, laterPercent })}
          />
        </div>
      )}
      <p className="help">{payments.refundHint}</p>
    </>
  );
}
