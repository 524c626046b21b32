import { calendars } from '../fr/calendars.ts';
import { absences, feed } from '../fr/absences.ts';
import { apps } from '../fr/apps.ts';
import { schedules } from '../fr/availability.ts';
import { calls } from '../fr/calls.ts';
import { controls } from '../fr/controls.ts';
import { demo } from '../fr/demo.ts';
import { audit, catcher, developers, mail, reference, tokens } from '../fr/developers.ts';
import { direct } from '../fr/direct.ts';
import { forms } from '../fr/forms.ts';
import { insights } from '../fr/insights.ts';
import { notifications } from '../fr/notifications.ts';
import { pages } from '../fr/pages.ts';
import { payments } from '../fr/payments.ts';
import { polls } from '../fr/polls.ts';
import { records } from '../fr/records.ts';
import { resources } from '../fr/resources.ts';
import { settings } from '../fr/settings.ts';
import { signIn } from '../fr/sign-in.ts';
import { bulk, filters, views } from '../fr/views.ts';
import { webhooks } from '../fr/webhooks.ts';
import { welcome } from '../fr/welcome.ts';
import { workflows } from '../fr/workflows.ts';
import { registerWords, type AreaWords } from '../words.ts';

export const frAreas: AreaWords = {
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

registerWords(frAreas);
