import { Link, Outlet, useMatch, useSearch } from '@tanstack/react-router';
import { Face } from '../kit/face.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListView } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { words } from '../platform/words/words.ts';
import { EveryoneFilter } from '../shell/everyone-filter.tsx';
import { getAppKind, type App } from './rules.ts';
import { formatScopes } from './scope-text.ts';
import { Section } from './section.tsx';

/** The apps that the reader registered, for admins also those of everyone. */
export function Apps() {
  const { scope } = useSearch({ from: '/developers/apps' });
  const isNew = useMatch({ from: '/developers/apps/new', shouldThrow: false }) !== undefined;
  const isOpen = useMatch({ from: '/developers/apps/$uuid', shouldThrow: false }) !== undefined;
  const list = usePages('listApps', { query: { ...(scope && { scope }), count: 50 } });
  return (
    <Section
      actions={
        <>
          <EveryoneFilter {...(scope && { scope })} />
          <Link className="btn main" to="/developers/apps/new" search>
            <Icon name="plus" />
            {words.apps.create}
          </Link>
        </>
      }
    >
      <ListView
        label={words.developers.apps}
        list={list}
        empty={
          <Empty icon="developers" title={words.apps.none} hint={words.apps.noneHint}>
            <Link className="btn main" to="/developers/apps/new" search>
              {words.apps.create}
            </Link>
          </Empty>
        }
        count={words.apps.count}
        panel={<Outlet />}
        hasPanel={isNew || isOpen}
      >
        {(apps) => <Table apps={apps} />}
      </ListView>
    </Section>
  );
}

function Table({ apps }: { readonly apps: readonly App[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{words.apps.name}</th>
          <th className="wide">{words.apps.kind}</th>
          <th>{words.apps.scopes}</th>
          <th className="wide">{words.apps.registeredBy}</th>
          <th className="wide">{words.developers.at}</th>
        </tr>
      </thead>
      <tbody>
        {apps.map((app) => (
          <tr key={app.uuid}>
            <th scope="row">
              <Link className="row" to="/developers/apps/$uuid" params={{ uuid: app.uuid }} search>
                <AppLogo app={app} />
                {app.name}
              </Link>
            </th>
            <td className="wide">{words.apps.kinds[getAppKind(app)]}</td>
            <td className="text">{formatScopes(app.scopes)}</td>
            <td className="wide muted">{app.createdBy}</td>
            <td className="wide muted">
              <Moment at={app.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AppLogo({ app: { logoUrl, name } }: { readonly app: App }) {
  if (logoUrl === null) return <Face name={name} />;
  return <img className="face" src={new URL(logoUrl).pathname} alt="" />;
}
