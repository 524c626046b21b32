import { interpolate, plural } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { query } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { clockIn, wallAt } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';

const colors = { active: 'success', failing: 'warning', paused: 'warning', disabled: 'gray' } as const;

interface StateTagProps {
  readonly uuid: string;
  /** Read again while it is shown. */
  readonly isLive?: boolean;
}

const everyMs = 5000;

/** Whether a webhook works, since when it does not, and how much waits for it. */
export function StateTag({ uuid, isLive = false }: StateTagProps) {
  const status = query('readWebhookStatus', { params: { uuid } });
  const { data } = useQuery({ ...status, ...(isLive && { refetchInterval: everyMs }) });
  if (!data) return null;
  const { state, failingSince, waiting } = data;
  const text =
    failingSince && state !== 'disabled'
      ? interpolate(words.webhooks.failingSince, { time: clockIn(wallAt(failingSince).clock) })
      : words.webhooks.states[state];
  return (
    <span className="tag" data-color={colors[state]}>
      <i />
      {waiting > 0 ? `${text}, ${plural(start.words, words.webhooks.waiting, waiting)}` : text}
    </span>
  );
}
