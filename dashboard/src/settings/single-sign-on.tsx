import { interpolate } from '@daybook/booking/locale';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { ListItems } from '../kit/list-page.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';
import { DomainRow } from './domain-row.tsx';
import { NewDomain } from './new-domain.tsx';
import { NewProvider } from './new-provider.tsx';
import { Page, Section } from './parts.tsx';
import { ProviderState, type Provider } from './provider-state.tsx';

const text = words.settings.singleSignOn;

/** The identity providers of the workspace, and the domains whose addresses sign in there. */
export function SingleSignOn() {
  return (
    <Page title={words.settings.pages.singleSignOn}>
      {useCanManage() ? (
        <>
          <Providers />
          <SignInDomains />
        </>
      ) : (
        <p className="note info">{words.settings.refusals.adminsOnly}</p>
      )}
    </Page>
  );
}

function Providers() {
  const { role } = useSession();
  const list = usePages('listIdentityProviders', { query: { count: 50 } });
  const [isNew, setIsNew] = useState(false);
  const connect = (
    <Button
      label={text.connect}
      icon="plus"
      whyNot={role === 'owner' ? undefined : text.ownersOnly}
      onClick={() => setIsNew(true)}
    />
  );
  return (
    <Section title={text.connections} hint={text.hint} action={connect} isList>
      <ListItems list={list} empty={<Empty icon="link" title={text.none} hint={text.noneHint} />}>
        {(providers) => (
          <ul className="rows">
            {providers.map((provider) => (
              <ProviderRow key={provider.uuid} provider={provider} />
            ))}
          </ul>
        )}
      </ListItems>
      {isNew && <NewProvider onClose={() => setIsNew(false)} />}
    </Section>
  );
}

function ProviderRow({ provider }: { readonly provider: Provider }) {
  const { uuid, name, kind, lastSignInAt } = provider;
  const used = lastSignInAt
    ? interpolate(text.lastSignIn, { time: formatMoment(lastSignInAt) })
    : text.neverUsed;
  return (
    <li className="wrap">
      <span className="grow roomy">
        <Link className="link" to="/settings/single-sign-on/$uuid" params={{ uuid }}>
          {name}
        </Link>
        <span className="help">
          {text.kinds[kind]} · {used}
        </span>
      </span>
      <ProviderState provider={provider} />
    </li>
  );
}

function SignInDomains() {
  const { items: all, ...rest } = usePages('listDomains', { query: { count: 50 } });
  const list = { ...rest, items: all?.filter(({ purpose }) => purpose === 'sign_in') };
  const [isNew, setIsNew] = useState(false);
  const add = <Button label={words.settings.domains.add} icon="plus" onClick={() => setIsNew(true)} />;
  return (
    <Section title={text.domains} hint={text.domainsHint} action={add} isList>
      <ListItems list={list} empty={<Empty icon="link" title={text.noDomains} hint={text.noDomainsHint} />}>
        {(items) => (
          <ul className="rows domains">
            {items.map((item) => (
              <DomainRow key={item.uuid} domain={item} />
            ))}
          </ul>
        )}
      </ListItems>
      {isNew && <NewDomain purpose="sign_in" onClose={() => setIsNew(false)} />}
    </Section>
  );
}
