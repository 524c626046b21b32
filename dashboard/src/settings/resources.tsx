import { ApiError, type Input, type Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { DeleteDialog } from '../kit/delete-button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Page, useWhyNot } from './parts.tsx';

const text = words.resources;

type Resource = Result<'listResources'>['items'][number];
type Fields = Input<'createResource'>['body'];

/** Rooms, equipment and whatever else events take beside their hosts. */
export function Resources() {
  const list = usePages('listResources', { query: { count: 50 } });
  const why = useWhyNot('createResource');
  const [open, setOpen] = useState<Resource | 'new'>();
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={words.settings.pages.resources}
      action={<Button label={text.add} icon="plus" kind="main" whyNot={why} onClick={() => setOpen('new')} />}
    >
      <p className="help">{text.hint}</p>
      <ListCard
        label={words.settings.pages.resources}
        list={list}
        empty={<Empty icon="place" title={text.none} hint={text.noneHint} />}
      >
        {(resources) => (
          <ul className="rows">
            {resources.map((resource) => (
              <Row key={resource.uuid} resource={resource} onOpen={() => setOpen(resource)} />
            ))}
          </ul>
        )}
      </ListCard>
      {open === 'new' && <NewResource onClose={close} />}
      {open && open !== 'new' && <EditResource resource={open} onClose={close} />}
    </Page>
  );
}

function Row({ resource, onOpen }: { readonly resource: Resource; readonly onOpen: () => void }) {
  const { name, kind, capacity, location, isActive } = resource;
  const people = capacity !== null && interpolate(text.people, { n: capacity });
  return (
    <li>
      <Icon name="place" />
      <span className="grow cut">
        <b>{name}</b>
        <span className="help cut">{[kind, people, location].filter(Boolean).join(', ')}</span>
      </span>
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
        <Taken uuid={uuid} />
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

/** The next events that have it. */
function Taken({ uuid }: { readonly uuid: string }) {
  const { data } = useQuery(buildQuery('listResourceEvents', { params: { uuid }, query: { count: 5 } }));
  if (!data) return null;
  return (
    <div>
      <h3>{text.taken}</h3>
      {data.items.length === 0 && <p className="help">{text.takenNone}</p>}
      <ul>
        {data.items.map(({ startTime, title, hosts }) => (
          <li key={startTime} className="help">
            {formatMoment(startTime)}: {title ?? interpolate(text.private, { hosts: hosts.join(', ') })}
          </li>
        ))}
      </ul>
    </div>
  );
}
