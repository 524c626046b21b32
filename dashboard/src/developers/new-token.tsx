import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { Panel } from '../kit/panel.tsx';
import { buildQuery, useChange, useErrorsWith } from '../platform/query.ts';
import { startAfterDate } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';
import { listLevelScopes, resources, type Levels } from './rules.ts';
import { LevelFields } from './level-fields.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** What a new token may is chosen for each resource; its secret is shown once. */
export function NewToken() {
  const navigate = useNavigate();
  const create = useChange('createToken');
  const [isEverything, setIsEverything] = useState(false);
  const [levels, setLevels] = useState<Levels>({});
  const errors = useErrorsWith(create.error, 'scopes', words.tokens.chooseScope);
  const send = (values: FormData): void => {
    const text = (name: string): string => String(values.get(name) ?? '').trim();
    const expires = text('expiresAt');
    const userEmail = text('userEmail');
    create.mutate({
      body: {
        name: text('name'),
        scopes: isEverything ? ['admin:full'] : listLevelScopes(levels),
        expiresAt: expires ? startAfterDate(expires) : null,
        ...(userEmail && { userEmail }),
      },
    });
  };
  return (
    <Panel title={words.tokens.create} closeTo="/developers/tokens">
      <Form errors={errors} onSubmit={send}>
        <TextField label={words.tokens.name} name="name" maxLength={100} help={words.tokens.nameHint} />
        <Owner />
        <TextField
          label={words.tokens.expires}
          name="expiresAt"
          type="date"
          help={words.tokens.expiresHint}
        />
        <SelectField
          label={words.tokens.whatItMay}
          name="scopes"
          value={isEverything ? 'all' : ''}
          onChange={(value) => setIsEverything(value === 'all')}
          {...(isEverything && { help: words.tokens.everythingHint })}
          choices={[
            { value: '', label: words.tokens.chosen },
            { value: 'all', label: words.tokens.everything },
          ]}
        />
        {!isEverything && <LevelFields resources={resources} levels={levels} onChange={setLevels} />}
        <div className="row end">
          <button type="submit" className="btn main" disabled={create.isPending}>
            {words.tokens.make}
          </button>
        </div>
      </Form>
      {create.data && (
        <Made made={create.data} onClose={() => void navigate({ to: '/developers/tokens', search: true })} />
      )}
    </Panel>
  );
}

/** Admins may make a token for somebody else. */
function Owner() {
  const { email } = useSession();
  const mayManage = useCanManage();
  const { data } = useQuery({ ...buildQuery('listUsers', { query: { per_page: 100 } }), enabled: mayManage });
  if (!mayManage) return null;
  const active = (data?.items ?? []).filter(({ isActive }) => isActive);
  return (
    <SelectField
      label={words.tokens.owner}
      name="userEmail"
      value={email}
      choices={active.map((user) => ({ value: user.email, label: user.name }))}
      key={active.length}
    />
  );
}

function Made({ made, onClose }: { readonly made: Result<'createToken'>; readonly onClose: () => void }) {
  return (
    <SecretDialog
      title={interpolate(words.tokens.secret, { name: made.resource.name })}
      secret={made.token}
      onClose={onClose}
    />
  );
}
