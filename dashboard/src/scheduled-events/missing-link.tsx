import { findLocationType, locationKinds } from '@daybook/contract/locations.data';
import { Button } from '../kit/button.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { getNow } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { ScheduledEvent } from './rules.ts';

/** Invitees of a video call without a link were told that the host sends one: asks the host for it. */
export function MissingLink({ event }: { readonly event: ScheduledEvent }) {
  const { hosting } = words;
  const edit = useChange('editScheduledEvent', hosting.wasEdited);
  const { status, endTime, location } = event;
  const type = findLocationType(location.type);
  const isPromised = type && locationKinds[type].icon === 'video' && location.joinUrl === '';
  if (!isPromised || status !== 'confirmed' || Date.parse(endTime) < getNow()) return null;
  const send = (values: FormData): void => {
    const joinUrl = String(values.get('location.joinUrl') ?? '').trim();
    edit.mutate({ params: { uuid: event.uuid }, body: { location: { type, joinUrl } } });
  };
  return (
    <div className="note warn">
      <div className="grow">
        <Form errors={getFieldErrors(edit.error)} onSubmit={send}>
          <p>{hosting.noLink}</p>
          <TextField label={hosting.joinUrl} name="location.joinUrl" type="url" maxLength={2000} />
          <div className="row end">
            <Button label={hosting.addLink} kind="main" isSmall isSubmit isBusy={edit.isPending} />
          </div>
        </Form>
      </div>
    </div>
  );
}
