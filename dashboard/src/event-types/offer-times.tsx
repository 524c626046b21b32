import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { DateTimeField } from '../kit/date-time-field.tsx';
import { Form } from '../kit/field.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { toInstantAt, ownZone, formatZone } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useDraft } from './draft.ts';

const { pages } = words;
const maxTimes = 50;

/** A one-off meeting: anyone with the link picks one of these times, and the first booking closes it. */
export function OfferTimes({
  onMade,
  onClose,
}: {
  readonly onMade: (link: string) => void;
  readonly onClose: () => void;
}) {
  const { settings } = useDraft();
  const create = useChange('createLink');
  const [count, setCount] = useState(3);
  const send = (values: FormData): void => {
    const typed = Array.from({ length: count }, (_, index) => String(values.get(`times.${index}`) ?? ''));
    const times = typed.filter(Boolean).map((text) => {
      const [date = '', clock = ''] = text.split('T');
      return toInstantAt(date, clock);
    });
    create.mutate(
      { body: { eventTypeUuid: settings.uuid, kind: 'single_use', times } },
      { onSuccess: ({ link }) => onMade(link) },
    );
  };
  return (
    <Dialog title={pages.offerTimes} onClose={onClose}>
      <Form errors={getFieldErrors(create.error)} onSubmit={send}>
        <p className="help">{interpolate(pages.offerTimesHint, { zone: formatZone(ownZone) })}</p>
        {Array.from({ length: count }, (_, index) => (
          <DateTimeField
            key={index}
            label={interpolate(pages.offeredTime, { n: index + 1 })}
            name={`times.${index}`}
            autoFocus={index === 0}
          />
        ))}
        <DialogActions
          onClose={onClose}
          aside={
            count < maxTimes && (
              <Button label={pages.addTime} icon="plus" onClick={() => setCount(count + 1)} />
            )
          }
        >
          <Button label={pages.makeLink} kind="main" isSubmit isBusy={create.isPending} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
