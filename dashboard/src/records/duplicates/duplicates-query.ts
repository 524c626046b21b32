import type { Result } from '@daybook/client';
import { api, buildQuery } from '../../platform/query.ts';
import type { CrmObject } from '../rules.ts';

export type DuplicateGroup = Result<'findDuplicates'>['collection'][number];

export function buildDuplicatesQuery({ slug }: CrmObject) {
  return buildQuery('findDuplicates', { params: { objectSlug: slug } });
}

/**
 * Two records can be alike by their name and by their phone number: these are two groups. So are records of one name of which
 * some are different.
 */
export const getGroupId = ({ by, value, ids }: DuplicateGroup): string => `${by} ${value} ${ids[0]}`;

/** They are not suggested together any more, or are again. */
export function markDifferent({ slug }: CrmObject, { ids }: DuplicateGroup, areDifferent: boolean) {
  return api.markDifferent({ params: { objectSlug: slug }, body: { ids, areDifferent } });
}
