import { interpolate } from '@daybook/booking/locale';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { PageBar } from '../../kit/page-bar.tsx';
import { moveTo } from '../../kit/sortable.rules.ts';
import { SortHandle, useOrder, useSortable, type Sortable } from '../../kit/sortable.tsx';
import { Empty } from '../../kit/states.tsx';
import { words } from '../../platform/words/words.ts';
import { useChange } from '../../platform/query.ts';
import { useCanManage } from '../../shell/session.ts';
import { AttributeDialog } from './attribute-form.tsx';
import { ObjectSettings } from './object-settings.tsx';
import { useObject } from '../objects.ts';
import type { Attribute, CrmObject } from '../rules.ts';
import { typeIcons } from '../value.tsx';

/** What records of an object have: its fields, its names, and who may do what. */
export function SchemaPage() {
  const { objectSlug } = useParams({ from: '/records/$objectSlug/fields' });
  const object = useObject(objectSlug);
  if (!object)
    return <Empty icon="person" title={words.records.noObject} hint={words.records.noObjectHint} />;
  return <Schema key={object.slug} object={object} />;
}

function Schema({ object }: { readonly object: CrmObject }) {
  const mayManage = useCanManage();
  const [open, setOpen] = useState<string>();
  const attribute = object.attributes.find(({ key }) => key === open);
  const move = useChange('updateAttribute');
  const { shown, setIds } = useOrder(object.attributes, ({ key }) => key);
  const own = shown.filter(({ isStandard }) => !isStandard);
  const sort = useSortable({
    items: shown.map(({ key, label, isStandard }) => ({
      id: key,
      name: label,
      group: isStandard ? key : '',
    })),
    isOff: !mayManage,
    onMove: (from, to) => {
      const order = moveTo(shown, from, to);
      const moved = order[to];
      if (!moved) return;
      setIds(order.map(({ key }) => key));
      move.mutate(
        {
          params: { slug: object.slug, key: moved.key },
          body: { position: own.indexOf(moved) + to - from },
        },
        { onSettled: () => setIds(undefined) },
      );
    },
  });
  return (
    <>
      <PageBar
        title={words.records.fields}
        back={
          <Link className="crumb" to="/records/$objectSlug" params={{ objectSlug: object.slug }}>
            {object.pluralName}
          </Link>
        }
      >
        <button
          type="button"
          className="btn main"
          disabled={!mayManage}
          title={mayManage ? undefined : words.records.onlyAdmins}
          onClick={() => setOpen('')}
        >
          <Icon name="plus" />
          {words.records.newField}
        </button>
      </PageBar>
      <div className="body schema">
        <section className="card" aria-label={words.records.fields}>
          <ul className="fields" ref={sort.setList}>
            {shown.map((each, index) => (
              <FieldRow
                key={each.key}
                attribute={each}
                isPrimary={each.key === object.primaryAttribute}
                sort={sort}
                index={index}
                onOpen={mayManage && !each.isStandard ? () => setOpen(each.key) : undefined}
              />
            ))}
          </ul>
          {sort.status}
        </section>
        <ObjectSettings object={object} />
      </div>
      {(attribute || open === '') && (
        <AttributeDialog
          key={open}
          object={object}
          attribute={attribute}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface FieldRowProps {
  readonly attribute: Attribute;
  readonly isPrimary: boolean;
  readonly sort: Sortable;
  readonly index: number;
  /** Missing where it can't be changed. */
  readonly onOpen: (() => void) | undefined;
}

function FieldRow({ attribute, isPrimary, sort, index, onOpen }: FieldRowProps) {
  const { key, label, type, isRequired, isUnique, isArchived, isStandard, relatedObjectSlug } = attribute;
  const marks = [
    isPrimary && words.records.isName,
    isRequired && words.records.required,
    isUnique && words.records.unique,
    isStandard && words.records.standard,
    isArchived && words.records.archived,
  ].filter(Boolean);
  return (
    <li className={`row${isArchived ? ' is-off' : ''}`} {...sort.getItem(index, true)}>
      <Icon name={typeIcons[type]} />
      <span className="grow cut">
        <b>{label}</b> <code className="faint small">{key}</code>
        <br />
        <span className="muted small">
          {[words.records.types[type], relatedObjectSlug, ...marks].filter(Boolean).join(' · ')}
        </span>
      </span>
      {!isStandard && <SortHandle sort={sort} index={index} />}
      <button
        type="button"
        className="btn quiet small"
        disabled={!onOpen}
        title={onOpen ? undefined : isStandard ? words.records.standardFixed : words.records.onlyAdmins}
        aria-label={interpolate(words.records.editField, { label })}
        onClick={onOpen}
      >
        {words.records.edit}
      </button>
    </li>
  );
}
