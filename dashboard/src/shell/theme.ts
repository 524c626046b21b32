import type { Result } from '@daybook/client';

type Theme = Result<'readPreferences'>['theme'];

/** The document of the next visit has it from the start. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  const meta = document.querySelector('meta[name="color-scheme"]');
  meta?.setAttribute('content', theme === 'system' ? 'light dark' : theme);
}
