import { interpolate, pluralize } from '@daybook/booking/locale';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Face } from '../kit/face.tsx';
import { Icon } from '../kit/icon.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { api, buildQuery, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { formatMoment, Page, Section, useWhyNot } from './parts.tsx';
import { getPath, type PeopleSearch, type User } from './rules.ts';

const text = words.settings.people;
const pageSize = 50;

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
      <div className="row wrap">
        <nav className="tabs" aria-label={text.show}>
          <ShowLink search={search} label={text.active} />
          <ShowLink search={search} label={text.inactive} show="inactive" />
        </nav>
        <span className="grow" />
        <Find value={search.q ?? ''} />
      </div>
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

/** Writes the text into the address while it is typed, replacing the entry of the history. */
function Find({ value }: { readonly value: string }) {
  const navigate = useNavigate({ from: '/settings/people' });
  return (
    <label className="find">
      <Icon name="search" />
      <span className="hidden">{text.find}</span>
      <input
        type="search"
        placeholder={text.find}
        maxLength={200}
        value={value}
        onChange={({ target }) =>
          void navigate({
            to: '.',
            search: ({ q: _, ...rest }: PeopleSearch) => ({
              ...rest,
              ...(target.value && { q: target.value }),
            }),
            replace: true,
          })
        }
      />
    </label>
  );
}

function Users({ search }: { readonly search: PeopleSearch }) {
  const { q, show } = search;
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['Users', 'listUsers', search],
    queryFn: ({ pageParam, signal }) =>
      api.listUsers({
        query: {
          isActive: show === 'inactive' ? 'false' : 'true',
          search: q,
          page: pageParam,
          per_page: pageSize,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _, page) => (next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  const users = data.pages.flatMap(({ items }) => items);
  if (users.length === 0) return <Empty title={text.none} hint={q ? text.noMatch : text.noneInactive} />;
  return (
    <section className="card" aria-label={words.settings.pages.people}>
      <ul className="rows">
        {users.map((user) => (
          <Row key={user.uuid} user={user} />
        ))}
      </ul>
      <footer className="foot">
        <span>{pluralize(start.words, text.count, data.pages[0]?.total ?? users.length)}</span>
        {hasNextPage && (
          <button type="button" className="btn small" onClick={() => void fetchNextPage()}>
            {words.events.showMore}
          </button>
        )}
      </footer>
    </section>
  );
}

function Row({ user }: { readonly user: User }) {
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
