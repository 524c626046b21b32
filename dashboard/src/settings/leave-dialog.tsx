import { interpolate, pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { RadioGroup } from '../kit/choice.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { SearchSelect } from '../kit/search-select.tsx';
import { showToast } from '../kit/toasts.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { DeparturePreview, hasOutcome } from './departure-preview.tsx';
import type { LeftBookings, User } from './rules.ts';

const text = words.settings.leave;
const { departure: departureText } = words.settings;

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
  const [bookings, setBookings] = useState<'keep' | 'handover' | 'cancel'>(open > 0 ? 'handover' : 'keep');
  const [integrations, setIntegrations] = useState<'keep' | 'end'>('keep');
  const { data: departure } = useQuery({
    ...buildQuery('readDeparture', { params: { uuid: user.uuid } }),
    enabled: user.isActive,
  });
  const isHandover = bookings === 'handover';
  const users = useQuery(buildQuery('listUsers', { query: { per_page: 100 } })).data?.items ?? [];
  const others = users.filter((other) => other.isActive && other.uuid !== user.uuid);
  const send = (values: FormData): void => {
    const handoverTo = String(values.get('handoverTo') ?? '');
    const cancellationReason = String(values.get('cancellationReason') ?? '').trim();
    deactivate.mutate(
      {
        params: { uuid: user.uuid },
        query: {
          bookings,
          integrations,
          ...(handoverTo && { handoverTo }),
          ...(bookings === 'cancel' && cancellationReason && { cancellationReason }),
        },
      },
      {
        onSuccess: (answer) => {
          showToast(user.isActive ? text.wasDeactivated : words.shell.saved);
          if (bookings !== 'keep' && answer.bookings && answer.bookings.open > 0) setLeft(answer.bookings);
          else onClose();
        },
      },
    );
  };
  const title = interpolate(user.isActive ? text.title : text.titleLeft, { name: user.name });
  if (left) return <Rest title={title} left={left} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      {user.isActive && <p className="muted">{text.hint}</p>}
      {departure && <DeparturePreview departure={departure} />}
      <Form errors={getFieldErrors(deactivate.error)} onSubmit={send}>
        {open > 0 && (
          <>
            <p>{pluralize(start.words, words.settings.person.open, open)}</p>
            <RadioGroup
              label={text.whatBecomes}
              name="bookings"
              value={bookings}
              onChange={setBookings}
              choices={[
                { value: 'handover', label: text.handOver, help: text.handOverHint },
                { value: 'cancel', label: text.cancel, help: text.cancelHint },
                ...(user.isActive ? [{ value: 'keep' as const, label: text.keep, help: text.keepHint }] : []),
              ]}
            />
          </>
        )}
        {(isHandover || hasOutcome(departure, 'reassigned')) && (
          <SearchSelect
            label={isHandover ? text.to : departureText.to}
            name="handoverTo"
            choices={[
              { value: '', label: isHandover ? text.anyHost : departureText.noOne },
              ...others.map(({ email, name }) => ({ value: email, label: name })),
            ]}
          />
        )}
        {bookings === 'cancel' && (
          <TextField label={words.events.reason} name="cancellationReason" rows={2} maxLength={512} />
        )}
        {hasOutcome(departure, 'kept') && (
          <RadioGroup
            label={departureText.integrations}
            name="integrations"
            value={integrations}
            onChange={setIntegrations}
            choices={[
              { value: 'keep', label: departureText.keep, help: departureText.keepHint },
              { value: 'end', label: departureText.end, help: departureText.endHint },
            ]}
          />
        )}
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
