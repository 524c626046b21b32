import type { Result } from '@daybook/client';
import { words } from '../platform/words/words.ts';

const text = words.polls;

const colors = { open: 'blue', finalised: 'success', cancelled: 'gray', expired: 'gray' } as const;

/** An open poll that can't be booked is said to be that. */
export function StatusTag({
  poll: { status, obstacle },
}: {
  readonly poll: Pick<Result<'readPoll'>, 'status' | 'obstacle'>;
}) {
  return (
    <span className="tag" data-color={obstacle ? 'orange' : colors[status]}>
      <i />
      {obstacle ? text.halted : text.statuses[status]}
    </span>
  );
}
