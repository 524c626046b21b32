import { interpolate, pluralize } from '@daybook/booking/locale';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { Guarded, Page, Save, Section, useUserEdit } from './parts.tsx';
import { isLastOwner, listGrantableRoles, findChangeRefusal, type Role, type User } from './rules.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { UserForm } from './user-form.tsx';
import { UserPicture } from './user-picture.tsx';

const text = words.settings.person;

/** Somebody of the workspace, as admins see them. */
export function Person() {
  const { uuid } = useParams({ from: '/settings/people/$uuid' });
  const { data: user } = useSuspenseQuery(buildQuery('readUser', { params: { uuid } }));
  const reader = useSession();
  const refusal = findChangeRefusal(reader, user);
  return (
    <Page
      title={user.name}
      back={
        <Link className="link" to="/settings/people">
          {words.settings.pages.people}
        </Link>
      }
      action={
        !user.isActive && (
          <span className="tag" data-color="gray">
            {text.inactive}
          </span>
        )
      }
    >
      <Guarded why={refusal && words.settings.refusals[refusal]}>
        <Section title={words.settings.profile.about}>
          <UserPicture user={user} />
          <ResetOnVersion version={user.updatedAt}>
            <UserForm user={user} />
          </ResetOnVersion>
        </Section>
        {reader.role !== 'user' && (
          <>
            <Access key={`${user.role} ${user.email}`} user={user} />
            <Activity user={user} />
          </>
        )}
      </Guarded>
      <Memberships user={user} />
    </Page>
  );
}

/** A workspace keeps its last owner. */
function useIsLastOwner(user: User): boolean {
  const { data } = useQuery(buildQuery('listUsers', { query: { per_page: 100 } }));
  return data !== undefined && isLastOwner(data.items, user);
}

function Access({ user }: { readonly user: User }) {
  const reader = useSession();
  const update = useUserEdit(user);
  const send = (values: FormData): void => {
    const role = String(values.get('role')) as Role;
    const email = String(values.get('email') ?? '').trim();
    const body = { ...(role !== user.role && { role }), ...(email !== user.email && { email }) };
    update.mutate({ params: { uuid: user.uuid }, body });
  };
  const isLast = useIsLastOwner(user);
  const roles = new Set(isLast ? [user.role] : [...listGrantableRoles(reader.role), user.role]);
  return (
    <Section
      title={text.access}
      action={
        <Link className="btn quiet small" to="/settings/roles">
          {text.whatRolesMay}
        </Link>
      }
    >
      <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
        <div className="two">
          <SelectField
            label={words.settings.role}
            name="role"
            value={user.role}
            {...(isLast && { help: text.lastOwner })}
            choices={[...roles].map((role) => ({ value: role, label: words.shell.roles[role] }))}
          />
          <TextField label={words.settings.email} name="email" type="email" value={user.email} />
        </div>
        <p className="help">{text.addressHint}</p>
        <Save isPending={update.isPending} />
      </Form>
    </Section>
  );
}

function SignOut({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }) {
  const { data: access } = useQuery(buildQuery('readUserAccess', { params: { uuid } }));
  const signOut = useChange('endUserSessions', text.wasSignedOut, ['Tokens']);
  if (!access) return null;
  return (
    <SignOutDialog
      title={words.settings.signIn.endAllTitle}
      action={text.signOut}
      access={access}
      isBusy={signOut.isPending}
      onConfirm={(keep) => signOut.mutate({ params: { uuid }, body: { keep } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Whether they can sign in, and what would be without a host if they could not. */
function Activity({ user }: { readonly user: User }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const activate = useChange('updateUser', text.wasActivated);
  const [isSigningOut, setIsSigningOut] = useState(false);
  const params = { uuid: user.uuid };
  const { data } = useQuery(buildQuery('listOpenBookings', { params, query: { count: 1 } }));
  const open = data?.total ?? 0;
  const isLast = useIsLastOwner(user);
  return (
    <Section
      title={user.isActive ? text.active : text.inactive}
      hint={user.isActive ? text.activeHint : text.inactiveHint}
    >
      <p>{data && pluralize(start.words, text.open, open)}</p>
      {isSigningOut && <SignOut uuid={user.uuid} onClose={() => setIsSigningOut(false)} />}
      <div className="row wrap">
        {!user.isActive && (
          <button
            type="button"
            className="btn"
            disabled={activate.isPending}
            onClick={() => activate.mutate({ params, body: { isActive: true } })}
          >
            {text.activate}
          </button>
        )}
        {user.isActive && (
          <button type="button" className="btn" onClick={() => setIsSigningOut(true)}>
            {text.signOut}
          </button>
        )}
        {(user.isActive || open > 0) && (
          <Button
            label={user.isActive ? text.deactivate : text.settleBookings}
            kind="bad"
            whyNot={isLast ? text.lastOwner : undefined}
            onClick={() => setIsLeaving(true)}
          />
        )}
      </div>
      {isLeaving && <LeaveDialog user={user} open={open} onClose={() => setIsLeaving(false)} />}
    </Section>
  );
}

function Memberships({ user }: { readonly user: User }) {
  return (
    <Section title={text.about}>
      <dl className="facts">
        <dt>{words.settings.pages.teams}</dt>
        <dd>
          {user.teams.length === 0 && <span className="faint">{text.noTeams}</span>}
          {user.teams.map(({ uuid, title }) => (
            <Link key={uuid} className="link" to="/settings/teams/$teamId" params={{ teamId: uuid }}>
              {title}
            </Link>
          ))}
        </dd>
        <dt>{text.since}</dt>
        <dd>{formatMoment(user.createdAt)}</dd>
        <dt>{words.settings.id}</dt>
        <dd>
          <code className="mono">{user.uuid}</code>
          <CopyButton text={user.uuid} label={interpolate(text.copyId, { name: user.name })} isSquare />
        </dd>
      </dl>
    </Section>
  );
}
