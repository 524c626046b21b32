import { calls } from '../es/calls.ts';
import { audit, catcher, developers, mail, reference, tokens } from '../es/developers.ts';
import { forms } from '../es/forms.ts';
import { insights } from '../es/insights.ts';
import { settings } from '../es/settings.ts';
import { webhooks } from '../es/webhooks.ts';
import { untranslated } from '../untranslated.ts';
import { speak, type AreaWords } from '../words.ts';

export const esAreas: AreaWords = {
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

speak(esAreas);
