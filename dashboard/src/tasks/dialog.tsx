import { toIsoDate } from '@daybook/booking/calendar';
import type { Input } from '@daybook/client';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { DateField } from '../kit/date-field.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { TimeField } from '../kit/time-field.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, useChange } from '../platform/query.ts';
import { toInstantAt, ownZone, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { OwnerField } from './owner-field.tsx';
import { toDue, type Task } from './rules.ts';

/** What a new task is about. */
export type TaskSubject = Pick<Input<'createTask'>['body'], 'records' | 'eventUuid'>;

interface TaskDialogProps {
  /** Left out, a new one. */
  readonly task?: Task;
  readonly about?: TaskSubject;
  readonly onClose: () => void;
}

const others = ['CRM records', 'CRM people', 'CRM companies'];

export function TaskDialog({ task, about, onClose }: TaskDialogProps) {
  const create = useChange('createTask', words.tasks.wasAdded, others);
  const update = useEdit('updateTask', {
    shown: task,
    read: () => api.readTask({ params: { uuid: task?.uuid ?? '' } }),
    done: words.shell.saved,
    others,
    onTheirs: onClose,
  });
  const { user } = useSession();
  const send = (values: FormData): void => {
    const body = bodyOf(values);
    if (task) update.mutate({ params: { uuid: task.uuid }, body }, { onSuccess: onClose });
    else create.mutate({ body: { ...body, ...about } }, { onSuccess: onClose });
  };
  const due = task?.dueAt ? toWallTime(task.dueAt) : undefined;
  return (
    <Dialog title={task ? words.tasks.change : words.tasks.create} onClose={onClose}>
      <Form errors={getFieldErrors((task ? update : create).error)} edit={update.edit} onSubmit={send}>
        <TextField
          label={words.tasks.what}
          name="title"
          value={task?.title ?? ''}
          maxLength={200}
          autoFocus
        />
        <DateField
          label={words.tasks.day}
          name="dueOn"
          value={due ? toIsoDate(due.day) : (task?.dueOn ?? '')}
        />
        <TimeField
          label={words.tasks.time}
          name="dueAt"
          value={due?.clock ?? ''}
          help={words.tasks.timeHint}
        />
        <OwnerField chosen={task ? task.owner : user} />
        <TextField
          label={words.tasks.note}
          name="note"
          value={task?.note ?? ''}
          maxLength={10_000}
          rows={3}
        />
        <DialogActions onClose={onClose}>
          <Button
            label={task ? words.shell.save : words.tasks.add}
            kind="main"
            isSubmit
            isBusy={create.isPending || update.isPending}
          />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function bodyOf(values: FormData) {
  const text = (name: string): string => String(values.get(name) ?? '').trim();
  const due = toDue(text('dueOn'), text('dueAt'), toInstantAt);
  return {
    title: text('title'),
    note: text('note') || null,
    ...due,
    ...(due.dueAt !== null && { timezone: ownZone }),
    ownerUuid: text('ownerUuid') || null,
  };
}
