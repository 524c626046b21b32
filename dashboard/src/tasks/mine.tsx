import { Link } from '@tanstack/react-router';
import { words } from '../platform/words/words.ts';
import type { Task } from './rules.ts';
import { TaskItem } from './task-item.tsx';

/** On the first page: the next of one's own tasks. */
export function MyTasks({ tasks }: { readonly tasks: readonly Task[] }) {
  return (
    <section className="card" aria-labelledby="my-tasks">
      <header>
        <h2 id="my-tasks">{words.tasks.my}</h2>
        <span className="grow" />
        <Link className="link small" to="/tasks">
          {words.tasks.all}
        </Link>
      </header>
      <ul className="entries">
        {tasks.map((task, index) => (
          <TaskItem key={task.uuid} task={task} nextId={tasks[index + 1]?.uuid} isAlone isOwn />
        ))}
      </ul>
    </section>
  );
}
