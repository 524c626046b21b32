import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '../kit/choice.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { listGrantableRoles, type Role } from './rules.ts';

const text = words.settings.people;

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { role } = useSession();
  const teams = useQuery(buildQuery('listTeams', { query: { count: 100 } })).data?.items ?? [];
  const invite = useChange('invite', text.wasInvited);
  const send = (values: FormData): void => {
    const body = {
      email: String(values.get('email') ?? '').trim(),
      role: String(values.get('role')) as Role,
      teams: values.getAll('teams').map(String),
    };
    invite.mutate({ body }, { onSuccess: onClose });
  };
  return (
    <Dialog title={text.invite} onClose={onClose}>
      <p className="muted">{text.inviteHint}</p>
      <Form errors={getFieldErrors(invite.error)} onSubmit={send}>
        <TextField label={words.settings.email} name="email" type="email" autoFocus />
        <SelectField
          label={words.settings.role}
          name="role"
          value="user"
          choices={listGrantableRoles(role).map((each) => ({ value: each, label: words.shell.roles[each] }))}
        />
        {teams.length > 0 && (
          <fieldset className="field">
            <legend className="lbl">{words.settings.pages.teams}</legend>
            {teams.map(({ uuid, title }) => (
              <Checkbox key={uuid} label={title} name="teams" value={uuid} isOn={false} />
            ))}
          </fieldset>
        )}
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={invite.isPending}>
            {text.sendInvitation}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
