import { ApiError, type Input, type Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { DeleteDialog } from '../kit/delete-button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { PickBox, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { Empty } from '../kit/states.tsx';
import { buildSwitchActions } from '../kit/switch-actions.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Page, useWhyNot } from './parts.tsx';
import { ResourceEvents } from './resource-events.tsx';

const text = words.resources;

type Resource = Result<'listResources'>['items'][number];
type Fields = Input<'createResource'>['body'];

const listInput = { query: { count: 50 } };

export const prefetch: Prefetch = () => prefetchPages('listResources', listInput);

/** Rooms, equipment and whatever else events take beside their hosts. */
export function Resources() {
  const list = usePages('listResources', listInput);
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  const why = useWhyNot('createResource');
  const [open, setOpen] = useState<Resource | 'new'>();
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={words.settings.pages.resources}
      action={<Button label={text.add} icon="plus" kind="main" whyNot={why} onClick={() => setOpen('new')} />}
    >
      <p className="help">{text.hint}</p>
      {selection.isActive && (
        <BulkActions
          selection={selection}
          items={items}
          id={({ uuid }) => uuid}
          name={({ name }) => name}
          tags={['Resources']}
          actions={buildSwitchActions<Resource>({
            isActive: ({ isActive }) => isActive,
            activate: ({ uuid }, isActive) => api.updateResource({ params: { uuid }, body: { isActive } }),
            remove: ({ uuid }) => api.deleteResource({ params: { uuid } }),
            removeHint: words.bulk.removeHints.resources,
            whyNot: why,
          })}
        />
      )}
      <ListCard
        label={words.settings.pages.resources}
        list={list}
        empty={
          <Empty icon="place" title={text.none} hint={text.noneHint}>
            <Button label={text.add} kind="main" whyNot={why} onClick={() => setOpen('new')} />
          </Empty>
        }
      >
        {(resources) => (
          <ul className="rows">
            {resources.map((resource) => (
              <Row
                key={resource.uuid}
                resource={resource}
                selection={selection}
                onOpen={() => setOpen(resource)}
              />
            ))}
          </ul>
        )}
      </ListCard>
      {open === 'new' && <NewResource onClose={close} />}
      {open && open !== 'new' && <EditResource resource={open} onClose={close} />}
    </Page>
  );
}

interface RowProps {
  readonly resource: Resource;
  readonly selection: ListSelection;
  readonly onOpen: () => void;
}

function Row({ resource, selection, onOpen }: RowProps) {
  const { uuid, name, kind, capacity, location, isActive } = resource;
  const people = capacity !== null && interpolate(text.people, { n: capacity });
  return (
    <li>
      <Icon name="place" />
      <span className="grow cut">
        <b>{name}</b>
        <span className="help cut">{[kind, people, location].filter(Boolean).join(', ')}</span>
      </span>
      <PickBox id={uuid} name={name} isPicked={selection.ids.includes(uuid)} onPick={selection.pick} />
      {!isActive && <span className="tag">{text.inactive}</span>}
      <Button
        label={interpolate(text.editTitle, { name })}
        icon="pencil"
        kind="quiet"
        isSmall
        isSquare
        onClick={onOpen}
      />
    </li>
  );
}

function NewResource({ onClose }: { readonly onClose: () => void }) {
  const create = useChange('createResource', text.wasAdded);
  return (
    <Dialog title={text.addTitle} onClose={onClose}>
      <Form
        errors={getFieldErrors(create.error)}
        onSubmit={(values) =>
          create.mutate(
            { body: { ...fieldsIn(values), kind: String(values.get('kind') ?? '').trim() } },
            { onSuccess: onClose },
          )
        }
      >
        <ResourceFields />
        <DialogActions onClose={onClose}>
          <Button label={text.add} kind="main" isSubmit isBusy={create.isPending} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function EditResource({ resource, onClose }: { readonly resource: Resource; readonly onClose: () => void }) {
  const { uuid, name } = resource;
  const why = useWhyNot('updateResource');
  const change = useEdit('updateResource', {
    shown: resource,
    read: () => api.readResource({ params: { uuid } }),
    done: words.shell.saved,
    onTheirs: onClose,
  });
  const [isDeleting, setIsDeleting] = useState(false);
  const [fields, setFields] = useState<Input<'updateResource'>['body']>({});
  // Events or pages need it, which its message says.
  const isNeeded = change.error instanceof ApiError && change.error.status === 409;
  const save = (body: typeof fields): void => {
    setFields(body);
    change.mutate({ params: { uuid }, body }, { onSuccess: onClose });
  };
  if (isDeleting) {
    return (
      <DeleteDialog
        operation="deleteResource"
        input={{ params: { uuid } }}
        label={text.remove}
        title={interpolate(text.removeTitle, { name })}
        hint={text.removeHint}
        done={text.wasDeleted}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={interpolate(text.editTitle, { name })} onClose={onClose}>
      <Form
        errors={getFieldErrors(change.error)}
        edit={change.edit}
        onSubmit={(values) => save(fieldsIn(values))}
      >
        <fieldset className="col gap4" disabled={why !== undefined}>
          <ResourceFields resource={resource} />
        </fieldset>
        <ResourceEvents uuid={uuid} />
        <DialogActions
          onClose={onClose}
          aside={<Button label={text.remove} kind="bad" whyNot={why} onClick={() => setIsDeleting(true)} />}
        >
          {isNeeded && (
            <Button label={text.saveAnyway} kind="bad" onClick={() => save({ ...fields, force: true })} />
          )}
          <Button label={words.shell.save} kind="main" isSubmit isBusy={change.isPending} whyNot={why} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** The kind of one that is there stays. */
function ResourceFields({ resource }: { readonly resource?: Resource }) {
  return (
    <>
      <TextField label={text.name} name="name" maxLength={100} value={resource?.name ?? ''} autoFocus />
      {!resource && <TextField label={text.kind} name="kind" maxLength={60} help={text.kindHint} />}
      <TextField
        label={text.capacity}
        name="capacity"
        inputMode="numeric"
        value={String(resource?.capacity ?? '')}
        help={text.capacityHint}
      />
      <TextField
        label={text.location}
        name="location"
        maxLength={500}
        value={resource?.location ?? ''}
        help={text.locationHint}
      />
      <Checkbox
        label={text.isActive}
        name="isActive"
        help={text.isActiveHint}
        isOn={resource?.isActive ?? true}
      />
    </>
  );
}

/** What is no number is sent as it was typed, so that the server says what is wrong with it. */
function fieldsIn(values: FormData): Omit<Fields, 'kind'> {
  const get = (name: string): string => String(values.get(name) ?? '').trim();
  const capacity = get('capacity');
  const number = Number(capacity);
  return {
    name: get('name'),
    capacity: capacity === '' ? null : Number.isFinite(number) ? number : (capacity as unknown as number),
    location: get('location') || null,
    isActive: values.has('isActive'),
  };
}
