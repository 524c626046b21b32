import { toIsoDate } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { Link } from '@tanstack/react-router';
import { getToday, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { isDue, type Task } from './rules.ts';
import { TaskItem } from './task-item.tsx';

const maxShown = 5;
const toDate = (instant: string): string => toIsoDate(toWallTime(instant).day);

/** On the first page: the next of one's own tasks, and how many of them are due. */
export function MyTasks({ tasks }: { readonly tasks: readonly Task[] }) {
  const due = tasks.filter((task) => isDue(task, toIsoDate(getToday()), toDate)).length;
  const shown = tasks.slice(0, maxShown);
  return (
    <section className="card" aria-labelledby="my-tasks">
      <header>
        <h2 id="my-tasks">{words.tasks.my}</h2>
        {due > 0 && (
          <span className="tag" data-color="orange">
            {interpolate(words.tasks.dueNow, { n: due })}
          </span>
        )}
        <span className="grow" />
        <Link className="link small" to="/tasks">
          {words.tasks.all}
        </Link>
      </header>
      <ul className="entries">
        {shown.map((task, index) => (
          <TaskItem key={task.uuid} task={task} nextId={shown[index + 1]?.uuid} isAlone isOwn />
        ))}
      </ul>
    </section>
  );
}
