import { interpolate, pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatTime, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { Webhook } from './rules.ts';

const colors = { active: 'success', failing: 'warning', paused: 'warning', disabled: 'gray' } as const;

interface StateTagProps extends Pick<Webhook, 'state' | 'failingSince'> {
  readonly waiting?: number;
}

/** Whether a webhook works, since when it does not, and how much waits for it. */
export function StateTag({ state, failingSince, waiting = 0 }: StateTagProps) {
  const text =
    failingSince && state !== 'disabled'
      ? interpolate(words.webhooks.failingSince, { time: formatTime(toWallTime(failingSince).clock) })
      : words.webhooks.states[state];
  return (
    <span className="tag" data-color={colors[state]}>
      <i />
      {waiting > 0 ? `${text}, ${pluralize(start.words, words.webhooks.waiting, waiting)}` : text}
    </span>
  );
}

const everyMs = 5000;

/** The same for a single webhook, read again while it is shown. */
export function Status({ uuid }: { readonly uuid: string }) {
  const status = buildQuery('readWebhookStatus', { params: { uuid } });
  const { data } = useQuery({ ...status, refetchInterval: everyMs });
  return data ? <StateTag {...data} /> : null;
}
