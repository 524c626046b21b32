import { interpolate } from '@daybook/booking/locale';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../kit/icon.tsx';
import { PickerButton } from '../../kit/picker.tsx';
import { words } from '../../platform/words/words.ts';
import type { Lane } from './rules.ts';
import { getRecordTitle, useObjects, useUsers } from '../objects.ts';
import { findAttribute, type CrmObject, type CrmRecord } from '../rules.ts';
import type { Column } from '../search.rules.ts';
import type { useDrag } from './use-drag.ts';
import { isEmptyValue } from '../value-text.ts';
import { Value } from '../value.tsx';

interface CardProps {
  readonly object: CrmObject;
  readonly record: CrmRecord;
  readonly columns: readonly Column[];
  readonly groupBy: string;
  readonly lane: Lane;
  readonly lanes: readonly Lane[];
  readonly isOpen: boolean;
  readonly mayWrite: boolean;
  readonly drag: ReturnType<ReturnType<typeof useDrag>['handlers']>;
  readonly onMove: (lane: string) => void;
  readonly onOpen: () => void;
}

const maxValues = 4;

export function Card(props: CardProps) {
  const { object, record, columns, groupBy, lane, lanes, isOpen, mayWrite, drag, onMove, onOpen } = props;
  const objects = useObjects();
  const users = useUsers();
  const title = getRecordTitle(object, record);
  const values = columns
    .flatMap(({ key }) => findAttribute(object, key) ?? [])
    .filter(
      ({ key }) => key !== groupBy && key !== object.primaryAttribute && !isEmptyValue(record.values[key]),
    )
    .slice(0, maxValues);
  return (
    <li className={`board-card${isOpen ? ' is-open' : ''}`} data-card={record.id} {...(mayWrite && drag)}>
      <div className="row">
        <Link
          className="grow name"
          to="/records/$objectSlug/$recordId"
          params={{ objectSlug: object.slug, recordId: record.id }}
          preload={false}
          draggable={false}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onOpen();
          }}
        >
          {title}
        </Link>
        {mayWrite && (
          <>
            <PickerButton
              label={interpolate(words.records.moveTo, { title })}
              isShort
              className="btn quiet small square"
              chosen={[lane.id]}
              choices={lanes.map(({ id, label }) => ({ id, label }))}
              onChoose={(id) => {
                if (id !== lane.id) onMove(id);
              }}
            >
              <Icon name="right" />
            </PickerButton>
            <span data-handle className="handle" aria-hidden="true">
              <Icon name="drag" />
            </span>
          </>
        )}
      </div>
      {values.map((attribute) => (
        <div key={attribute.key} className="row small card-value" title={attribute.label}>
          <Value
            attribute={attribute}
            value={record.values[attribute.key]}
            users={users}
            related={objects.find(({ slug }) => slug === attribute.relatedObjectSlug)}
          />
        </div>
      ))}
    </li>
  );
}
