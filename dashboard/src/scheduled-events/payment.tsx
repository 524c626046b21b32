import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { formatMoney } from '../platform/numbers.ts';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { FailedRefund } from './failed-refund.tsx';
import type { ScheduledEvent } from './rules.ts';

type Invitee = ScheduledEvent['invitees'][number];
type Payment = NonNullable<Invitee['payment']>;

const text = words.payments;
const colors = { unpaid: 'gray', paid: 'green', partially_refunded: 'yellow', refunded: 'gray' } as const;

/** What an invitee pays or has paid, and the way back. */
export function InviteePayment({
  invitee,
  payment,
}: {
  readonly invitee: Invitee;
  readonly payment: Payment;
}) {
  const { status, amount, currency, refundedAmount, refundError, refusedRefund } = payment;
  const money = (value: string): string => formatMoney(Number(value), { currency });
  return (
    <div className="row wrap small">
      <span className="muted">{text.payment}</span>
      <b>{money(amount)}</b>
      <span className="tag" data-color={colors[status]}>
        {text[status]}
      </span>
      {status === 'partially_refunded' && refundedAmount !== undefined && (
        <span className="muted">{interpolate(text.refundedSoFar, { amount: money(refundedAmount) })}</span>
      )}
      {refusedRefund && (
        <>
          <span className="wrong">
            {interpolate(text.refundRefused, {
              amount: money(refusedRefund.amount),
              reason: refundError ?? '',
            })}
          </span>
          <FailedRefund uuid={refusedRefund.uuid} />
        </>
      )}
      <span className="grow" />
      {(status === 'paid' || status === 'partially_refunded') && <Refund invitee={invitee} />}
    </div>
  );
}

function Refund({ invitee }: { readonly invitee: Invitee }) {
  const [isOpen, setIsOpen] = useState(false);
  const refund = useChange('refundPayment', text.wasRefunded);
  const send = (values: FormData): void => {
    const amount = String(values.get('amount') ?? '').trim();
    refund.mutate(
      { params: { uuid: invitee.uuid }, body: amount === '' ? {} : { amount } },
      { onSuccess: () => setIsOpen(false) },
    );
  };
  return (
    <>
      <Button label={text.refund} isSmall onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Dialog
          title={interpolate(text.refundTitle, { name: invitee.fullName })}
          onClose={() => setIsOpen(false)}
        >
          <Form errors={getFieldErrors(refund.error)} onSubmit={send}>
            <TextField
              label={text.amount}
              name="amount"
              help={text.amountHint}

              autoFocus
            />
            <DialogActions onClose={() => setIsOpen(false)} cancel={text.keep}>
              <Button label={text.refund} kind="danger" isSubmit isBusy={refund.isPending} />
            </DialogActions>
          </Form>
        </Dialog>
      )}
    </>
  );
}
