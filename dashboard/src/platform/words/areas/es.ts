import { calendars } from '../es/calendars.ts';
import { absences, feed } from '../es/absences.ts';
import { apps } from '../es/apps.ts';
import { schedules } from '../es/availability.ts';
import { calls } from '../es/calls.ts';
import { controls } from '../es/controls.ts';
import { demo } from '../es/demo.ts';
import { audit, catcher, developers, mail, reference, tokens } from '../es/developers.ts';
import { direct } from '../es/direct.ts';
import { forms } from '../es/forms.ts';
import { insights } from '../es/insights.ts';
import { notifications } from '../es/notifications.ts';
import { pages } from '../es/pages.ts';
import { payments } from '../es/payments.ts';
import { polls } from '../es/polls.ts';
import { records } from '../es/records.ts';
import { resources } from '../es/resources.ts';
import { settings } from '../es/settings.ts';
import { signIn } from '../es/sign-in.ts';
import { bulk, filters, views } from '../es/views.ts';
import { webhooks } from '../es/webhooks.ts';
import { welcome } from '../es/welcome.ts';
import { workflows } from '../es/workflows.ts';
import { registerWords, type AreaWords } from '../words.ts';

export const esAreas: AreaWords = {
  signIn,
  absences,
  apps,
  audit,
  bulk,
  calendars,
  calls,
  catcher,
  controls,
  demo,
  developers,
  direct,
  feed,
  filters,
  forms,
  insights,
  mail,
  notifications,
  pages,
  payments,
  polls,
  records,
  reference,
  resources,
  schedules,
  settings,
  tokens,
  views,
  webhooks,
  welcome,
  workflows,
};

registerWords(esAreas);
