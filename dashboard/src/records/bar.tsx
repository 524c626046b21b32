import { interpolate } from '@daybook/booking/locale';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { PickerButton } from '../kit/picker.tsx';
import { words } from '../platform/words/words.ts';
import { BulkDelete } from './bulk.tsx';
import { exportRecords } from './data.ts';
import { downloadFile } from './download.ts';
import { CreateObject } from './schema/object-create.tsx';
import { useObjects, usePermissions } from './objects.ts';
import type { CrmObject, Listing } from './rules.ts';
import { formatNoun } from './standard-names.ts';

interface BarProps {
  readonly object: CrmObject;
  readonly listing: Listing;
  readonly onCreate: () => void;
}

/** The name of the object, by which another is chosen, and what can be done with all of its records. */
export function Bar({ object, listing, onCreate }: BarProps) {
  const { mayWrite, mayManage, whyNot } = usePermissions(object);
  const params = { objectSlug: object.slug };
  const exported = useMutation({
    mutationFn: () => exportRecords(object, listing),
    onSuccess: (blob) => downloadFile(`${object.slug}.csv`, blob, 'text/csv'),
  });
  return (
    <PageBar
      title={object.pluralName}
      back={<span className="crumb">{words.areas.records}</span>}
      beside={<ObjectSwitch object={object} />}
    >
      <More object={object} listing={listing} onExport={() => exported.mutate()} />
      <Link className="btn quiet wide-only" to="/records/$objectSlug/fields" params={params}>
        <Icon name="lines" />
        {words.records.fields}
      </Link>
      <button
        type="button"
        className="btn wide-only"
        disabled={!mayManage || exported.isPending}
        title={mayManage ? words.records.exportHint : words.records.onlyAdmins}
        onClick={() => exported.mutate()}
      >
        {words.records.export}
      </button>
      <Link className="btn wide-only" to="/records/$objectSlug/import" params={params}>
        {words.records.import}
      </Link>
      <button
        type="button"
        className="btn main"
        disabled={!mayWrite}
        title={mayWrite ? undefined : whyNot}
        onClick={onCreate}
      >
        <Icon name="plus" />
        {interpolate(words.records.create, { name: formatNoun(object.singularName) })}
        <kbd className="by-keys" aria-hidden="true">
          C
        </kbd>
      </button>
    </PageBar>
  );
}

interface MoreProps {
  readonly object: CrmObject;
  readonly listing: Listing;
  readonly onExport: () => void;
}

/** What the bar has no room for on a phone, and what is seldom done. */
function More({ object, listing, onExport }: MoreProps) {
  const navigate = useNavigate();
  const { mayManage } = usePermissions(object);
  const [isDeleting, setIsDeleting] = useState(false);
  const params = { objectSlug: object.slug };
  // A search or a nested filter can't be named to the user who deletes.
  const isPlain = listing.filter.length > 0 && !listing.q && listing.nested === undefined;
  const act: Readonly<Record<string, () => void>> = {
    fields: () => void navigate({ to: '/records/$objectSlug/fields', params }),
    import: () => void navigate({ to: '/records/$objectSlug/import', params }),
    duplicates: () => void navigate({ to: '/records/$objectSlug/duplicates', params }),
    export: onExport,
    delete: () => setIsDeleting(true),
  };
  return (
    <>
      <PickerButton
        label={words.records.more}
        isShort
        className="btn quiet square"
        choices={[
          { id: 'fields', label: words.records.fields },
          { id: 'import', label: words.records.import },
          { id: 'duplicates', label: words.records.duplicates.find },
          ...(mayManage ? [{ id: 'export', label: words.records.export }] : []),
          ...(mayManage && isPlain ? [{ id: 'delete', label: words.records.deleteAll }] : []),
        ]}
        onChoose={(id) => act[id]?.()}
      >
        <Icon name="more" />
      </PickerButton>
      {isDeleting && (
        <BulkDelete
          object={object}
          what={{ filter: listing.filter }}
          onClose={() => setIsDeleting(false)}
          onDone={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}

const another = '';

/** Objects, and a way to make one. No slug is empty. */
function ObjectSwitch({ object }: { readonly object: CrmObject }) {
  const navigate = useNavigate();
  const { mayManage } = usePermissions(object);
  const [isMaking, setIsMaking] = useState(false);
  const objects = useObjects().filter(({ isActive, slug }) => isActive || slug === object.slug);
  return (
    <>
      <PickerButton
        label={words.records.otherObject}
        isShort
        className="btn quiet small square"
        chosen={[object.slug]}
        choices={[
          ...objects.map(({ slug, pluralName }) => ({ id: slug, label: pluralName })),
          ...(mayManage ? [{ id: another, label: words.records.newObject }] : []),
        ]}
        onChoose={(objectSlug) =>
          objectSlug === another
            ? setIsMaking(true)
            : void navigate({ to: '/records/$objectSlug', params: { objectSlug } })
        }
      >
        <Icon name="down" />
      </PickerButton>
      {isMaking && <CreateObject onClose={() => setIsMaking(false)} />}
    </>
  );
}
