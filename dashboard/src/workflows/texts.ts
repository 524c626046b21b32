import { interpolate } from '@daybook/booking/locale';
import { formatLength } from '../kit/duration.rules.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import type { Trigger, Workflow } from './rules.ts';

/** Those that come with the workspace are named in the reader's language, until somebody names them. */
export function getWorkflowName({ name, standard }: Pick<Workflow, 'name' | 'standard'>): string {
  const { standardNames } = words.workflows;
  const isUnnamed = name === 'Reminders' || name === 'Follow-up';
  return standard && isUnnamed ? standardNames[standard] : name;
}

export function formatTrigger(trigger: Trigger): string {
  const { triggers, asPages, timeBefore, timeAfter } = words.workflows;
  if (trigger.on !== 'before' && trigger.on !== 'after') return triggers[trigger.on];
  if (trigger.minutes === null) return asPages;
  return interpolate(trigger.on === 'before' ? timeBefore : timeAfter, {
    time: formatLength(trigger.minutes, start.locale.tag),
  });
}
