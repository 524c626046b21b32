import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { formatTime, formatDay, getNow, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { keepSearch, type ScheduledEvent } from './rules.ts';

type Invitee = ScheduledEvent['invitees'][number];

const text = words.hosting;

interface SeriesProps {
  readonly uuid: string;
  readonly invitee: Invitee;
  readonly series: NonNullable<Invitee['series']>;
}

/** Which event of a series this is, the others, and a way to end it. */
export function InviteeSeries({ uuid, invitee, series }: SeriesProps) {
  const filter = { seriesUuid: series.uuid, count: 60 };
  const { data } = useSuspenseQuery(buildQuery('listScheduledEvents', { query: filter }));
  const isLeft = ({ status, startTime }: ScheduledEvent): boolean =>
    status === 'confirmed' && Date.parse(startTime) > getNow();
  const others = data.items.filter((event) => event.uuid !== uuid);
  return (
    <div className="col gap3 small">
      <div className="row wrap">
        <b>{interpolate(text.ofSeries, { index: series.index, count: series.count })}</b>
        <span className="grow" />
        {data.items.some(isLeft) && <CancelSeries invitee={invitee} />}
      </div>
      {others.length > 0 && (
        <nav aria-label={text.othersOfSeries}>
          <ul className="row wrap">
            {others.map((event) => (
              <li key={event.uuid} className={event.status === 'cancelled' ? 'is-cancelled' : undefined}>
                <Link className="link" to="/events/$uuid" params={{ uuid: event.uuid }} search={keepSearch}>
                  {formatDay(toWallTime(event.startTime).day)},{' '}
                  {formatTime(toWallTime(event.startTime).clock)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

function CancelSeries({ invitee }: { readonly invitee: Invitee }) {
  const [isOpen, setIsOpen] = useState(false);
  const cancel = useChange('cancelInvitee', text.seriesWasCancelled);
  const send = (values: FormData): void => {
    const cancellationReason = String(values.get('cancellationReason') ?? '').trim() || null;
    cancel.mutate(
      { params: { uuid: invitee.uuid }, body: { cancellationReason, wholeSeries: true } },
      { onSuccess: () => setIsOpen(false) },
    );
  };
  return (
    <>
      <Button label={text.cancelSeries} kind="bad" isSmall onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Dialog title={text.cancelSeriesTitle} onClose={() => setIsOpen(false)}>
          <p className="muted">{interpolate(text.cancelSeriesHint, { name: invitee.fullName })}</p>
          <Form errors={getFieldErrors(cancel.error)} onSubmit={send}>
            <TextField label={words.events.reason} name="cancellationReason" rows={2} maxLength={512} />
            <DialogActions onClose={() => setIsOpen(false)} cancel={words.events.keep}>
              <Button label={text.cancelSeries} kind="danger" isSubmit isBusy={cancel.isPending} />
            </DialogActions>
          </Form>
        </Dialog>
      )}
    </>
  );
}
