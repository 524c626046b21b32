import { interpolate } from '@daybook/booking/locale';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteDialog } from '../kit/delete-button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { MenuButton } from '../kit/menu.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import type { Schedule } from './rules.ts';

type OpenDialog = 'rename' | 'remove' | undefined;

/** Rename, make default, delete. */
export function ScheduleMenu({ schedule }: { readonly schedule: Schedule }) {
  const [open, setOpen] = useState<OpenDialog>();
  const update = useChange('updateSchedule', words.schedules.isDefaultNow);
  const { uuid, title, email, isDefault } = schedule;
  return (
    <>
      <MenuButton
        label={words.schedules.more}
        isSquare
        actions={[
          { id: 'rename', label: words.schedules.rename, onAction: () => setOpen('rename') },
          {
            id: 'default',
            label: words.schedules.makeDefault,
            onAction: () => update.mutate({ params: { uuid }, body: { email, isDefault: true } }),
            whyNot: isDefault ? words.schedules.isDefaultAlready : undefined,
          },
          {
            id: 'remove',
            label: words.schedules.remove,
            onAction: () => setOpen('remove'),
            whyNot: isDefault ? words.schedules.keepsDefault : undefined,
            isDanger: true,
          },
        ]}
      />
      {open === 'rename' && <RenameDialog schedule={schedule} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && (
        <DeleteDialog
          operation="deleteSchedule"
          input={{ params: { uuid } }}
          label={words.schedules.remove}
          title={interpolate(words.schedules.removeTitle, { title })}
          hint={words.schedules.removeHint}
          done={words.schedules.wasRemoved}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface ManageProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

function RenameDialog({ schedule, onClose }: ManageProps) {
  const { uuid, email, title } = schedule;
  const update = useEdit('updateSchedule', {
    shown: schedule,
    read: () => api.readSchedule({ params: { uuid }, query: { email } }),
    done: words.shell.saved,
    onTheirs: onClose,
  });
  const send = (values: FormData): void =>
    update.mutate(
      { params: { uuid }, body: { email, title: String(values.get('title') ?? '').trim() } },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={words.schedules.rename} onClose={onClose}>
      <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
        <TextField label={words.schedules.name} name="title" value={title} maxLength={200} autoFocus />
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={update.isPending}>
            {words.shell.save}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Makes a schedule with the hours and zone of another. */
export function NewSchedule({ like }: { readonly like: Schedule }) {
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate({ from: '/availability' });
  const create = useChange('createSchedule', words.schedules.wasMade);
  const send = (values: FormData): void =>
    create.mutate(
      {
        body: {
          email: like.email,
          title: String(values.get('title') ?? '').trim(),
          timezone: like.timezone,
          weekly_hours: like.weekly_hours,
        },
      },
      {
        onSuccess: ({ uuid }) => {
          setIsOpen(false);
          void navigate({ to: '/availability', search: (search) => ({ ...search, schedule: uuid }) });
        },
      },
    );
  return (
    <>
      <button type="button" className="btn quiet small" onClick={() => setIsOpen(true)}>
        <Icon name="plus" />
        {words.schedules.create}
      </button>
      {isOpen && (
        <Dialog title={words.schedules.create} onClose={() => setIsOpen(false)}>
          <Form errors={getFieldErrors(create.error)} onSubmit={send}>
            <TextField
              label={words.schedules.name}
              name="title"
              maxLength={200}
              help={words.schedules.nameHint}
              autoFocus
            />
            <DialogActions onClose={() => setIsOpen(false)}>
              <button type="submit" className="btn main" disabled={create.isPending}>
                {words.schedules.make}
              </button>
            </DialogActions>
          </Form>
        </Dialog>
      )}
    </>
  );
}
