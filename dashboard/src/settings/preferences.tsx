import type { Result } from '@daybook/client';
import { useState } from 'react';
import { SelectField, Switch } from '../kit/field.tsx';
import { showToast } from '../kit/toasts.tsx';
import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { showTheme } from '../shell/theme.ts';
import { listLanguageChoices } from './languages.ts';
import { Page, Section, SegmentedField } from './parts.tsx';

type Changes = Partial<Result<'readPreferences'>>;

/** How the dashboard looks and answers, for the reader alone. Each choice is saved at once. */
export function Preferences() {
  const { preferences } = useSession();
  const change = useChange('changePreferences');
  const [chosen, setChosen] = useState<Changes>({});
  const { theme, language, clock, firstDayOfWeek, shortcuts } = { ...preferences, ...chosen };
  const save = (body: Changes, onSuccess: () => void = () => void showToast(words.shell.saved)): void => {
    setChosen(body);
    if (body.theme) showTheme(body.theme);
    change.mutate(
      { body },
      {
        onSuccess: () => onSuccess(),
        onError: () => showTheme(preferences.theme),
        onSettled: () => setChosen({}),
      },
    );
  };
  // Words, clock and week come with the document.
  const saveAndReload = (body: Changes): void => save(body, () => location.reload());
  const text = words.settings.preferences;
  return (
    <Page title={words.settings.pages.preferences}>
      <Section title={text.look}>
        <SegmentedField
          label={words.shell.theme}
          value={theme}
          choices={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: words.shell.themes[value],
          }))}
          onChange={(value) => save({ theme: value })}
        />
        <SelectField
          label={text.language}
          name="language"
          value={language}
          choices={listLanguageChoices(language)}
          onChange={(value) => saveAndReload({ language: value })}
        />
      </Section>
      <Section title={text.times}>
        <SegmentedField
          label={text.clock}
          value={clock}
          choices={[
            { value: '24', label: text.clock24 },
            { value: '12', label: text.clock12 },
          ]}
          onChange={(value) => saveAndReload({ clock: value })}
        />
        <SegmentedField
          label={text.firstDay}
          value={firstDayOfWeek}
          choices={(['monday', 'saturday', 'sunday'] as const).map((value) => ({
            value,
            label: text.days[value],
          }))}
          onChange={(value) => saveAndReload({ firstDayOfWeek: value })}
        />
      </Section>
      <Section title={text.keys} hint={text.keysHint}>
        <Switch label={text.shortcuts} isOn={shortcuts} onChange={(isOn) => save({ shortcuts: isOn })} />
      </Section>
    </Page>
  );
}
