import { interpolate } from '@daybook/booking/locale';
import type { Item } from '@daybook/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { CopyButton } from '../kit/copy-button.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Face } from '../kit/face.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { UserField } from '../kit/user-field.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { Guarded, Page, Save, Section, useWhyNot } from './parts.tsx';
import { Picture } from './picture.tsx';

const text = words.settings.teams;

type Membership = Item<'listMemberships'>;
type TeamRole = Membership['role'];

/** A team with its members. Its managers may change it, too. */
export function Team() {
  const { teamId } = useParams({ from: '/settings/teams/$teamId' });
  const params = { teamId };
  const { data: team } = useSuspenseQuery(buildQuery('readTeam', { params }));
  const { data } = useSuspenseQuery(buildQuery('listMemberships', { params, query: { count: 100 } }));
  const { uuid, role } = useSession();
  const isManager = data.items.some((each) => each.user.uuid === uuid && each.role === 'manager');
  const why = role !== 'user' || isManager ? undefined : words.settings.refusals.managersOnly;
  return (
    <Page
      title={team.title}
      back={
        <Link className="link" to="/settings/teams">
          {words.settings.pages.teams}
        </Link>
      }
      action={<CopyButton text={team.url} label={text.copyLink} icon="link" />}
    >
      <Guarded why={why}>
        <ResetOnVersion version={team.updatedAt}>
          <About team={team} />
        </ResetOnVersion>
        <Members teamId={teamId} members={data.items} />
      </Guarded>
      <Delete teamId={teamId} title={team.title} />
    </Page>
  );
}

function About({ team }: { readonly team: Item<'listTeams'> }) {
  const params = { teamId: team.uuid };
  const update = useEdit('updateTeam', {
    shown: team,
    read: () => api.readTeam({ params }),
    done: words.shell.saved,
  });
  const set = useChange('setTeamAvatar', words.shell.saved);
  const remove = useChange('deleteTeamAvatar', words.shell.saved);
  const send = (values: FormData): void => {
    const body = {
      title: String(values.get('title') ?? '').trim(),
      slug: String(values.get('slug') ?? '').trim(),
    };
    update.mutate({ params, body });
  };
  return (
    <Section title={text.about}>
      <Picture
        label={words.settings.picture.ofTeam}
        url={team.avatarUrl}
        name={team.title}
        error={set.error}
        isPending={set.isPending || remove.isPending}
        onChoose={(file) => set.mutate({ params, body: file, contentType: file.type })}
        onDelete={() => remove.mutate({ params })}
      />
      <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
        <div className="two">
          <TextField label={text.name} name="title" value={team.title} maxLength={100} />
          <TextField label={words.settings.slug} name="slug" value={team.slug} maxLength={60} />
        </div>
        <p className="help">{team.url}</p>
        <Save isPending={update.isPending} />
      </Form>
    </Section>
  );
}

const teamRoles: readonly TeamRole[] = ['member', 'manager'];
const roleChoices = teamRoles.map((value) => ({ value, label: text.roles[value] }));

interface MembersProps {
  readonly teamId: string;
  readonly members: readonly Membership[];
}

/** Users say which teams they are in. */
const inUsers = ['Users'];

function Members({ teamId, members }: MembersProps) {
  const change = useChange('changeMember', words.shell.saved);
  const remove = useChange('removeMember', text.wasRemoved, inUsers);
  return (
    <Section title={text.members} hint={text.membersHint} isList>
      <ul className="rows">
        {members.map(({ id, role, user }) => {
          const name = `${user.firstName} ${user.lastName}`.trim();
          return (
            <li key={id}>
              <Face name={name} />
              <span className="grow cut">
                <b>{name}</b>
                <span className="help cut">{user.email}</span>
              </span>
              <select
                className="input fit"
                aria-label={interpolate(text.roleOf, { name })}
                value={
                  change.isPending && change.variables.params.id === id ? change.variables.body.role : role
                }
                onChange={({ target }) =>
                  change.mutate({ params: { teamId, id }, body: { role: target.value as TeamRole } })
                }
              >
                {roleChoices.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
              <button
                type="button"
                className="btn quiet small bad"
                aria-label={interpolate(text.removeNamed, { name })}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ params: { teamId, id } })}
              >
                {words.settings.remove}
              </button>
            </li>
          );
        })}
      </ul>
      <AddMember key={members.length} teamId={teamId} members={members} />
    </Section>
  );
}

function AddMember({ teamId, members }: MembersProps) {
  const add = useChange('addMember', text.wasAdded, inUsers);
  const users = useQuery(buildQuery('listUsers', { query: { per_page: 100 } })).data?.items ?? [];
  const known = new Set(members.map(({ user }) => user.uuid));
  const others = users.filter(({ uuid, isActive }) => isActive && !known.has(uuid));
  if (others.length === 0) return null;
  const send = (values: FormData): void => {
    const body = { email: String(values.get('email')), role: String(values.get('role')) as TeamRole };
    add.mutate({ params: { teamId }, body });
  };
  return (
    <div className="setting">
      <Form errors={getFieldErrors(add.error)} onSubmit={send}>
        <div className="two">
          <UserField
            label={text.person}
            name="email"
            by="email"
            isOffered={({ uuid, isActive }) => isActive && !known.has(uuid)}
          />
          <SelectField label={words.settings.role} name="role" value="member" choices={roleChoices} />
        </div>
        <div className="row end">
          <button type="submit" className="btn" disabled={add.isPending}>
            {text.add}
          </button>
        </div>
      </Form>
    </div>
  );
}

function Delete({ teamId, title }: { readonly teamId: string; readonly title: string }) {
  const navigate = useNavigate();
  return (
    <Section title={text.delete} hint={text.deleteHint}>
      <Guarded why={useWhyNot('deleteTeam')}>
        <div>
          <DeleteButton
            operation="deleteTeam"
            input={{ params: { teamId } }}
            label={text.delete}
            title={interpolate(text.deleteTitle, { title })}
            hint={text.deleteHint}
            done={text.wasDeleted}
            others={inUsers}
            onDeleted={() => void navigate({ to: '/settings/teams' })}
          />
        </div>
      </Guarded>
    </Section>
  );
}
