import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { RadioGroup } from '../kit/choice.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form } from '../kit/field.tsx';
import { formatError } from '../platform/error-text.ts';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';

const text = words.polls;

type Poll = Result<'readPoll'>;

interface PickDialogProps {
  readonly poll: Poll;
  readonly time: Poll['times'][number];
  readonly onClose: () => void;
}

/** Books a time for all who voted, or for those who can come. */
export function PickDialog({ poll, time, onClose }: PickDialogProps) {
  const finalise = useChange('finalisePoll', text.wasPicked);
  const [invite, setInvite] = useState<'all' | 'available'>('all');
  const available = time.yes + time.ifNeeded;
  return (
    <Dialog title={interpolate(text.pickTitle, { when: formatMoment(time.startTime) })} onClose={onClose}>
      <p className="muted">{text.pickHint}</p>
      <Form
        errors={getFieldErrors(finalise.error)}
        onSubmit={() =>
          finalise.mutate(
            { params: { uuid: poll.uuid }, body: { startTime: time.startTime, invite } },
            { onSuccess: onClose },
          )
        }
      >
        <RadioGroup
          label={text.invite}
          name="invite"
          value={invite}
          onChange={setInvite}
          choices={[
            { value: 'all', label: interpolate(text.inviteAll, { n: poll.voters }) },
            { value: 'available', label: interpolate(text.inviteAvailable, { n: available }) },
          ]}
        />
        {finalise.error && (
          <p className="wrong" role="alert">
            {formatError(finalise.error)}
          </p>
        )}
        <DialogActions onClose={onClose}>
          <Button label={text.book} kind="main" isSubmit isBusy={finalise.isPending} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
