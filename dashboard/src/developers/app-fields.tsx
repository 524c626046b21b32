import { useState } from 'react';
import { SelectField, TextField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import { LevelFields } from './level-fields.tsx';
import { appResources, listLevelScopes, toLevels, type App, type Levels } from './rules.ts';

const text = words.apps;

interface ScopeChoice {
  readonly isEverything: boolean;
  readonly levels: Levels;
}

/** What an app can ask for, while a form is open. */
export function useScopeChoice(scopes: App['scopes'] = []) {
  const [choice, setChoice] = useState<ScopeChoice>(() => ({
    isEverything: scopes.includes('admin:full'),
    levels: toLevels(scopes),
  }));
  const chosen = listLevelScopes(choice.levels);
  return { choice, setChoice, scopes: choice.isEverything ? (['admin:full', ...chosen] as const) : chosen };
}

interface AppFieldsProps {
  readonly app?: App;
  readonly hasRedirects: boolean;
  readonly choice: ScopeChoice;
  readonly onChoose: (choice: ScopeChoice) => void;
}

export function AppFields({ app, hasRedirects, choice, onChoose }: AppFieldsProps) {
  return (
    <>
      <TextField label={text.name} name="name" maxLength={60} help={text.nameHint} value={app?.name ?? ''} />
      <TextField label={text.url} name="url" type="url" help={text.urlHint} value={app?.url ?? ''} />
      {hasRedirects && (
        <TextField
          label={text.redirectUris}
          name="redirectUris"
          rows={3}
          help={text.redirectUrisHint}
          value={(app?.redirectUris ?? []).join('\n')}
        />
      )}
      <SelectField
        label={text.scopes}
        name="scopes"
        help={text.scopesHint}
        value={choice.isEverything ? 'all' : ''}
        onChange={(value) => onChoose({ ...choice, isEverything: value === 'all' })}
        choices={[
          { value: '', label: words.tokens.chosen },
          { value: 'all', label: words.tokens.everything },
        ]}
      />
      {!choice.isEverything && (
        <LevelFields
          resources={appResources}
          levels={choice.levels}
          onChange={(levels) => onChoose({ ...choice, levels })}
        />
      )}
    </>
  );
}

/** The fields as the API takes them. */
export function readAppFields(values: FormData) {
  const get = (name: string): string => String(values.get(name) ?? '').trim();
  return {
    name: get('name'),
    url: get('url') || null,
    redirectUris: get('redirectUris').split(/\s+/).filter(Boolean),
  };
}
