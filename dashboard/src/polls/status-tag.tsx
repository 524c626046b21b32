import type { Result } from '@daybook/client';
import { words } from '../platform/words/words.ts';

const text = words.polls;

/** An open poll that can't be booked is said to be that. */
export function StatusTag({
  poll: { status, obstacle },
}: {
  readonly poll: Pick<Result<'readPoll'>, 'status' | 'obstacle'>;
}) {
  return (
    <span className={`tag${status === 'finalised' ? ' good' : ''}`}>
      {obstacle ? text.halted : text.statuses[status]}
    </span>
  );
}
