import { audit, developers, mail, reference, tokens } from './en/developers.ts';
import { lists } from './en/lists.ts';
import { records } from './en/records.ts';
import { webhooks } from './en/webhooks.ts';

/** Areas whose words are English in every language so far: each is imported from `en/` and listed here. */
export const untranslated = { records, lists, developers, tokens, webhooks, mail, audit, reference };
