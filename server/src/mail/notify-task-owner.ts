import { floorToMinute } from '@daybook/engine/dates';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { generateUuid } from '../platform/ids.ts';
import { buildImageUrl, buildTasksUrl } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import type { Content } from './compose.ts';
import { formatDay, createReader, formatStart } from './dates.ts';
import { neutralize } from './neutralize.ts';
import { renderHtml, renderText, type Message } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages } from './store.ts';
import { taskWordsIn } from './task.words.ts';
import { findTaskFacts, type TaskFacts } from './tasks.store.ts';
import { wordsIn } from './words.ts';

/** Mails whose task it is that it is due today, once for each time that it becomes due. */
export async function sendTaskDueEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly taskId: string }>[],
): Promise<void> {
  for (const { id, payload } of events) {
    const facts = await findTaskFacts(ctx, payload.taskId);
    if (!facts) continue;
    const message = {
      id: generateUuid(),
      dedupe_key: `task ${id}`,
      kind: 'task',
      event_id: null,
      member_id: facts.owner.id,
      to_email: facts.owner.email,
      content_sealed: ctx.secrets.seal(JSON.stringify(contentOf(ctx, facts))),
    };
    await enqueueSending(ctx, await insertMessages(ctx, [message]));
  }
}

function contentOf(ctx: Ctx, { organization, logo, color, owner, ...task }: TaskFacts): Content {
  const { title, note, ...due } = task.isByWorkflow ? neutralizeTask(task) : task;
  const reader = createReader(owner.language);
  const { language } = reader;
  const words = taskWordsIn[language];
  const when = due.dueOn
    ? formatDay(reader, due.dueOn)
    : formatStart(reader, getZone(due.timezone), floorToMinute(Date.parse(due.dueAt ?? '')));
  const letter: Message = {
    language,
    organization,
    logoUrl: buildImageUrl(ctx, logo),
    color: color ?? '57606a',
    heading: words.due(title),
    greeting: wordsIn[language].greeting(owner.name),
    facts: [
      { label: words.labels.task, value: title },
      { label: words.labels.due, value: when },
      ...(note ? [{ label: words.labels.note, value: note }] : []),
    ],
    actions: [{ label: words.see, href: buildTasksUrl(ctx) }],
    footer: wordsIn[language].footer(organization),
  };
  return {
    from: organization,
    to: { name: owner.name, email: owner.email },
    replyTo: null,
    subject: words.due(title),
    text: renderText(letter),
    html: renderHtml(letter),
    invitation: null,
  };
}

function neutralizeTask<T extends Pick<TaskFacts, 'title' | 'note'>>(task: T): T {
  return { ...task, title: neutralize(task.title), note: task.note && neutralize(task.note) };
}
