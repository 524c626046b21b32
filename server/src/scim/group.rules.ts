import type { Filter } from './filter.rules.ts';
import { lowerKeys, toList, type JsonObject, type Operation } from './patch.rules.ts';
import { invalidValue, scimProblem } from './scim-problem.ts';
import { parseText } from './user.rules.ts';

/** What a directory says about a group. */
export interface GroupDraft {
  readonly displayName: string;
  readonly externalId: string | null;
  readonly memberIds: ReadonlySet<string>;
}

export const emptyGroup: GroupDraft = { displayName: '', externalId: null, memberIds: new Set() };

const maxMembers = 20_000;

export function applyToGroup(draft: GroupDraft, operations: readonly Operation[]): GroupDraft {
  const changed = operations.reduce(applyOne, draft);
  if (changed.memberIds.size > maxMembers)
    throw scimProblem(400, `A group can have at most ${maxMembers} members.`, 'tooMany');
  return changed;
}

function applyOne(draft: GroupDraft, operation: Operation): GroupDraft {
  const { op, attribute, value } = operation;
  switch (attribute) {
    case 'displayname':
      if (op === 'remove') throw scimProblem(400, 'displayName can’t be removed.', 'mutability');
      return { ...draft, displayName: parseText('displayName', value) };
    case 'externalid':
      return { ...draft, externalId: op === 'remove' ? null : parseText('externalId', value) || null };
    case 'members':
      return { ...draft, memberIds: applyMembers(draft.memberIds, operation) };
    default:
      return draft;
  }
}

/** Entra ID removes members by a list of values, Okta by `members[value eq "..."]`; without either, all are removed. */
function applyMembers(before: ReadonlySet<string>, { op, filter, value }: Operation): ReadonlySet<string> {
  const given = filter ? listNamedIds(filter) : toList(value).map(parseMemberId);
  if (op === 'replace' && !filter) return new Set(given);
  if (op !== 'remove') return new Set([...before, ...given]);
  if (!filter && (value === undefined || value === null)) return new Set();
  const removed = new Set(given);
  return new Set([...before].filter((id) => !removed.has(id)));
}

function listNamedIds(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(listNamedIds);
  if (filter.kind === 'compare' && filter.op === 'eq' && filter.path === 'value')
    return [String(filter.value)];
  throw scimProblem(400, 'Members are named by members[value eq "id"].', 'invalidPath');
}

function parseMemberId(given: unknown): string {
  const { value } = lowerKeys((typeof given === 'string' ? { value: given } : (given ?? {})) as JsonObject);
  if (typeof value === 'string') return value;
  throw invalidValue('A member needs a value, the id of a user.');
}
