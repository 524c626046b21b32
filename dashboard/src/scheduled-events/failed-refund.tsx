import { Button } from '../kit/button.tsx';
import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

const text = words.payments;
/** What shows a refund that was refused. */
const shownBy = ['Scheduled events', 'Home'];

/** What a person can do about a refund that the provider refused: it stays a task until they have. */
export function FailedRefund({ uuid }: { readonly uuid: string }) {
  const retry = useChange('retryRefund', text.wasRetried, shownBy);
  const close = useChange('closeRefund', text.wasMarkedDone, shownBy);
  const input = { params: { uuid } };
  return (
    <>
      <Button label={text.retry} isSmall isBusy={retry.isPending} onClick={() => retry.mutate(input)} />
      <Button label={text.markDone} isSmall isBusy={close.isPending} onClick={() => close.mutate(input)} />
    </>
  );
}
