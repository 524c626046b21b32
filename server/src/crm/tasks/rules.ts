import { MINUTES_PER_DAY, floorToMinute, minuteToMs, parseDate } from '@daybook/engine/dates';
import { toDay, toInstant, startOfDay, type Zone } from '@daybook/engine/zones';
import { isAdmin, type Actor } from '../../platform/auth/actor.ts';

/** A day, an instant, or neither. */
export interface DueDate {
  readonly dueOn: string | null;
  readonly dueAt: string | null;
}

interface DueTimes {
  /** From here on it is overdue. */
  readonly deadline: string | null;
  /** When its owner is mailed; null when that has passed. */
  readonly remindAt: string | null;
}

const morning = 8 * 60;

/** Instants that follow from when a task is due, in the zone in which that is meant. */
export function computeDueTimes({ dueOn, dueAt }: DueDate, zone: Zone, now: Date): DueTimes {
  const day = dueOn === null ? undefined : parseDate(dueOn);
  if (day === undefined && dueAt === null) return { deadline: null, remindAt: null };
  const deadlineMs = day === undefined ? Date.parse(dueAt ?? '') : minuteToMs(startOfDay(zone, day + 1));
  const remindedDay = day ?? toDay(zone, floorToMinute(deadlineMs));
  const morningMs = minuteToMs(toInstant(zone, remindedDay * MINUTES_PER_DAY + morning));
  const remindMs = Math.min(morningMs, deadlineMs);
  return {
    deadline: new Date(deadlineMs).toISOString(),
    remindAt: remindMs > now.getTime() ? new Date(remindMs).toISOString() : null,
  };
}

/** A day replaces an instant, and the other way round. */
export function mergeDue(
  changes: { readonly dueOn?: string | null | undefined; readonly dueAt?: string | null | undefined },
  before: DueDate,
): DueDate {
  if (changes.dueOn) return { dueOn: changes.dueOn, dueAt: null };
  if (changes.dueAt) return { dueOn: null, dueAt: changes.dueAt };
  return {
    dueOn: changes.dueOn === undefined ? before.dueOn : null,
    dueAt: changes.dueAt === undefined ? before.dueAt : null,
  };
}

interface Changeable {
  readonly owner_id: string | null;
  readonly creator_id: string | null;
  readonly is_host: boolean;
  readonly records: readonly { readonly objectId: string }[];
}

/** Why the actor may not change a task that they may read. */
export function findChangeProblem(
  actor: Actor,
  task: Changeable,
  writableObjects: ReadonlySet<string>,
): string | undefined {
  const isTheirs =
    actor.kind === 'system' ||
    isAdmin(actor) ||
    [task.owner_id, task.creator_id].includes(actor.memberId) ||
    task.is_host ||
    task.records.some(({ objectId }) => writableObjects.has(objectId));
  return isTheirs
    ? undefined
    : 'Only the task’s owner, its creator, hosts of its event and users who can edit one of its records can do this.';
}

/** Where a page of a list ends. */
export interface Place {
  readonly at: string;
  readonly id: string;
}

export function serializeCursor({ at, id }: Place): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

export function parseCursor(cursor: string): Place | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f-]{36})$/.exec(text);
  return match?.[1] && match[2] ? { at: match[1], id: match[2] } : undefined;
}
