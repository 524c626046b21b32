import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Face } from '../kit/face.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { PickBox, useListSelection } from '../kit/list-selection.tsx';
import { Empty } from '../kit/states.tsx';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { api, getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Page, useWhyNot } from './parts.tsx';
import { getPath } from './rules.ts';

const text = words.settings.teams;

const listInput = { query: { count: 50 } };

export const prefetch: Prefetch = () => prefetchPages('listTeams', listInput);

export function Teams() {
  const list = usePages('listTeams', listInput);
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  const why = useWhyNot('createTeam');
  const [isNew, setIsNew] = useState(false);
  return (
    <Page
      title={words.settings.pages.teams}
      action={
        <Button label={text.create} icon="plus" kind="main" whyNot={why} onClick={() => setIsNew(true)} />
      }
    >
      {selection.isActive && (
        <BulkActions
          selection={selection}
          items={items}
          id={({ uuid }) => uuid}
          name={({ title }) => title}
          tags={['Teams', 'Event types']}
          actions={[
            {
              id: 'remove',
              label: words.bulk.remove,
              icon: 'trash',
              isDanger: true,
              done: words.bulk.wereDeleted,
              send: ({ uuid }) => api.deleteTeam({ params: { teamId: uuid } }),
              confirm: { title: words.bulk.removeTitle, hint: words.bulk.removeHints.teams },
              whyNot: why,
            },
          ]}
        />
      )}
      <ListCard
        label={words.settings.pages.teams}
        list={list}
        empty={
          <Empty icon="guests" title={text.none} hint={text.noneHint}>
            <Button label={text.create} kind="main" whyNot={why} onClick={() => setIsNew(true)} />
          </Empty>
        }
      >
        {(teams) => (
          <ul className="rows">
            {teams.map(({ uuid, title, url, avatarUrl }) => (
              <li key={uuid}>
                <Link to="/settings/teams/$teamId" params={{ teamId: uuid }}>
                  {avatarUrl ? (
                    <img className="face big" src={getPath(avatarUrl)} alt="" />
                  ) : (
                    <Face name={title} isBig />
                  )}
                  <span className="grow cut">
                    <b>{title}</b>
                    <span className="help cut">{url}</span>
                  </span>
                  <Icon name="right" />
                </Link>
                <PickBox
                  id={uuid}
                  name={title}
                  isPicked={selection.ids.includes(uuid)}
                  onPick={selection.pick}
                />
              </li>
            ))}
          </ul>
        )}
      </ListCard>
      {isNew && <NewTeam onClose={() => setIsNew(false)} />}
    </Page>
  );
}

function NewTeam({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const create = useChange('createTeam', text.wasCreated);
  const send = (values: FormData): void => {
    const slug = String(values.get('slug') ?? '').trim();
    create.mutate(
      { body: { title: String(values.get('title') ?? '').trim(), ...(slug && { slug }) } },
      { onSuccess: ({ uuid }) => void navigate({ to: '/settings/teams/$teamId', params: { teamId: uuid } }) },
    );
  };
  return (
    <Dialog title={text.create} onClose={onClose}>
      <Form errors={getFieldErrors(create.error)} onSubmit={send}>
        <TextField label={text.name} name="title" maxLength={100} autoFocus />
        <TextField label={words.settings.slug} name="slug" maxLength={60} help={text.slugHint} />
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={create.isPending}>
            {text.make}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
