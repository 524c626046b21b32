import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { DeleteButton } from '../kit/delete-button.tsx';
import { PickBox, type ListSelection } from '../kit/list-selection.tsx';
import { words } from '../platform/words/words.ts';
import { TaskDialog } from './dialog.tsx';
import type { Task } from './rules.ts';
import { TaskItem } from './task-item.tsx';

interface TaskListProps {
  readonly label: string;
  readonly tasks: readonly Task[];
  readonly isAlone?: boolean;
  /** Where tasks can be chosen. */
  readonly selection?: ListSelection;
}

/** Tasks that can be ticked off, changed and deleted. */
export function TaskList({ label, tasks, isAlone = false, selection }: TaskListProps) {
  const [edited, setEdited] = useState<Task>();
  return (
    <>
      <ul className="entries" aria-label={label}>
        {tasks.map((task, index) => (
          <TaskItem
            key={task.uuid}
            task={task}
            nextId={tasks[index + 1]?.uuid}
            isAlone={isAlone}
            before={
              selection && (
                <PickBox
                  id={task.uuid}
                  name={task.title}
                  isPicked={selection.ids.includes(task.uuid)}
                  onPick={selection.pick}
                />
              )
            }
          >
            <div className="row">
              <button type="button" className="btn quiet small" onClick={() => setEdited(task)}>
                {words.tasks.edit}
                <span className="hidden"> {task.title}</span>
              </button>
              <DeleteButton
                operation="deleteTask"
                input={{ params: { uuid: task.uuid } }}
                label={words.tasks.remove}
                of={task.title}
                title={interpolate(words.tasks.removeTitle, { title: task.title })}
                hint={<p>{words.tasks.removeHint}</p>}
                done={words.tasks.wasRemoved}
                kind="quiet bad"
                isSmall
              />
            </div>
          </TaskItem>
        ))}
      </ul>
      {edited && <TaskDialog task={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
