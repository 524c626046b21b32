import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { words } from '../platform/words/words.ts';
import { DomainRow } from './domain-row.tsx';
import { NewDomain } from './new-domain.tsx';
import { Page, useWhyNot } from './parts.tsx';

const text = words.settings.domains;

/** The domains at which the workspace's booking pages are, with the DNS records that they need. */
export function Domains() {
  const why = useWhyNot('listDomains');
  const [isNew, setIsNew] = useState<'pages' | 'sender'>();
  const add = (
    <div className="row wrap">
      <Button label={text.addSender} whyNot={why} onClick={() => setIsNew('sender')} />
      <Button label={text.add} icon="plus" kind="main" whyNot={why} onClick={() => setIsNew('pages')} />
    </div>
  );
  return (
    <Page title={words.settings.pages.domains} action={add}>
      <p className="help">{text.hint}</p>
      {why === undefined ? (
        <DomainList onAdd={() => setIsNew('pages')} />
      ) : (
        <p className="note info">{why}</p>
      )}
      {isNew && <NewDomain purpose={isNew} onClose={() => setIsNew(undefined)} />}
    </Page>
  );
}

function DomainList({ onAdd }: { readonly onAdd: () => void }) {
  const { items: all, ...rest } = usePages('listDomains', { query: { count: 50 } });
  // Those for sign-in are on the page of single sign-on.
  const list = { ...rest, items: all?.filter(({ purpose }) => purpose !== 'sign_in') };
  const empty = (
    <Empty icon="link" title={text.none} hint={text.noneHint}>
      <Button label={text.add} kind="main" onClick={onAdd} />
    </Empty>
  );
  return (
    <ListCard label={words.settings.pages.domains} list={list} empty={empty}>
      {(items) => (
        <ul className="rows domains">
          {items.map((item) => (
            <DomainRow key={item.uuid} domain={item} />
          ))}
        </ul>
      )}
    </ListCard>
  );
}
