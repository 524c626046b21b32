import { floorToMinute } from '@daybook/engine/dates';
import {
  createReader,
  formatDay,
  formatStart,
  neutralize,
  queueNotices,
  type Notice,
} from '../../mail/public.ts';
import type { Ctx } from '../../platform/context.ts';
import type { PublishedEvent } from '../../platform/events.ts';
import { buildTasksUrl } from '../../platform/urls.ts';
import { getZone } from '../../platform/zones.ts';
import { findTaskFacts, type TaskFacts } from './notify-owner.store.ts';
import { taskWordsIn } from './notify-owner.words.ts';

/** Mails whose task it is that it is due today, once for each time that it becomes due. */
export async function sendTaskDueEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly taskId: string }>[],
): Promise<void> {
  for (const { id, payload } of events) {
    const facts = await findTaskFacts(ctx, payload.taskId);
    if (!facts) continue;
    await queueNotices(ctx, [noticeOf(ctx, id, facts)]);
  }
}

function noticeOf(
  ctx: Ctx,
  eventId: string,
  { organization, logo, color, owner, ...task }: TaskFacts,
): Notice {
  const { title, note, ...due } = task.isByWorkflow ? neutralizeTask(task) : task;
  const { id, name, email, language } = owner;
  const reader = createReader(language);
  const words = taskWordsIn[reader.language];
  const when = due.dueOn
    ? formatDay(reader, due.dueOn)
    : formatStart(reader, getZone(due.timezone), floorToMinute(Date.parse(due.dueAt ?? '')));
  return {
    kind: 'task',
    dedupeKey: `task ${eventId}`,
    memberId: id,
    ...{ organization, logo, language },
    color: color ?? '57606a',
    to: { name, email },
    subject: words.due(title),
    heading: words.due(title),
    facts: [
      { label: words.labels.task, value: title },
      { label: words.labels.due, value: when },
      ...(note ? [{ label: words.labels.note, value: note }] : []),
    ],
    actions: [{ label: words.see, href: buildTasksUrl(ctx) }],
  };
}

function neutralizeTask<T extends Pick<TaskFacts, 'title' | 'note'>>(task: T): T {
  return { ...task, title: neutralize(task.title), note: task.note && neutralize(task.note) };
}
