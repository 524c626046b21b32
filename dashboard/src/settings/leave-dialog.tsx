import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form } from '../kit/field.tsx';
import { showToast } from '../kit/toasts.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { DepartureFields } from './departure-fields.tsx';
import { DeparturePreview } from './departure-preview.tsx';
import { buildDepartureQuery, type DepartureChoices, type LeftBookings, type User } from './rules.ts';

const text = words.settings.leave;

interface LeaveProps {
  readonly user: User;
  /** How many events they still host. */
  readonly open: number;
  readonly onClose: () => void;
}

/**
 * Deactivates somebody, and says what happens to the events they host and to everything that acts in their name; for those who left
 * already, the former alone.
 */
export function LeaveDialog({ user, open, onClose }: LeaveProps) {
  const deactivate = useChange('deactivateUser', undefined, ['Scheduled events']);
  const [left, setLeft] = useState<LeftBookings>();
  const [choices, setChoices] = useState<DepartureChoices>({
    bookings: open > 0 ? 'handover' : 'keep',
    integrations: 'keep',
  });
  const { data: departure } = useQuery({
    ...buildQuery('readDeparture', { params: { uuid: user.uuid } }),
    enabled: user.isActive,
  });
  const send = (values: FormData): void =>
    deactivate.mutate(
      { params: { uuid: user.uuid }, query: buildDepartureQuery(choices, values) },
      {
        onSuccess: ({ bookings }) => {
          showToast(user.isActive ? text.wasDeactivated : words.shell.saved);
          if (choices.bookings !== 'keep' && bookings && bookings.open > 0) setLeft(bookings);
          else onClose();
        },
      },
    );
  const title = interpolate(user.isActive ? text.title : text.titleLeft, { name: user.name });
  if (left) return <Rest title={title} left={left} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      {user.isActive && <p className="muted">{text.hint}</p>}
      {departure && <DeparturePreview departure={departure} />}
      <Form errors={getFieldErrors(deactivate.error)} onSubmit={send}>
        <DepartureFields
          choices={choices}
          onChange={setChoices}
          open={open}
          departure={departure}
          leaving={[user.uuid]}
          hasLeft={!user.isActive}
        />
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn danger" disabled={deactivate.isPending}>
            {user.isActive ? words.settings.person.deactivate : text.settle}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface RestProps {
  readonly title: string;
  readonly left: LeftBookings;
  readonly onClose: () => void;
}

/** What could not be handed over, and why. */
function Rest({ title, left, onClose }: RestProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="note warn">
        {interpolate(text.rest, { open: left.open, done: left.handedOver + left.cancelled })}
      </p>
      <ul className="col gap3">
        {left.collection.map(({ uuid, startTime, reason }) => (
          <li key={uuid}>
            <Link className="link" to="/events/$uuid" params={{ uuid }} search={{ scope: 'all' }}>
              {formatMoment(startTime)}
            </Link>
            {reason && <span className="help"> {reason}</span>}
          </li>
        ))}
      </ul>
      <DialogActions>
        <button type="button" className="btn main" onClick={onClose}>
          {words.shell.close}
        </button>
      </DialogActions>
    </Dialog>
  );
}
