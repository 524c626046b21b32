import { formatDate, floorToMinute } from '@daybook/engine/dates';
import { toDay } from '@daybook/engine/zones';
import { createTask } from '../crm/public.ts';
import type { Ctx } from '../platform/context.ts';
import { getZone } from '../platform/zones.ts';
import { findHosts } from '../scheduled-events/public.ts';
import type { Facts } from './facts.ts';
import { renderTemplate, type StepOf } from './rules.ts';
import type { Preparation } from './steps.ts';
import { resolveVariables } from './variables.ts';

const maxTitle = 200;

/** A task about the event and the record of its occasion, as far as there are any. */
export async function prepareTask(
  ctx: Ctx,
  { title, note, dueDays, owner, user }: StepOf<'task'>,
  facts: Facts,
): Promise<Preparation> {
  const host = owner === 'host' ? facts.hosts[0] : (await findHosts(ctx, [user ?? ''])).get(user ?? '');
  if (!host) return owner === 'host' ? 'There is no host or record owner.' : 'The user no longer exists.';
  const values = resolveVariables(ctx, facts);
  const text = (template: string) => renderTemplate(template, (name) => values[name] ?? '');
  const heading = [...text(title).replaceAll(/\s+/g, ' ').trim()].slice(0, maxTitle).join('');
  const dueOn = dueDays === null ? null : dayAfter(ctx.now, host.timezone, dueDays);
  const detail = `Task for ${host.name}${dueOn ? `, due ${dueOn}` : ''}: ${heading}`;
  const body = note ? text(note) : null;
  return {
    detail,
    ...(body && { shown: { text: body } }),
    async apply(inRun) {
      await createTask(inRun, {
        title: heading,
        note: body,
        dueOn,
        ownerUuid: host.id,
        eventUuid: facts.event?.id ?? null,
        records: facts.record
          ? [{ objectSlug: facts.record.definition.slug, id: facts.record.record.id }]
          : [],
      });
      return { status: 'done', detail };
    },
  };
}

function dayAfter(now: Date, timezone: string, days: number): string {
  return formatDate(toDay(getZone(timezone), floorToMinute(now.getTime())) + days);
}
