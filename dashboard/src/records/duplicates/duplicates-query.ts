import type { Result } from '@daybook/client';
import { buildQuery } from '../../platform/query.ts';
import type { CrmObject } from '../rules.ts';

export type DuplicateGroup = Result<'findDuplicates'>['collection'][number];

export function buildDuplicatesQuery({ slug }: CrmObject) {
  return buildQuery('findDuplicates', { params: { objectSlug: slug } });
}

/** Two records can be alike by their name and by their phone number: these are two groups. */
export const getGroupId = ({ by, value }: DuplicateGroup): string => `${by} ${value}`;
