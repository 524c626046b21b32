import { toIsoDate } from '@daybook/booking/calendar';
import type { Input } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { toInstantAt, ownZone, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
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
        <TextField
          label={words.tasks.day}
          name="dueOn"
          type="date"
          value={due ? toIsoDate(due.day) : (task?.dueOn ?? '')}
        />
        <TextField
          label={words.tasks.time}
          name="dueAt"
          type="time"
          value={due?.clock ?? ''}
          help={words.tasks.timeHint}
        />
        <Owner chosen={task ? task.owner : user} />
        <TextField
          label={words.tasks.note}
          name="note"
          value={task?.note ?? ''}
          maxLength={10_000}
          rows={3}
        />
        <div className="row end">
          <Button
            label={task ? words.shell.save : words.tasks.add}
            kind="main"
            isSubmit
            isBusy={create.isPending || update.isPending}
          />
        </div>
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

interface Person {
  readonly uuid: string;
  readonly name: string;
}

function Owner({ chosen }: { readonly chosen: Person | null }) {
  const { data } = useQuery(buildQuery('listUsers', { query: { per_page: 100, isActive: 'true' } }));
  const users = (data?.items ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }));
  const isListed = !chosen || users.some(({ value }) => value === chosen.uuid);
  return (
    <SelectField
      key={users.length}
      label={words.tasks.owner}
      name="ownerUuid"
      value={chosen?.uuid ?? ''}
      choices={[
        { value: '', label: words.tasks.nobody },
        ...(isListed ? [] : [{ value: chosen.uuid, label: chosen.name }]),
        ...users,
      ]}
    />
  );
}
