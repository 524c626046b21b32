import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { buildObjectsQuery } from './objects-query.ts';
import { findRecordName, type CrmObject, type CrmRecord } from './rules.ts';

/** What every part of the area needs to know: the objects, what the reader may do, and who the users are. */

export function useObjects(): readonly CrmObject[] {
  return useSuspenseQuery(buildObjectsQuery()).data.items;
}

export function useObject(slug: string): CrmObject | undefined {
  return useObjects().find((object) => object.slug === slug);
}

export interface Permissions {
  readonly mayWrite: boolean;
  readonly mayManage: boolean;
  /** A sentence for what is disabled. */
  readonly whyNot: string;
}

export function usePermissions({ permissions }: CrmObject): Permissions {
  const { role } = useSession();
  const mayManage = role !== 'user';
  const mayWrite = mayManage || permissions.user === 'own' || permissions.user === 'write';
  return { mayWrite, mayManage, whyNot: mayWrite ? words.records.onlyAdmins : words.records.readOnly };
}

export interface User {
  readonly uuid: string;
  readonly name: string;
}

const maxUsers = 100;

export function useUsers(): readonly User[] {
  return useQuery(buildQuery('listUsers', { query: { per_page: maxUsers } })).data?.items ?? [];
}

export function getRecordTitle(object: CrmObject | undefined, record: CrmRecord): string {
  return findRecordName(object, record) ?? words.records.unnamed;
}
