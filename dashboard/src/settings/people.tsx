import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Face } from '../kit/face.tsx';
import { isFiltered } from '../kit/filters.rules.ts';
import { Filters } from '../kit/filters.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { PickBox, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { useAddress, type ViewSearch } from '../platform/address.ts';
import { usePages } from '../platform/pages.ts';
import { buildQuery, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PeopleBulk } from './people-bulk.tsx';
import { Page, Section, useWhyNot } from './parts.tsx';
import { buildPeopleQuery, getPath, type User } from './rules.ts';
import { roles, type PeopleSearch } from './search.ts';

const text = words.settings.people;
const quiet = ['show', 'q'];

/** Everyone of the workspace, and who is invited to it. */
export function People() {
  const search = useSearch({ from: '/settings/people' });
  const why = useWhyNot('invite');
  const [isInviting, setIsInviting] = useState(false);
  return (
    <Page
      title={words.settings.pages.people}
      action={
        <Button
          label={text.invite}
          icon="plus"
          kind="main"
          whyNot={why}
          onClick={() => setIsInviting(true)}
        />
      }
    >
      {why && <p className="note info">{why}</p>}
      <SavedViews list="users" search={search} quiet={quiet} />
      <Users search={search} />
      {!why && <Invitations />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  );
}

interface ShowLinkProps {
  readonly search: PeopleSearch;
  readonly label: string;
  readonly show?: 'inactive';
}

function ShowLink({ search, label, show }: ShowLinkProps) {
  return (
    <Link
      to="/settings/people"
      search={({ show: _, ...rest }: PeopleSearch) => ({ ...rest, ...(show && { show }) })}
      activeProps={{}}
      inactiveProps={{}}
      aria-current={search.show === show ? 'true' : undefined}
    >
      {label}
    </Link>
  );
}

function Users({ search }: { readonly search: PeopleSearch & ViewSearch }) {
  const set = useAddress<PeopleSearch & ViewSearch>();
  const list = usePages('listUsers', { query: { ...buildPeopleQuery(search), per_page: 50 } });
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  const clear = (): void => set({ q: undefined, role: undefined, saved: undefined });
  return (
    <>
      {selection.isActive ? <PeopleBulk selection={selection} users={items} /> : <Tools search={search} />}
      <ListCard
        label={words.settings.pages.people}
        list={list}
        empty={
          isFiltered({ ...search }, ['show', 'saved']) ? (
            <NoMatch onClear={clear} />
          ) : (
            <Empty icon="person" title={text.none} hint={text.noneInactive} />
          )
        }
        count={text.count}
      >
        {(users) => (
          <ul className="rows">
            {users.map((user) => (
              <Row key={user.uuid} user={user} selection={selection} />
            ))}
          </ul>
        )}
      </ListCard>
    </>
  );
}

function Tools({ search }: { readonly search: PeopleSearch }) {
  const set = useAddress<PeopleSearch>();
  return (
    <div className="tools card-tools">
      <nav className="tabs" aria-label={text.show}>
        <ShowLink search={search} label={text.active} />
        <ShowLink search={search} label={text.inactive} show="inactive" />
      </nav>
      <SearchBox label={text.find} value={search.q ?? ''} onChange={(q) => set({ q })} />
      <Filters
        search={search}
        fields={[
          {
            id: 'role',
            label: words.filters.role,
            icon: 'person',
            kind: 'choice',
            choices: roles.map((value) => ({ value, label: words.shell.roles[value] })),
          },
        ]}
      />
    </div>
  );
}

interface RowProps {
  readonly user: User;
  readonly selection: ListSelection;
}

function Row({ user, selection }: RowProps) {
  const { uuid } = useSession();
  return (
    <li>
      <Link to="/settings/people/$uuid" params={{ uuid: user.uuid }}>
        <UserFace user={user} />
        <span className="grow cut">
          <b>{user.name}</b> {user.uuid === uuid && <span className="faint">{text.you}</span>}
          <span className="help cut">{user.email}</span>
        </span>
        <span className="hide-narrow muted small cut">{user.teams.map(({ title }) => title).join(', ')}</span>
        <RoleTag role={user.role} />
      </Link>
      <PickBox
        id={user.uuid}
        name={user.name}
        isPicked={selection.ids.includes(user.uuid)}
        onPick={selection.pick}
      />
    </li>
  );
}

export function UserFace({ user }: { readonly user: User }) {
  return user.avatarUrl ? (
    <img className="face big" src={getPath(user.avatarUrl)} alt="" />
  ) : (
    <Face name={user.name} isBig />
  );
}

const roleColors = { owner: 'violet', admin: 'blue', user: 'gray' } as const;

function RoleTag({ role }: { readonly role: User['role'] }) {
  return (
    <span className="tag" data-color={roleColors[role]}>
      {words.shell.roles[role]}
    </span>
  );
}

function Invitations() {
  const { data } = useQuery(buildQuery('listInvitations', { query: { count: 100 } }));
  const resend = useChange('resendInvitation', text.wasResent);
  const withdraw = useChange('withdrawInvitation', text.wasWithdrawn);
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={text.invited} hint={text.invitedHint} isList>
      <ul className="rows">
        {data.items.map(({ uuid, email, role, status, expiresAt }) => (
          <li key={uuid}>
            <span className="grow">
              <b>{email}</b>
              <span className="help">
                {interpolate(status === 'expired' ? text.expired : text.expires, {
                  time: formatMoment(expiresAt),
                })}
              </span>
            </span>
            <RoleTag role={role} />
            <button
              type="button"
              className="btn quiet small"
              aria-label={interpolate(text.resendTo, { email })}
              disabled={resend.isPending}
              onClick={() => resend.mutate({ params: { uuid } })}
            >
              {text.resend}
            </button>
            <button
              type="button"
              className="btn quiet small bad"
              aria-label={interpolate(text.withdrawOf, { email })}
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate({ params: { uuid } })}
            >
              {text.withdraw}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
