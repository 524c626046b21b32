import { interpolate, pluralize } from '@daybook/booking/locale';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../kit/button.tsx';
import { PickBox, type ListSelection } from '../../kit/list-selection.tsx';
import { showToast } from '../../kit/toasts.tsx';
import { formatError } from '../../platform/error-text.ts';
import { start } from '../../platform/start.ts';
import { words } from '../../platform/words/words.ts';
import { refreshRecords } from '../data.ts';
import { getRecordTitle, usePermissions } from '../objects.ts';
import { findContact } from '../record/page.rules.ts';
import { findAttribute, type CrmObject, type CrmRecord } from '../rules.ts';
import { Mark } from '../value.tsx';
import { getGroupId, markDifferent, type DuplicateGroup } from './duplicates-query.ts';

const text = words.records.duplicates;

export type Records = ReadonlyMap<string, CrmRecord>;

export function getTitle(object: CrmObject, group: DuplicateGroup, records: Records): string {
  const [first] = group.ids.flatMap((id) => records.get(id) ?? []);
  return first ? getRecordTitle(object, first) : group.value;
}

export interface GroupProps {
  readonly object: CrmObject;
  readonly group: DuplicateGroup;
  readonly records: Records;
  readonly selection: ListSelection;
  readonly onCompare: () => void;
}

/** Records that may be the same: they are compared, or said to be different. */
export function Group({ object, group, records, selection, onCompare }: GroupProps) {
  const { mayWrite, whyNot } = usePermissions(object);
  const id = getGroupId(group);
  const title = getTitle(object, group, records);
  const label = findAttribute(object, group.by)?.label ?? group.by;
  const different = useDifferent(object, group);
  return (
    <li>
      <PickBox id={id} name={title} isPicked={selection.ids.includes(id)} onPick={selection.pick} />
      <div className="grow">
        <b dir="auto">{title}</b>{' '}
        <span className="tag" data-color="gray">
          {interpolate(text.match, { label })}
        </span>
        <ul className="col gap1">
          {group.ids.flatMap((each) => {
            const record = records.get(each);
            return record ? [<Candidate key={each} object={object} record={record} />] : [];
          })}
        </ul>
      </div>
      <div className="row wrap end">
        <Button label={text.compare} isSmall whyNot={mayWrite ? undefined : whyNot} onClick={onCompare}>
          <span className="hidden"> {title}</span>
        </Button>
        <Button
          label={text.different}
          kind="quiet"
          isSmall
          isBusy={different.isPending}
          whyNot={mayWrite ? undefined : whyNot}
          onClick={() => different.mutate()}
        >
          <span className="hidden"> {title}</span>
        </Button>
      </div>
    </li>
  );
}

/** Says that the records of a group are different, with Undo. */
function useDifferent(object: CrmObject, group: DuplicateGroup) {
  return useMutation({
    mutationFn: () => markDifferent(object, group, true),
    onSuccess: async () => {
      const take = showToast(pluralize(start.words, text.areDifferent, 1), {
        undo: () => {
          take();
          void markDifferent(object, group, false).then(refreshRecords, (error: unknown) =>
            showToast(formatError(error), { isError: true }),
          );
        },
      });
      await refreshRecords();
    },
  });
}

/** One of those that may be the same, with what tells it apart. */
function Candidate({ object, record }: { readonly object: CrmObject; readonly record: CrmRecord }) {
  const title = getRecordTitle(object, record);
  const { email, phone } = findContact(object, record);
  const { domain } = record.values;
  const detail = email ?? phone ?? (typeof domain === 'string' ? domain : undefined);
  return (
    <li className="row">
      <Mark name={title} object={object} />
      <Link
        className="link cut"
        to="/records/$objectSlug/$recordId"
        params={{ objectSlug: object.slug, recordId: record.id }}
      >
        {title}
      </Link>
      {detail && <span className="muted small cut">{detail}</span>}
    </li>
  );
}
