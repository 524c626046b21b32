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
import { resources, buildScope, type Level, type ResourceName } from './rules.ts';
import { SecretDialog } from './secret-dialog.tsx';

type Levels = Partial<Record<ResourceName, Level>>;

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
        scopes: isEverything ? ['admin:full'] : scopesOf(levels),
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
        {!isEverything && <LevelFields levels={levels} onChange={setLevels} />}
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

function scopesOf(levels: Levels) {
  return resources.flatMap(({ name }) => {
    const level = levels[name] ?? 'none';
    return level === 'none' ? [] : [buildScope(name, level)];
  });
}

/** Admins may make a token for somebody else. */
function Owner() {
  const { email } = useSession();
  const mayManage = useCanManage();
  if (!mayManage) return null;
  return <UserField label={words.tokens.owner} name="userEmail" by="email" value={email} />;
}

interface LevelFieldsProps {
  readonly levels: Levels;
  readonly onChange: (levels: Levels) => void;
}

function LevelFields({ levels, onChange }: LevelFieldsProps) {
  return (
    <div className="levels">
      {resources.map(({ name, levels: offered }) => (
        <SelectField
          key={name}
          label={words.tokens.resources[name]}
          name={`level-${name}`}
          value={levels[name] ?? 'none'}
          onChange={(level) => onChange({ ...levels, [name]: level as Level })}
          choices={offered.map((level) => ({ value: level, label: words.tokens.levels[level] }))}
        />
      ))}
    </div>
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
