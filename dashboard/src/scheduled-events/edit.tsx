import type { Input } from '@daybook/client';
import { locationTypes } from '@daybook/contract/locations.data';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { formatPlace } from './place.ts';
import { listActiveInvitees, type ScheduledEvent } from './rules.ts';

type Edit = NonNullable<Input<'editScheduledEvent'>['body']>;
type LocationType = (typeof locationTypes)[number];

interface EditProps {
  readonly event: ScheduledEvent;
  readonly onClose: () => void;
}

/** Title, place, guests and notes. What was not touched is not sent. */
export function EditDialog({ event, onClose }: EditProps) {
  const { hosting } = words;
  const edit = useEdit('editScheduledEvent', {
    shown: event,
    read: () => api.readScheduledEvent({ params: { uuid: event.uuid } }),
    done: hosting.wasEdited,
    onTheirs: onClose,
  });
  const [type, setType] = useState('');
  const guests = (event.guests ?? []).join(', ');
  const hasGuests = listActiveInvitees(event).length === 1;
  const send = (values: FormData): void => {
    const text = (name: string): string => String(values.get(name) ?? '').trim();
    const body: Edit = {
      ...(text('title') !== event.title && { title: text('title') }),
      ...(type !== '' && { location: placeOf(type as LocationType, text) }),
      ...(hasGuests && text('guests') !== guests && { guests: addressesIn(text('guests')) }),
      ...(text('notes') !== (event.notes ?? '') && { notes: text('notes') || null }),
    };
    if (Object.keys(body).length === 0) onClose();
    else edit.mutate({ params: { uuid: event.uuid }, body }, { onSuccess: onClose });
  };
  return (
    <Dialog title={hosting.editTitle} onClose={onClose}>
      <p className="muted">{hosting.editHint}</p>
      <Form errors={getFieldErrors(edit.error)} edit={edit.edit} onSubmit={send}>
        <TextField label={hosting.name} name="title" maxLength={200} value={event.title} autoFocus />
        <SelectField
          label={hosting.place}
          name="location.type"
          value={type}
          onChange={setType}
          choices={[
            { value: '', label: hosting.placeKept },
            ...locationTypes.map((each) => ({ value: each, label: formatPlace(each) })),
          ]}
        />
        {type !== '' && (
          <div className="two">
            <TextField label={hosting.address} name="location.address" maxLength={500} />
            <TextField label={hosting.joinUrl} name="location.joinUrl" maxLength={2000} />
          </div>
        )}
        {hasGuests && <TextField label={hosting.guests} name="guests" value={guests} />}
        <TextField
          label={hosting.notes}
          name="notes"
          help={hosting.notesHint}
          rows={3}
          maxLength={5000}
          value={event.notes ?? ''}
        />
        <DialogActions onClose={onClose}>
          <Button label={hosting.save} kind="main" isSubmit isBusy={edit.isPending} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function placeOf(type: LocationType, text: (name: string) => string): NonNullable<Edit['location']> {
  const address = text('location.address');
  const joinUrl = text('location.joinUrl');
  return { type, ...(address && { address }), ...(joinUrl && { joinUrl }) };
}

function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== '');
}
