import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Face } from '../kit/face.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Page, useWhyNot } from './parts.tsx';
import { getPath } from './rules.ts';

const text = words.settings.teams;

export function Teams() {
  const list = usePages('listTeams', { query: { count: 50 } });
  const why = useWhyNot('createTeam');
  const [isNew, setIsNew] = useState(false);
  return (
    <Page
      title={words.settings.pages.teams}
      action={
        <Button label={text.create} icon="plus" kind="main" whyNot={why} onClick={() => setIsNew(true)} />
      }
    >
      <ListCard
        label={words.settings.pages.teams}
        list={list}
        empty={<Empty icon="guests" title={text.none} hint={text.noneHint} />}
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
