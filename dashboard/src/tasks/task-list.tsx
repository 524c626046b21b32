import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { TaskDialog } from './dialog.tsx';
import type { Task } from './rules.ts';
import { TaskItem } from './task-item.tsx';

interface TaskListProps {
  readonly label: string;
  readonly tasks: readonly Task[];
  readonly isAlone?: boolean;
}

type OpenDialog = { readonly act: 'edit' | 'remove'; readonly task: Task };

/** Tasks that can be ticked off, changed and deleted. */
export function TaskList({ label, tasks, isAlone = false }: TaskListProps) {
  const [open, setOpen] = useState<OpenDialog>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <ul className="entries" aria-label={label}>
        {tasks.map((task, index) => (
          <TaskItem key={task.uuid} task={task} nextId={tasks[index + 1]?.uuid} isAlone={isAlone}>
            <div className="row">
              <button
                type="button"
                className="btn quiet small"
                onClick={() => setOpen({ act: 'edit', task })}
              >
                {words.tasks.edit}
                <span className="hidden"> {task.title}</span>
              </button>
              <button
                type="button"
                className="btn quiet small bad"
                onClick={() => setOpen({ act: 'remove', task })}
              >
                {words.tasks.remove}
                <span className="hidden"> {task.title}</span>
              </button>
            </div>
          </TaskItem>
        ))}
      </ul>
      {open?.act === 'edit' && <TaskDialog task={open.task} onClose={close} />}
      {open?.act === 'remove' && <RemoveDialog task={open.task} onClose={close} />}
    </>
  );
}

function RemoveDialog({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const remove = useChange('deleteTask', words.tasks.wasRemoved);
  return (
    <ConfirmDialog
      title={interpolate(words.tasks.removeTitle, { title: task.title })}
      action={words.tasks.remove}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { uuid: task.uuid } }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{words.tasks.removeHint}</p>
    </ConfirmDialog>
  );
}
