import { pluralize } from '@daybook/booking/locale';
import { BulkActions, type AskProps } from '../kit/bulk-actions.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, SelectField } from '../kit/field.tsx';
import type { ListSelection } from '../kit/list-selection.tsx';
import { api } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { useWhyNot } from './parts.tsx';
import { listGrantableRoles, type Role, type User } from './rules.ts';

const { bulk } = words;

interface PeopleBulkProps {
  readonly selection: ListSelection;
  readonly users: readonly User[];
}

/** Changes the role of the chosen users, or whether they can sign in. */
export function PeopleBulk({ selection, users }: PeopleBulkProps) {
  const whyNot = useWhyNot('createUser');
  const activate = ({ uuid }: User, isActive: boolean) =>
    api.updateUser({ params: { uuid }, body: { isActive } });
  return (
    <BulkActions
      selection={selection}
      items={users}
      id={({ uuid }) => uuid}
      name={({ name }) => name}
      tags={['Users', 'Session']}
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
          send: (user) => activate(user, true),
          whyNot,
        },
        {
          id: 'deactivate',
          label: bulk.deactivate,
          icon: 'close',
          isDanger: true,
          done: bulk.wereUpdated,
          send: (user) => activate(user, false),
          confirm: { title: bulk.deactivateTitle, hint: bulk.deactivateHint },
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
