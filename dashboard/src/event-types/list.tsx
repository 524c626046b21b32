import { interpolate, plural } from '@daybook/booking/locale';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CopyButton } from '../kit/copy-button.tsx';
import { SelectField, Switch } from '../kit/field.tsx';
import { Heading } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { toast } from '../kit/toasts.tsx';
import { api, query, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { durationText } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useMayManage, useSession } from '../shell/session.ts';
import { pathOf, type EventType } from './rules.ts';

const pageSize = 50;

/** The booking pages of somebody, and the one that is edited beside them. */
export function PageList() {
  const { user } = useSearch({ from: '/pages' });
  const { uuid } = useParams({ strict: false });
  return (
    <>
      <header className="bar">
        <Heading text={words.pages.title} />
        <span className="grow" />
        <Link className="btn main" to="/pages/$uuid" params={{ uuid: 'new' }} search={(search) => search}>
          <Icon name="plus" />
          {words.pages.create}
        </Link>
      </header>
      <Owner user={user} />
      <div className={`split${uuid ? ' has-panel' : ''}`}>
        <section className="list" aria-label={words.pages.list}>
          <Rows user={user} />
        </section>
        <Outlet />
      </div>
    </>
  );
}

/** Owners and admins see the pages of everyone. */
function Owner({ user }: { readonly user: string | undefined }) {
  const navigate = useNavigate({ from: '/pages' });
  const { slug } = useSession();
  const mayManage = useMayManage();
  const { data } = useQuery({ ...query('listUsers', { query: { per_page: 100 } }), enabled: mayManage });
  if (!mayManage) return null;
  const others = (data?.items ?? []).filter((each) => each.slug !== slug);
  return (
    <div className="tools">
      <div className="of">
        <SelectField
          label={words.pages.of}
          name="user"
          value={user ?? ''}
          onChange={(value) => void navigate({ to: '/pages', search: value ? { user: value } : {} })}
          choices={[
            { value: '', label: words.pages.mine },
            ...others.map((each) => ({ value: each.slug, label: each.name })),
          ]}
        />
      </div>
    </div>
  );
}

function Rows({ user }: { readonly user: string | undefined }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['Event types', 'listEventTypes', { user }],
    queryFn: ({ pageParam, signal }) =>
      api.listEventTypes({
        query: { ...(user && { userSlug: user }), page: pageParam, count: pageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _, page) => (next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  const pages = data.pages.flatMap(({ items }) => items);
  if (pages.length === 0) return <Empty title={words.pages.none} hint={words.pages.noneHint} />;
  return (
    <>
      <ul className="agenda pages">
        {pages.map((page) => (
          <Row key={page.uuid} page={page} />
        ))}
      </ul>
      <footer className="foot">
        <span>{plural(start.words, words.pages.count, data.pages[0]?.total ?? pages.length)}</span>
        {hasNextPage && (
          <button type="button" className="btn small" onClick={() => void fetchNextPage()}>
            {words.events.showMore}
          </button>
        )}
      </footer>
    </>
  );
}

function Row({ page }: { readonly page: EventType }) {
  const update = useChange('updateEventType');
  const activate = (isActive: boolean): void =>
    update.mutate(
      { params: { uuid: page.uuid }, body: { isActive } },
      { onSuccess: () => toast(isActive ? words.pages.wasActivated : words.pages.wasDeactivated) },
    );
  const owner = [page.profile.firstName, page.profile.lastName].filter(Boolean).join(' ');
  return (
    <li className={page.isActive ? '' : 'past'}>
      <Link
        id={`page-${page.uuid}`}
        to="/pages/$uuid"
        params={{ uuid: page.uuid }}
        search={(search) => search}
        activeOptions={{ includeSearch: false }}
      >
        <span className="bar-c" style={{ background: `#${page.color.replace('#', '')}` }} />
        <span className="grow cut">
          <b className="name">{page.title}</b>
          <br />
          <span className="muted small">
            {[
              page.eventDurations.map(({ minutes }) => durationText(minutes)).join(', ') ||
                durationText(page.duration),
              owner,
            ].join(', ')}
          </span>
        </span>
        <span className="tag" data-color="gray">
          {words.pages.types[page.type]}
        </span>
      </Link>
      <span className="row">
        <CopyButton
          text={page.schedulingUrl}
          label={interpolate(words.pages.copyLink, { title: page.title })}
          icon="link"
          isSquare
        />
        <a
          className="btn quiet small square"
          href={pathOf(page.schedulingUrl)}
          target="_blank"
          rel="noreferrer"
          aria-label={interpolate(words.pages.open, { title: page.title })}
          title={interpolate(words.pages.open, { title: page.title })}
        >
          <Icon name="open" />
        </a>
        <Switch
          label={interpolate(words.pages.active, { title: page.title })}
          isOn={update.isPending ? update.variables.body.isActive === true : page.isActive}
          onChange={activate}
          isLabelHidden
        />
      </span>
    </li>
  );
}
