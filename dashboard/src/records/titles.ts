import { useQuery } from '@tanstack/react-query';
import { readMany } from './data.ts';
import { recordApi } from './record-api.ts';
import type { CrmObject, CrmRecord } from './rules.ts';

/** Records by their ids, to be named where only ids are known; undefined until they are read. */
export function useTitles(
  object: CrmObject,
  ids: readonly string[],
): ReadonlyMap<string, CrmRecord> | undefined {
  const { data } = useQuery({
    queryKey: [recordApi(object.slug).tag, 'titles', object.slug, ids],
    queryFn: async () => new Map((await readMany(object.slug, ids)).map((record) => [record.id, record])),
    enabled: ids.length > 0,
  });
  return data;
}
