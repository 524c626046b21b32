import type { attributeChanges } from '@daybook/contract/crm-objects';
import type { z } from 'zod';
import { createSystemActor, type Actor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { badRequest, conflict } from '../../platform/problems.ts';
import { claimValues } from '../records/public.ts';
import { type Attribute, startUniqueness, cancelUniqueness } from '../schema/public.ts';
import { processBatches, type ObjectAddress } from './process-batches.ts';
import { deleteUnclaimed, lockBuild } from './store.ts';

interface Build extends ObjectAddress {
  readonly attributeId: string;
  readonly id: string;
}

interface Change {
  readonly slug: string;
  readonly key: string;
  readonly changes: z.output<typeof attributeChanges>;
}

/**
 * Claims the values of all records for an attribute that is to become unique, in batches, while others go on writing: from its
 * begin on they claim as well. Returns the id by which the change is finished; throws with the values that occur twice.
 */
export async function buildUniqueness(
  runtime: Runtime,
  actor: Actor,
  change: Change,
): Promise<string | undefined> {
  if (change.changes.isUnique !== true) return undefined;
  const id = generateUuid();
  const begun = await runInWorkspace(runtime, actor, (ctx) => startUniqueness(ctx, { ...change, build: id }));
  if (!begun) return undefined;
  const build = { workspaceId: actor.workspaceId, ...begun, id };
  try {
    await claimAll(runtime, build);
  } catch (error) {
    await cancelBuild(runtime, build);
    throw error;
  }
  return id;
}

async function claimAll(runtime: Runtime, build: Build): Promise<void> {
  const timesByKey = new Map<string, number>();
  let label = '';
  await processBatches(runtime, build, async (ctx, definition, records) => {
    const attribute = definition.attributes.find(({ id }) => id === build.attributeId);
    if (!attribute || !(await lockBuild(ctx, attribute.id, build.id))) throw replaced();
    ({ label } = attribute);
    for (const key of await claimValues(ctx, definition, attribute, records)) {
      timesByKey.set(key, (timesByKey.get(key) ?? 1) + 1);
    }
  });
  if (timesByKey.size > 0) throw badRequest(describeNotUnique(label, timesByKey));
}

const replaced = () => conflict('Another request is changing this attribute. Try again in a moment.');

const maxShown = 10;

function describeNotUnique(label: Attribute['label'], timesByKey: ReadonlyMap<string, number>): string {
  const shown = [...timesByKey]
    .slice(0, maxShown)
    .map(([key, times]) => `"${key.slice(0, 80)}" (${times} records)`);
  const more = timesByKey.size > maxShown ? `, and ${timesByKey.size - maxShown} more` : '';
  return `${label} can’t be unique yet, because these values occur more than once: ${shown.join(', ')}${more}.`;
}

const batchSize = 1000;

/** Ends a build that failed or was left behind, and deletes what it claimed. */
export async function cancelBuild(runtime: Runtime, build: Build): Promise<void> {
  const system = createSystemActor(build.workspaceId);
  const isOurs = await runInWorkspace(runtime, system, (ctx) => cancelUniqueness(ctx, build, build.id));
  for (let count = isOurs ? batchSize : 0; count === batchSize;) {
    count = await runInWorkspace(runtime, system, (ctx) =>
      deleteUnclaimed(ctx, build.attributeId, batchSize),
    );
  }
}
