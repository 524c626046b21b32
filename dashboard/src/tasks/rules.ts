import type { Result } from '@daybook/client';

export type Task = Result<'readTask'>;

/** What a form says of when a task is due: a day, and a time if it is due at one. */
export function toDue(
  date: string,
  clock: string,
  instantAt: (date: string, clock: string) => string,
): { dueOn: string | null; dueAt: string | null } {
  if (date === '') return { dueOn: null, dueAt: null };
  return clock === '' ? { dueOn: date, dueAt: null } : { dueOn: null, dueAt: instantAt(date, clock) };
}

/** Whether a task is overdue, or due on the reader's today. */
export function isDue(
  { dueOn, dueAt, isOverdue }: Pick<Task, 'dueOn' | 'dueAt' | 'isOverdue'>,
  today: string,
  toDate: (instant: string) => string,
): boolean {
  const date = dueAt === null ? dueOn : toDate(dueAt);
  return isOverdue || (date !== null && date <= today);
}
