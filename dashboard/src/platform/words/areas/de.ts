import { calls } from '../de/calls.ts';
import { audit, catcher, developers, mail, reference, tokens } from '../de/developers.ts';
import { forms } from '../de/forms.ts';
import { insights } from '../de/insights.ts';
import { settings } from '../de/settings.ts';
import { webhooks } from '../de/webhooks.ts';
import { untranslated } from '../untranslated.ts';
import { speak, type AreaWords } from '../words.ts';

export const deAreas: AreaWords = {
  ...untranslated,
  audit,
  calls,
  catcher,
  developers,
  forms,
  insights,
  mail,
  reference,
  settings,
  tokens,
  webhooks,
};

speak(deAreas);
