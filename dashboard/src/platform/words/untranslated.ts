import { settings } from './en/settings.ts';

/** Areas whose words are English in every language so far: each is imported from `en/` and listed here. */
export const untranslated = { settings };
