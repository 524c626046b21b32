import { toIsoDate } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { UserField } from '../kit/user-field.tsx';
import { showToast, runUndoable } from '../kit/toasts.tsx';
import { formatError } from '../platform/error-text.ts';
import { api, getFieldErrors, queryClient, useChange } from '../platform/query.ts';
import { getNow, ownZone, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { listOtherZones, type ScheduledEvent } from './rules.ts';
import { AnyTimeField, type HostsTime } from './any-time-field.tsx';
import { EditDialog } from './edit.tsx';
import { getCancelKey } from './held-cancel.ts';
import { formatTarget } from './picked-text.ts';
import { sayChanged, undoSeconds } from './undo-change.ts';

type OpenDialog = 'cancel' | 'edit' | 'move' | 'handOver' | undefined;

/** What can still be done about an event. */
export function EventActions({ event }: { readonly event: ScheduledEvent }) {
  const [open, setOpen] = useState<OpenDialog>();
  const close = (): void => setOpen(undefined);
  if (event.status === 'cancelled') return null;
  const whyNot = Date.parse(event.startTime) <= getNow() ? words.events.isOver : undefined;
  return (
    <div className="row wrap">
      <Button label={words.events.move} whyNot={whyNot} onClick={() => setOpen('move')} />
      <Button label={words.hosting.edit} whyNot={whyNot} onClick={() => setOpen('edit')} />
      <Button label={words.events.handOver} whyNot={whyNot} onClick={() => setOpen('handOver')} />
      <Button label={words.events.cancelThis} kind="bad" whyNot={whyNot} onClick={() => setOpen('cancel')} />
      {open === 'cancel' && <CancelDialog event={event} onClose={close} />}
      {open === 'edit' && <EditDialog event={event} onClose={close} />}
      {open === 'move' && <MoveDialog event={event} onClose={close} />}
      {open === 'handOver' && <HandOverDialog event={event} onClose={close} />}
    </div>
  );
}

interface ActionProps {
  readonly event: ScheduledEvent;
  readonly onClose: () => void;
}

/** Everybody gets a mail, so it is held back for as long as it can be undone. */
function CancelDialog({ event: { uuid }, onClose }: ActionProps) {
  const send = (values: FormData): void => {
    const cancellationReason = String(values.get('cancellationReason') ?? '').trim() || null;
    runUndoable(
      words.events.wasCancelled,
      async ({ keepalive }) => {
        try {
          await api.cancelScheduledEvent({ params: { uuid }, body: { cancellationReason }, keepalive });
        } catch (error) {
          showToast(formatError(error), { isError: true });
        }
        await queryClient.invalidateQueries({ queryKey: ['Scheduled events'] });
      },
      [getCancelKey(uuid)],
    );
    onClose();
  };
  return (
    <Dialog title={words.events.cancelTitle} onClose={onClose}>
      <p className="muted">{words.events.cancelHint}</p>
      <Form errors={{}} onSubmit={send}>
        <TextField label={words.events.reason} name="cancellationReason" rows={3} maxLength={512} autoFocus />
        <DialogActions onClose={onClose} cancel={words.events.keep}>
          <Button label={words.events.cancelThis} kind="danger" isSubmit />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function MoveDialog({ event, onClose }: ActionProps) {
  const { uuid } = event;
  const move = useChange('rescheduleScheduledEvent');
  const [time, setTime] = useState<HostsTime>({
    date: toIsoDate(toWallTime(event.startTime).day),
    start: '',
  });
  const send = (values: FormData): void => {
    const reason = String(values.get('reason') ?? '').trim() || null;
    move.mutate(
      { params: { uuid }, body: { ...time, timeZone: ownZone, reason, undoWithin: undoSeconds } },
      {
        // The time was taken meanwhile: others are shown.
        onError: () => queryClient.invalidateQueries({ queryKey: ['Scheduled events'] }),
        onSuccess: (moved) => {
          onClose();
          sayChanged(moved, interpolate(words.direct.wasMoved, { when: formatTarget(moved) }));
        },
      },
    );
  };
  return (
    <Dialog title={words.events.moveTitle} onClose={onClose}>
      <p className="muted">{words.events.moveHint}</p>
      <Form errors={getFieldErrors(move.error)} onSubmit={send}>
        <AnyTimeField
          value={time}
          onChange={setTime}
          of={uuid}
          otherZones={listOtherZones(event, ownZone)}
          read={(days, signal) =>
            api.readMoves({ params: { uuid }, query: { ...days, timeZone: ownZone }, signal })
          }
        />
        <TextField label={words.events.reason} name="reason" rows={2} maxLength={512} />
        <DialogActions onClose={onClose}>
          <Button label={words.events.move} kind="main" isSubmit isBusy={move.isPending} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

type Host = ScheduledEvent['hosts'][number];

const nameOf = ({ firstName, lastName }: Host): string => `${firstName} ${lastName}`.trim();

function HandOverDialog({ event, onClose }: ActionProps) {
  const handOver = useChange('handOverScheduledEvent');
  const [mustBeFree, setMustBeFree] = useState(true);
  const hosts = new Set(event.hosts.map(({ email }) => email));
  const send = (values: FormData): void => {
    const newHostEmail = String(values.get('newHostEmail') ?? '');
    const [only, second] = event.hosts;
    const hostEmail = String(values.get('hostEmail') ?? (second ? '' : only?.email));
    handOver.mutate(
      {
        params: { uuid: event.uuid },
        body: {
          newHostEmail,
          requireHostAvailability: mustBeFree,
          undoWithin: undoSeconds,
          ...(hostEmail && { hostEmail }),
        },
      },
      {
        onSuccess: (changed) => {
          onClose();
          const host = changed.hosts.find(({ email }) => email === newHostEmail);
          sayChanged(
            changed,
            interpolate(words.direct.wasReassigned, { name: host ? nameOf(host) : newHostEmail }),
          );
        },
      },
    );
  };
  return (
    <Dialog title={words.events.handOverTitle} onClose={onClose}>
      <p className="muted">{words.events.handOverHint}</p>
      <Form errors={getFieldErrors(handOver.error)} onSubmit={send}>
        {event.hosts.length > 1 && (
          <SelectField
            label={words.events.from}
            name="hostEmail"
            choices={event.hosts.map((host) => ({ value: host.email, label: nameOf(host) }))}
          />
        )}
        <UserField
          label={words.events.newHost}
          name="newHostEmail"
          by="email"
          isOffered={({ email, isActive }) => isActive && !hosts.has(email)}
        />
        <Checkbox label={words.events.mustBeFree} isOn={mustBeFree} onChange={setMustBeFree} />
        <DialogActions onClose={onClose}>
          <Button label={words.events.handOver} kind="main" isSubmit isBusy={handOver.isPending} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
