import { Link } from '@tanstack/react-router';
import { Icon } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { abilities, type AbilityName, type Extent } from './abilities.ts';
import { Page } from './parts.tsx';
import type { Role } from './rules.ts';

const text = words.settings.roles;
const roles: readonly Role[] = ['owner', 'admin', 'user'];

/** What each role may, in words. */
export function Roles() {
  const own = useSession().role;
  return (
    <Page
      title={words.settings.pages.roles}
      action={
        <Link className="btn" to="/settings/people">
          {text.change}
        </Link>
      }
    >
      <p className="muted">{text.hint}</p>
      <div className="card roles">
        <table aria-label={words.settings.pages.roles}>
          <thead>
            <tr>
              <th scope="col">{text.ability}</th>
              {roles.map((role) => (
                <th key={role} scope="col">
                  {words.shell.roles[role]}
                  {role === own && <span className="hidden"> {text.yours}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(Object.keys(abilities) as AbilityName[]).map((name) => (
              <tr key={name}>
                <th scope="row">{text.abilities[name]}</th>
                {roles.map((role) => (
                  <td key={role} className={role === own ? 'is-own' : ''}>
                    <Cell extent={abilities[name].extent[role]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="help">{text.tokens}</p>
    </Page>
  );
}

function Cell({ extent }: { readonly extent: Extent }) {
  if (extent === 'own') return text.own;
  if (extent === 'none') return <span className="faint">{text.no}</span>;
  return (
    <>
      <Icon name="check" />
      <span className="hidden">{text.yes}</span>
    </>
  );
}
