import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { fieldErrors, query, useChange } from '../platform/query.ts';
import { now } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { ScheduledEvent } from './rules.ts';

type Open = 'cancel' | 'handOver' | undefined;

/** What can still be done about an event. */
export function EventActions({ event }: { readonly event: ScheduledEvent }) {
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  if (event.status === 'cancelled') return null;
  const isOver = Date.parse(event.startTime) <= now();
  if (isOver) return null;
  return (
    <div className="row wrap">
      <button type="button" className="btn" onClick={() => setOpen('handOver')}>
        {words.events.handOver}
      </button>
      <button type="button" className="btn bad" onClick={() => setOpen('cancel')}>
        {words.events.cancelThis}
      </button>
      {open === 'cancel' && <CancelDialog event={event} onClose={close} />}
      {open === 'handOver' && <HandOverDialog event={event} onClose={close} />}
    </div>
  );
}

interface ActionProps {
  readonly event: ScheduledEvent;
  readonly onClose: () => void;
}

function CancelDialog({ event, onClose }: ActionProps) {
  const cancel = useChange('cancelScheduledEvent', words.events.wasCancelled);
  const send = (values: FormData): void => {
    const cancellationReason = String(values.get('cancellationReason') ?? '').trim() || null;
    cancel.mutate({ params: { uuid: event.uuid }, body: { cancellationReason } }, { onSuccess: onClose });
  };
  return (
    <Dialog title={words.events.cancelTitle} onClose={onClose}>
      <p className="muted">{words.events.cancelHint}</p>
      <Form errors={fieldErrors(cancel.error)} onSubmit={send}>
        <TextField label={words.events.reason} name="cancellationReason" rows={3} maxLength={512} autoFocus />
        <div className="row end">
          <button type="button" className="btn" onClick={onClose}>
            {words.events.keep}
          </button>
          <button type="submit" className="btn danger" disabled={cancel.isPending}>
            {words.events.cancelThis}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function HandOverDialog({ event, onClose }: ActionProps) {
  const handOver = useChange('handOverScheduledEvent', words.events.wasHandedOver);
  const users = useQuery(query('listUsers', { query: { per_page: 100 } })).data?.items ?? [];
  const hosts = new Set(event.hosts.map(({ email }) => email));
  const others = users.filter(({ email, isActive }) => isActive && !hosts.has(email));
  const send = (values: FormData): void => {
    const newHostEmail = String(values.get('newHostEmail') ?? '');
    const [only, second] = event.hosts;
    const hostEmail = String(values.get('hostEmail') ?? (second ? '' : only?.email));
    handOver.mutate(
      { params: { uuid: event.uuid }, body: { newHostEmail, ...(hostEmail && { hostEmail }) } },
      { onSuccess: onClose },
    );
  };
  const choice = ({
    email,
    firstName,
    lastName,
  }: {
    email: string;
    firstName: string;
    lastName: string;
  }) => ({
    value: email,
    label: `${firstName} ${lastName}`.trim(),
  });
  return (
    <Dialog title={words.events.handOverTitle} onClose={onClose}>
      <p className="muted">{words.events.handOverHint}</p>
      <Form errors={fieldErrors(handOver.error)} onSubmit={send}>
        {event.hosts.length > 1 && (
          <SelectField label={words.events.from} name="hostEmail" choices={event.hosts.map(choice)} />
        )}
        <SelectField label={words.events.newHost} name="newHostEmail" choices={others.map(choice)} />
        <div className="row end">
          <button type="button" className="btn" onClick={onClose}>
            {words.shell.cancel}
          </button>
          <button type="submit" className="btn main" disabled={handOver.isPending || others.length === 0}>
            {words.events.handOver}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
