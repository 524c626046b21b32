import { interpolate } from '@daybook/booking/locale';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { PageBar } from '../../kit/page-bar.tsx';
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
  const own = object.attributes.filter(({ isStandard }) => !isStandard);
  const placeOf = (each: Attribute): Place | undefined => {
    if (!mayManage || each.isStandard) return undefined;
    const place = own.indexOf(each);
    return {
      isFirst: place === 0,
      isLast: place === own.length - 1,
      onMove: (by) =>
        move.mutate({
          params: { slug: object.slug, key: each.key },
          body: { position: place + by },
        }),
    };
  };
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
          <ul className="fields">
            {object.attributes.map((each) => (
              <FieldRow
                key={each.key}
                attribute={each}
                isPrimary={each.key === object.primaryAttribute}
                place={placeOf(each)}
                onOpen={mayManage && !each.isStandard ? () => setOpen(each.key) : undefined}
              />
            ))}
          </ul>
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

/** Where a field stands among those that can be moved. */
interface Place {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
}

interface FieldRowProps {
  readonly attribute: Attribute;
  readonly isPrimary: boolean;
  readonly place: Place | undefined;
  /** Missing where it can't be changed. */
  readonly onOpen: (() => void) | undefined;
}

function FieldRow({ attribute, isPrimary, place, onOpen }: FieldRowProps) {
  const { key, label, type, isRequired, isUnique, isArchived, isStandard, relatedObjectSlug } = attribute;
  const marks = [
    isPrimary && words.records.isName,
    isRequired && words.records.required,
    isUnique && words.records.unique,
    isStandard && words.records.standard,
    isArchived && words.records.archived,
  ].filter(Boolean);
  return (
    <li className={`row${isArchived ? ' is-off' : ''}`}>
      <Icon name={typeIcons[type]} />
      <span className="grow cut">
        <b>{label}</b> <code className="faint small">{key}</code>
        <br />
        <span className="muted small">
          {[words.records.types[type], relatedObjectSlug, ...marks].filter(Boolean).join(' · ')}
        </span>
      </span>
      {place && (
        <>
          <button
            type="button"
            className="btn quiet small square"
            aria-label={interpolate(words.records.optionUp, { label })}
            disabled={place.isFirst}
            onClick={() => place.onMove(-1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            className="btn quiet small square"
            aria-label={interpolate(words.records.optionDown, { label })}
            disabled={place.isLast}
            onClick={() => place.onMove(1)}
          >
            <Icon name="down" />
          </button>
        </>
      )}
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
