import { interpolate } from '@daybook/booking/locale';
import { parseDay } from '@daybook/booking/calendar';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../platform/query.ts';
import { formatShortDate, formatShortMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { Task } from './rules.ts';

interface TaskItemProps {
  readonly task: Task;
  /** The task after it, which gets the focus once this one is done and gone. */
  readonly nextId?: string | undefined;
  /** Shows what it is about. */
  readonly isAlone?: boolean;
  /** Among the reader's own, where the owner goes without saying. */
  readonly isOwn?: boolean;
  /** In front of the checkbox. */
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

const others = ['CRM records', 'CRM people', 'CRM companies'];

/** A line with a checkbox: what is to be done, when, by whom, and about what. */
export function TaskItem({ task, nextId, isAlone = false, isOwn = false, before, children }: TaskItemProps) {
  const complete = useChange('completeTask', words.tasks.wasDone, others);
  const reopen = useChange('reopenTask', undefined, others);
  const params = { uuid: task.uuid };
  // As it will be, until the list says so: what was clicked does not jump back meanwhile.
  const isDone = complete.isPending || (task.doneAt !== null && !reopen.isPending);
  const change = (): void => {
    if (isDone) reopen.mutate({ params });
    else complete.mutate({ params }, { onSuccess: () => document.getElementById(`task-${nextId}`)?.focus() });
  };
  return (
    <li>
      {before}
      <input
        id={`task-${task.uuid}`}
        type="checkbox"
        checked={isDone}
        aria-label={interpolate(words.tasks.markDone, { title: task.title })}
        onChange={change}
      />
      <div className="grow">
        {isDone ? <s className="muted">{task.title}</s> : <b>{task.title}</b>} <Due task={task} />
        {!isOwn && (
          <p className="muted small">
            {[task.owner?.name ?? words.tasks.nobody, doneText(task)].filter(Boolean).join(', ')}
          </p>
        )}
        {isAlone && <About task={task} />}
        {task.note && <p className="muted lines">{task.note}</p>}
      </div>
      {children}
    </li>
  );
}

function Due({ task }: { readonly task: Task }) {
  const when = dueText(task);
  if (when === undefined || task.doneAt !== null) return null;
  return (
    <span className="tag" data-color={task.isOverdue ? 'red' : 'gray'}>
      {interpolate(task.isOverdue ? words.tasks.overdue : words.tasks.due, { when })}
    </span>
  );
}

function dueText({ dueOn, dueAt }: Task): string | undefined {
  if (dueOn !== null) return formatShortDate(parseDay(dueOn));
  return dueAt === null ? undefined : formatShortMoment(dueAt);
}

function doneText({ doneAt, doneBy }: Task): string {
  if (doneAt === null) return '';
  const when = formatShortMoment(doneAt);
  return doneBy
    ? interpolate(words.tasks.doneBy, { name: doneBy.name, when })
    : interpolate(words.tasks.doneAt, { when });
}

function About({ task: { records, event } }: { readonly task: Task }) {
  return (
    <p className="row wrap small">
      {records.map(({ objectSlug, id, name }) => (
        <Link
          key={id}
          className="link"
          to="/records/$objectSlug/$recordId"
          params={{ objectSlug, recordId: id }}
        >
          {name || words.tasks.unnamed}
        </Link>
      ))}
      {event && (
        <Link className="link" to="/events/$uuid" params={{ uuid: event.uuid }}>
          {event.title}
        </Link>
      )}
    </p>
  );
}
