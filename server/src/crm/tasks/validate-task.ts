import type { newTask } from '@daybook/contract/crm-tasks';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { FieldErrors } from '../../platform/problems.ts';
import { findRecords, lockSurvivor } from '../records/public.ts';
import { findSurvivors } from '../links/public.ts';
import {
  getAudience,
  type Definition,
  requirePermission,
  findDefinition,
  openObject,
} from '../schema/public.ts';
import { findActiveZone, isKnownEvent } from './people.store.ts';

type TaskInput = z.output<typeof newTask>;

interface Fields extends Pick<TaskInput, 'ownerUuid' | 'eventUuid'> {
  readonly records?: TaskInput['records'] | undefined;
}

/** A record that a task is about. */
export interface Target {
  readonly objectId: string;
  readonly id: string;
}

/** Throws 403 when the actor may not change the records of an object that is named. */
export async function validateTask(
  ctx: Ctx,
  { ownerUuid, eventUuid, records = [] }: Fields,
): Promise<FieldErrors> {
  const isAll = getAudience(ctx.actor) === 'all';
  const errors: Record<string, string[]> = {};
  if (ownerUuid != null && (await findActiveZone(ctx, ownerUuid)) === undefined)
    errors['ownerUuid'] = ['No active user has this id.'];
  if (eventUuid != null && !(await isKnownEvent(ctx, eventUuid, isAll)))
    errors['eventUuid'] = ['No event has this id.'];
  for (const [index, { objectSlug, id }] of records.entries()) {
    const definition = await findDefinition(ctx, objectSlug, 'read');
    if (!definition?.isActive) errors[`records.${index}.objectSlug`] = ['No object has this slug.'];
    else if (!(await isKnownRecord(ctx, definition, id)))
      errors[`records.${index}.id`] = ['No record has this id.'];
  }
  return errors;
}

async function isKnownRecord(ctx: Ctx, definition: Definition, id: string): Promise<boolean> {
  requirePermission(ctx.actor, definition, 'own');
  const found = await findRecords(ctx, definition.id, [id]);
  return found.length > 0 || (await findSurvivors(ctx, definition.id, [id])).size > 0;
}

/** Locked in the order of their ids, as everywhere; of one that was merged, the survivor. */
export async function lockTaskRecords(ctx: Ctx, named: TaskInput['records']): Promise<Target[]> {
  const targets = new Map<string, Target>();
  for (const { objectSlug, id } of named.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const definition = await openObject(ctx, objectSlug, 'write');
    const record = await lockSurvivor(ctx, definition, id);
    targets.set(record.id, { objectId: definition.id, id: record.id });
  }
  return [...targets.values()];
}
