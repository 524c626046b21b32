import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { showToast } from '../kit/toasts.tsx';
import { api, buildQuery, queryClient } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { downloadFile } from './download.ts';
import { Section } from './parts.tsx';

const text = words.settings.data;
const maxFound = 10;

type PersonResult = Result<'listPeople'>['items'][number];

/** For people who ask what is held of them, or ask to be forgotten. */
export function PersonData() {
  const [search, setSearch] = useState('');
  const [erased, setErased] = useState<PersonResult>();
  const { data } = useQuery({
    ...buildQuery('listPeople', { query: { search, count: maxFound } }),
    enabled: search.length > 1,
  });
  const take = useMutation({
    mutationFn: async (person: PersonResult) => {
      const held = await api.exportPerson({ params: { id: person.id } });
      downloadFile(`${person.id}.json`, [JSON.stringify(held, null, 2)], 'application/json');
    },
  });
  const erase = useMutation({
    mutationFn: ({ id }: PersonResult) => api.erasePerson({ params: { id } }),
    onSuccess: () => {
      setErased(undefined);
      showToast(text.wasErased);
      return queryClient.invalidateQueries();
    },
  });
  const people = search.length > 1 ? (data?.items ?? []) : [];
  return (
    <Section title={text.person} hint={text.personHint} isList>
      <div className="setting">
        <SearchBox label={text.findPerson} value={search} onChange={setSearch} />
        <p className="help" role="status">
          {search.length > 1 && data && people.length === 0 && text.nobody}
        </p>
      </div>
      <ul className="rows">
        {people.map((person) => (
          <li key={person.id}>
            <span className="grow cut">
              <b>{nameOf(person)}</b>
              <span className="help cut">{person.emails.join(', ')}</span>
            </span>
            <button
              type="button"
              className="btn small"
              aria-label={interpolate(text.exportOf, { name: nameOf(person) })}
              disabled={take.isPending}
              onClick={() => take.mutate(person)}
            >
              {text.export}
            </button>
            <button
              type="button"
              className="btn small bad"
              aria-label={interpolate(text.eraseOf, { name: nameOf(person) })}
              onClick={() => setErased(person)}
            >
              {text.erase}
            </button>
          </li>
        ))}
      </ul>
      {erased && (
        <ConfirmDialog
          title={interpolate(text.eraseTitle, { name: nameOf(erased) })}
          action={text.eraseAct}
          isBusy={erase.isPending}
          typed={nameOf(erased)}
          onConfirm={() => erase.mutate(erased)}
          onClose={() => setErased(undefined)}
        >
          {text.eraseHint}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function nameOf({ firstName, lastName, emails }: PersonResult): string {
  return [firstName, lastName].filter(Boolean).join(' ') || emails[0] || text.nameless;
}
