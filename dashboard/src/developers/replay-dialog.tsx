import { toIsoDate } from '@daybook/booking/calendar';
import { pluralize } from '@daybook/booking/locale';
import { useState } from 'react';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { DateField } from '../kit/date-field.tsx';
import { Form, SelectField } from '../kit/field.tsx';
import { showToast } from '../kit/toasts.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { startAfterDate, startOfDate, getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';

interface ReplayDialogProps {
  readonly uuid: string;
  readonly onClose: () => void;
}

/** Counts first; what is sent is what was counted. */
export function ReplayDialog({ uuid, onClose }: ReplayDialogProps) {
  const [from, setFrom] = useState(toIsoDate(getToday() - 1));
  const [to, setTo] = useState('');
  const [status, setStatus] = useState<'undelivered' | 'all'>('undelivered');
  const replay = useChange('replayDeliveries');
  const counted = replay.data?.dryRun ? replay.data.count : undefined;
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      replay.reset();
    };
  const send = (dryRun: boolean): void =>
    replay.mutate(
      {
        params: { uuid },
        body: { since: startOfDate(from), ...(to && { until: startAfterDate(to) }), status, dryRun },
      },
      {
        onSuccess: ({ count }) => {
          if (dryRun) return;
          showToast(pluralize(start.words, words.webhooks.replayed, count));
          onClose();
        },
      },
    );
  return (
    <Dialog title={words.webhooks.replayTitle} onClose={onClose}>
      <p className="muted">{words.webhooks.replayHint}</p>
      <Form errors={getFieldErrors(replay.error)} onSubmit={() => send(!counted)}>
        <div className="two">
          <DateField label={words.lists.from} name="since" value={from} onChange={change(setFrom)} />
          <DateField label={words.lists.to} name="until" value={to} onChange={change(setTo)} />
        </div>
        <SelectField
          label={words.webhooks.replayWhat}
          name="status"
          value={status}
          onChange={change((value: string) => setStatus(value as 'all'))}
          choices={(['undelivered', 'all'] as const).map((value) => ({
            value,
            label: words.webhooks.replayChoices[value],
          }))}
        />
        <p role="status">
          {counted !== undefined && pluralize(start.words, words.webhooks.replayCount, counted)}
        </p>
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={replay.isPending || !from || counted === 0}>
            {counted ? pluralize(start.words, words.webhooks.replayNow, counted) : words.webhooks.countFirst}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
