import { pluralize } from '@daybook/booking/locale';
import { useState } from 'react';
import { BulkActions, type AskProps } from '../kit/bulk-actions.tsx';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import type { ListSelection } from '../kit/list-selection.tsx';
import { UserField } from '../kit/user-field.tsx';
import { api } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { getCancelKey } from './held-cancel.ts';
import { formatInvitees, listActiveInvitees, type ScheduledEvent } from './rules.ts';

const { bulk, events: text } = words;

interface EventBulkProps {
  readonly selection: ListSelection;
  readonly events: readonly ScheduledEvent[];
}

/** Cancels, reassigns, or marks the invitees of the chosen events as no-shows. */
export function EventBulk({ selection, events }: EventBulkProps) {
  return (
    <BulkActions
      selection={selection}
      items={events}
      id={({ uuid }) => uuid}
      name={(event) => `${formatInvitees(event)}, ${event.title}`}
      tags={['Scheduled events']}
      actions={[
        {
          id: 'reassign',
          label: bulk.reassign,
          icon: 'person',
          done: bulk.wereUpdated,
          ask: (props) => <ReassignDialog {...props} />,
          undo: ({ uuid }) => api.undoEventChange({ params: { uuid } }),
        },
        {
          id: 'noShow',
          label: bulk.noShow,
          icon: 'eye',
          done: bulk.wereUpdated,
          send: (event) => markInvitees(event, () => true),
          undo: (event) => markInvitees(event, ({ noShow }) => noShow),
        },
        {
          id: 'cancel',
          label: bulk.cancel,
          icon: 'close',
          isDanger: true,
          done: bulk.wereCanceled,
          ask: (props) => <CancelDialog {...props} />,
          holdKey: ({ uuid }) => getCancelKey(uuid),
        },
      ]}
    />
  );
}

type Invitee = ScheduledEvent['invitees'][number];

/** Marks each invitee who has not canceled. */
async function markInvitees(event: ScheduledEvent, isNoShow: (invitee: Invitee) => boolean): Promise<void> {
  for (const invitee of listActiveInvitees(event)) {
    await api.markNoShow({ params: { uuid: invitee.uuid }, body: { noShow: isNoShow(invitee) } });
  }
}

function CancelDialog({ items, onSend, onClose }: AskProps<ScheduledEvent>) {
  const send = (values: FormData): void => {
    const cancellationReason = String(values.get('cancellationReason') ?? '').trim() || null;
    onSend(({ uuid }, { keepalive } = { keepalive: false }) =>
      api.cancelScheduledEvent({ params: { uuid }, body: { cancellationReason }, keepalive }),
    );
  };
  return (
    <Dialog title={pluralize(start.words, bulk.cancelTitle, items.length)} onClose={onClose}>
      <p className="muted">{bulk.emailHint}</p>
      <Form errors={{}} onSubmit={send}>
        <TextField label={text.reason} name="cancellationReason" rows={3} maxLength={512} autoFocus />
        <DialogActions onClose={onClose} cancel={words.shell.close}>
          <Button label={bulk.cancel} kind="danger" isSubmit />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** The longest: the first of many waits until the last is reassigned and the message is gone. */
const maxUndoSeconds = 60;

function ReassignDialog({ items, onSend, onClose }: AskProps<ScheduledEvent>) {
  const [mustBeFree, setMustBeFree] = useState(true);
  const send = (values: FormData): void => {
    const newHostEmail = String(values.get('newHostEmail') ?? '');
    onSend(({ uuid }) =>
      api.handOverScheduledEvent({
        params: { uuid },
        body: { newHostEmail, requireHostAvailability: mustBeFree, undoWithin: maxUndoSeconds },
      }),
    );
  };
  const action = { action: bulk.reassign };
  return (
    <Dialog title={pluralize(start.words, bulk.actOn, items.length, action)} onClose={onClose}>
      <p className="muted">{bulk.emailHint}</p>
      <Form errors={{}} onSubmit={send}>
        <UserField label={text.newHost} name="newHostEmail" by="email" />
        <Checkbox label={text.mustBeFree} isOn={mustBeFree} onChange={setMustBeFree} />
        <DialogActions onClose={onClose}>
          <Button label={bulk.reassign} kind="main" isSubmit />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
