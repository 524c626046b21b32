import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { BulkActions } from '../../kit/bulk-actions.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { useListSelection } from '../../kit/list-selection.tsx';
import { Empty } from '../../kit/states.tsx';
import { api } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { readMany } from '../data.ts';
import { MergeDialog } from '../merge.tsx';
import { useObject, usePermissions } from '../objects.ts';
import { recordApi, recordTags } from '../record-api.ts';
import type { CrmObject } from '../rules.ts';
import { buildDuplicatesQuery, getGroupId, markDifferent, type DuplicateGroup } from './duplicates-query.ts';
import { getTitle, Group, type GroupProps, type Records } from './group.tsx';

const text = words.records.duplicates;
const pageSize = 20;

/** Records of an object that may be the same, so that someone compares and merges them. */
export function DuplicatesPage() {
  const { objectSlug } = useParams({ from: '/records/$objectSlug/duplicates' });
  const object = useObject(objectSlug);
  if (!object)
    return <Empty icon="person" title={words.records.noObject} hint={words.records.noObjectHint} />;
  return <Duplicates key={object.slug} object={object} />;
}

function Duplicates({ object }: { readonly object: CrmObject }) {
  const [pages, setPages] = useState(1);
  const { data, error, refetch } = useQuery(buildDuplicatesQuery(object));
  const [compared, setCompared] = useState<DuplicateGroup>();
  const all = data?.collection;
  const groups = all?.slice(0, pages * pageSize);
  const records = useRecords(object, groups?.flatMap(({ ids }) => ids) ?? []);
  const selection = useListSelection((groups ?? []).map(getGroupId));
  return (
    <>
      <ListPage
        title={text.title}
        back={
          <Link className="crumb" to="/records/$objectSlug" params={{ objectSlug: object.slug }}>
            {object.pluralName}
          </Link>
        }
        bulk={
          selection.isActive && (
            <GroupBulk object={object} selection={selection} groups={groups ?? []} records={records} />
          )
        }
        label={text.title}
        list={{
          items: groups,
          total: all?.length ?? 0,
          error,
          refetch,
          hasNextPage: (groups?.length ?? 0) < (all?.length ?? 0),
          isFetchingNextPage: false,
          fetchNextPage: () => setPages(pages + 1),
        }}
        empty={<Empty icon="person" title={text.none} hint={text.noneHint} />}
        count={text.count}
        foot={data?.isComplete === false && <span className="muted">{text.notAll}</span>}
      >
        {(shown) => (
          <ul className="entries">
            {shown.map((group) => (
              <Group
                key={getGroupId(group)}
                object={object}
                group={group}
                records={records}
                selection={selection}
                onCompare={() => setCompared(group)}
              />
            ))}
          </ul>
        )}
      </ListPage>
      {compared && (
        <MergeDialog
          object={object}
          ids={compared.ids.slice(0, 2)}
          onClose={() => setCompared(undefined)}
          onMerged={() => setCompared(undefined)}
        />
      )}
    </>
  );
}

function useRecords(object: CrmObject, ids: readonly string[]): Records {
  const wanted = [...new Set(ids)];
  const { data } = useQuery({
    queryKey: [recordApi(object.slug).tag, 'records by id', object.slug, wanted] as const,
    queryFn: () => readMany(object.slug, wanted),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map((data ?? []).map((record) => [record.id, record]));
}

interface GroupBulkProps extends Pick<GroupProps, 'object' | 'records' | 'selection'> {
  readonly groups: readonly DuplicateGroup[];
}

/** Merges groups without comparing them: the oldest record of each takes what it lacks. Or none of them is a duplicate. */
function GroupBulk({ object, groups, records, selection }: GroupBulkProps) {
  const { mayWrite, whyNot } = usePermissions(object);
  const merges = useRef(new Map<string, string[]>());
  const merge = async (group: DuplicateGroup): Promise<void> => {
    const [survivorId = '', ...others] = group.ids;
    const made: string[] = [];
    merges.current.set(getGroupId(group), made);
    for (const mergedId of others) {
      const body = { survivorId, mergedId };
      made.push((await api.mergeRecords({ params: { objectSlug: object.slug }, body })).id);
    }
  };
  const undo = async (group: DuplicateGroup): Promise<void> => {
    for (const mergeId of (merges.current.get(getGroupId(group)) ?? []).toReversed()) {
      await api.undoMerge({ params: { mergeId } });
    }
  };
  return (
    <BulkActions
      selection={selection}
      items={groups}
      id={getGroupId}
      name={(group) => getTitle(object, group, records)}
      tags={recordTags}
      actions={[
        {
          id: 'merge',
          label: words.records.merge,
          done: text.wereMerged,
          send: merge,
          undo,
          confirm: { title: text.mergeTitle, hint: text.mergeHint },
          whyNot: mayWrite ? undefined : whyNot,
        },
        {
          id: 'different',
          label: text.different,
          done: text.areDifferent,
          send: (group) => markDifferent(object, group, true),
          undo: (group) => markDifferent(object, group, false),
          whyNot: mayWrite ? undefined : whyNot,
        },
      ]}
    />
  );
}
