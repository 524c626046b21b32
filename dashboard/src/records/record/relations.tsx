import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { PickerButton } from '../../kit/picker.tsx';
import { useChange } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { readPage, refreshRecords } from '../data.ts';
import { recordApi } from '../record-api.ts';
import { buildCreateChoice, buildRecordChoice, createChoice, useRecordSearch } from '../link-editor.tsx';
import { getRecordTitle, useObject, usePermissions } from '../objects.ts';
import type { Attribute, CrmObject, CrmRecord } from '../rules.ts';
import { getTraits } from '../standard-objects.ts';
import { listRecords } from '../value-text.ts';
import { Mark } from '../value.tsx';
import { toNamedValues } from './page.rules.ts';

const CreateDialog = lazy(async () => ({ default: (await import('../create.tsx')).CreateDialog }));

interface RelationsProps {
  readonly object: CrmObject;
  readonly record: CrmRecord;
}

/** The records that this one is linked with, by each relation that can have many. */
export function Relations({ object, record }: RelationsProps) {
  const many = object.attributes.filter(
    ({ type, isMultiple, isArchived }) => type === 'relation' && isMultiple === true && !isArchived,
  );
  return many.map((attribute) =>
    getTraits(object).hiddenKeys.includes(attribute.key) ? (
      <Employees key={attribute.key} attribute={attribute} object={object} record={record} />
    ) : (
      <Relation
        key={attribute.key}
        attribute={attribute}
        object={object}
        record={record}
        linked={listRecords(record.values[attribute.key])}
      />
    ),
  );
}

interface RelationProps extends RelationsProps {
  readonly attribute: Attribute;
}

const maxEmployees = 100;

/** A company's people are not among its values: they are those who name it. */
function Employees(props: RelationProps) {
  const slug = props.attribute.relatedObjectSlug ?? '';
  const people = useObject(slug);
  const { id } = props.record;
  const { data } = useQuery({
    queryKey: [recordApi(slug).tag, 'employees', id],
    queryFn: async ({ signal }) =>
      people
        ? readPage(people, { filter: [['company', 'contains', id]], sort: ['name'] }, 1, signal, maxEmployees)
        : { items: [], total: 0 },
  });
  return <Relation {...props} linked={data?.items ?? []} />;
}

function Relation(props: RelationProps & { readonly linked: readonly CrmRecord[] }) {
  const { attribute, object, record, linked } = props;
  const related = useObject(attribute.relatedObjectSlug ?? '');
  const { mayWrite, whyNot } = usePermissions(object);
  const [text, setText] = useState('');
  const [isNew, setIsNew] = useState<string>();
  const change = useChange('changeRelation');
  if (!related) return null;
  const link = (links: { add?: string[]; remove?: string[] }): void =>
    change.mutate(
      {
        params: { objectSlug: object.slug, recordId: record.id },
        body: { attributeSlug: attribute.key, ...links },
      },
      { onSuccess: refreshRecords },
    );
  return (
    <section className="card relation" aria-label={attribute.label}>
      <header>
        <h2 className="grow">
          {attribute.label} <span className="faint">{linked.length}</span>
        </h2>
        <LinkButton
          label={interpolate(words.records.addTo, { label: attribute.label })}
          related={related}
          linked={linked}
          text={text}
          onSearch={setText}
          isDisabled={!mayWrite}
          whyNot={whyNot}
          onAdd={(id) => link({ add: [id] })}
          onCreate={setIsNew}
        />
      </header>
      {linked.length === 0 && <p className="faint small pad">{words.records.noLinks}</p>}
      <ul>
        {linked.map((each) => {
          const title = getRecordTitle(related, each);
          return (
            <li key={each.id} className="row">
              <Link
                className="row grow"
                to="/records/$objectSlug/$recordId"
                params={{ objectSlug: related.slug, recordId: each.id }}
              >
                <Mark name={title} object={related} />
                <span className="cut">{title}</span>
              </Link>
              {mayWrite && (
                <button
                  type="button"
                  className="btn quiet small square"
                  aria-label={interpolate(words.records.unlink, { title })}
                  onClick={() => link({ remove: [each.id] })}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {isNew !== undefined && (
        <Suspense>
          <CreateDialog
            object={related}
            values={toNamedValues(related, isNew)}
            onClose={() => setIsNew(undefined)}
            onCreated={(id) => {
              setIsNew(undefined);
              link({ add: [id] });
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

interface LinkButtonProps {
  readonly label: string;
  readonly related: CrmObject;
  readonly linked: readonly CrmRecord[];
  readonly text: string;
  readonly onSearch: (text: string) => void;
  readonly isDisabled: boolean;
  readonly whyNot: string;
  readonly onAdd: (id: string) => void;
  /** With what was typed to find it. */
  readonly onCreate: (text: string) => void;
}

function LinkButton(props: LinkButtonProps) {
  const { label, related, linked, text, onSearch, isDisabled, whyNot, onAdd, onCreate } = props;
  const { mayWrite } = usePermissions(related);
  const found = useRecordSearch(related, text).filter(({ id }) => !linked.some((each) => each.id === id));
  return (
    <PickerButton
      label={label}
      isShort
      className="btn quiet small square"
      isDisabled={isDisabled}
      title={isDisabled ? whyNot : label}
      choices={[
        ...found.map((record) => buildRecordChoice(related, record)),
        ...(mayWrite ? [buildCreateChoice(text)] : []),
      ]}
      onSearch={onSearch}
      onChoose={(id) => {
        onSearch('');
        if (id === createChoice) onCreate(text);
        else onAdd(id);
      }}
    >
      <Icon name="plus" />
    </PickerButton>
  );
}
