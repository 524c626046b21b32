import { useQuery } from '@tanstack/react-query';
import { formatMoney, formatNumber } from '../platform/numbers.ts';
import { api } from '../platform/query.ts';
import { recordApi } from './record-api.ts';
import {
  findAttribute,
  isNumeric,
  buildListingFilter,
  type Attribute,
  type CrmObject,
  type Listing,
} from './rules.ts';
import type { Column } from './search.rules.ts';

/** Sums of what a list or a board shows, by the database. */

const maxSums = 3;

export function listSummedAttributes(object: CrmObject, columns: readonly Column[]): Attribute[] {
  return columns
    .flatMap(({ key }) => findAttribute(object, key) ?? [])
    .filter((attribute) => isNumeric(attribute))
    .slice(0, maxSums);
}

export interface Sums {
  /** One for each attribute; undefined while they are on their way. */
  readonly totals: readonly (number | undefined)[];
  /** By the id of an option; of records without one under an empty text. */
  readonly lanes: ReadonlyMap<string, readonly (number | undefined)[]>;
}

const none: Sums = { totals: [], lanes: new Map() };

export function useSums(
  object: CrmObject,
  listing: Listing,
  attributes: readonly Attribute[],
  groupBy?: string,
): Sums {
  const keys = attributes.map(({ key }) => key);
  const filter = buildListingFilter(listing);
  const { data } = useQuery({
    queryKey: [recordApi(object.slug).tag, 'aggregateRecords', object.slug, listing.q, filter, keys, groupBy],
    queryFn: ({ signal }) =>
      api.aggregateRecords({
        params: { objectSlug: object.slug },
        body: {
          ...(filter && { filter }),
          ...(listing.q && { search: listing.q }),
          ...(groupBy && { groupBy }),
          measures: keys.map((key) => ({ op: 'sum' as const, key })),
        },
        signal,
      }),
    enabled: keys.length > 0,
  });
  if (!data) return none;
  return {
    totals: data.totals.map(numberOf),
    lanes: new Map(data.groups.map(({ key, values }) => [key ?? '', values.map(numberOf)])),
  };
}

function numberOf(figure: number | string | null): number | undefined {
  return typeof figure === 'number' ? figure : undefined;
}

/** `€1,204,350` */
export function formatSum(attribute: Attribute, sum: number): string {
  const { currency } = attribute;
  return currency ? formatMoney(sum, { ...attribute, currency }) : formatNumber(sum);
}
