import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DateField } from '../kit/date-field.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { UserField } from '../kit/user-field.tsx';
import { Panel } from '../kit/panel.tsx';
import { useChange, useErrorsWith } from '../platform/query.ts';
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
        <DateField label={words.tokens.expires} name="expiresAt" help={words.tokens.expiresHint} />
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
  if (!mayManage) return null;
  return <UserField label={words.tokens.owner} name="userEmail" by="email" value={email} />;
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
