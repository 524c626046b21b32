import { pluralize } from '@daybook/booking/locale';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkActions, type AskProps } from '../kit/bulk-actions.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, SelectField } from '../kit/field.tsx';
import type { ListSelection } from '../kit/list-selection.tsx';
import { Skeleton } from '../kit/states.tsx';
import { api, buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { DepartureFields } from './departure-fields.tsx';
import { DeparturePreview } from './departure-preview.tsx';
import { useWhyNot } from './parts.tsx';
import {
  buildDepartureQuery,
  listGrantableRoles,
  sumDepartures,
  type DepartureChoices,
  type Role,
  type User,
} from './rules.ts';

const { bulk } = words;

interface PeopleBulkProps {
  readonly selection: ListSelection;
  readonly users: readonly User[];
}

/** Changes the role of the chosen users, or whether they can sign in. */
export function PeopleBulk({ selection, users }: PeopleBulkProps) {
  const whyNot = useWhyNot('createUser');
  return (
    <BulkActions
      selection={selection}
      items={users}
      id={({ uuid }) => uuid}
      name={({ name }) => name}
      tags={['Users', 'Session', 'Scheduled events']}
      actions={[
        {
          id: 'role',
          label: bulk.role,
          icon: 'person',
          done: bulk.wereUpdated,
          ask: (props) => <RoleDialog {...props} />,
          undo: ({ uuid, role }) => api.updateUser({ params: { uuid }, body: { role } }),
          whyNot,
        },
        {
          id: 'reactivate',
          label: bulk.reactivate,
          icon: 'play',
          done: bulk.wereUpdated,
          send: ({ uuid }) => api.updateUser({ params: { uuid }, body: { isActive: true } }),
          whyNot,
        },
        {
          id: 'deactivate',
          label: bulk.deactivate,
          icon: 'close',
          isDanger: true,
          done: bulk.wereUpdated,
          ask: (props) => <DeactivateDialog {...props} />,
          whyNot,
        },
      ]}
    />
  );
}

function RoleDialog({ items, onSend, onClose }: AskProps<User>) {
  const { role } = useSession();
  const send = (values: FormData): void => {
    const given = String(values.get('role') ?? 'user') as Role;
    onSend(({ uuid }) => api.updateUser({ params: { uuid }, body: { role: given } }));
  };
  return (
    <Dialog title={pluralize(start.words, bulk.actOn, items.length, { action: bulk.role })} onClose={onClose}>
      <Form errors={{}} onSubmit={send}>
        <SelectField
          label={words.filters.role}
          name="role"
          value={items[0]?.role ?? 'user'}
          choices={listGrantableRoles(role).map((value) => ({ value, label: words.shell.roles[value] }))}
        />
        <DialogActions onClose={onClose}>
          <Button label={bulk.apply} kind="main" isSubmit />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Says for all of the chosen users what will happen, before anyone confirms. */
function DeactivateDialog({ items, onSend, onClose }: AskProps<User>) {
  const active = items.filter(({ isActive }) => isActive);
  const departures = useQueries({
    queries: active.map(({ uuid }) => buildQuery('readDeparture', { params: { uuid } })),
  });
  const isRead = departures.every(({ data }) => data);
  const departure = isRead ? sumDepartures(departures.flatMap(({ data }) => data ?? [])) : undefined;
  const open = departure?.openBookings ?? 0;
  const [chosen, setChosen] = useState<DepartureChoices>();
  const choices = chosen ?? { bookings: open > 0 ? 'handover' : 'keep', integrations: 'keep' };
  return (
    <Dialog title={pluralize(start.words, bulk.deactivateTitle, items.length)} onClose={onClose}>
      <p className="muted">{bulk.deactivateHint}</p>
      {departure ? <DeparturePreview departure={departure} /> : <Skeleton rows={3} />}
      <Form
        errors={{}}
        onSubmit={(values) => {
          const query = buildDepartureQuery(choices, values);
          onSend(({ uuid }) => api.deactivateUser({ params: { uuid }, query }));
        }}
      >
        <DepartureFields
          choices={choices}
          onChange={setChosen}
          open={open}
          departure={departure}
          leaving={items.map(({ uuid }) => uuid)}
        />
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn danger" disabled={!isRead}>
            {bulk.deactivate}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
