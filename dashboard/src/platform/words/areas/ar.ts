import { calendars } from '../ar/calendars.ts';
import { absences, feed } from '../ar/absences.ts';
import { apps } from '../ar/apps.ts';
import { schedules } from '../ar/availability.ts';
import { calls } from '../ar/calls.ts';
import { controls } from '../ar/controls.ts';
import { demo } from '../ar/demo.ts';
import { audit, catcher, developers, mail, reference, tokens } from '../ar/developers.ts';
import { direct } from '../ar/direct.ts';
import { forms } from '../ar/forms.ts';
import { insights } from '../ar/insights.ts';
import { notifications } from '../ar/notifications.ts';
import { pages } from '../ar/pages.ts';
import { payments } from '../ar/payments.ts';
import { polls } from '../ar/polls.ts';
import { records } from '../ar/records.ts';
import { resources } from '../ar/resources.ts';
import { settings } from '../ar/settings.ts';
import { signIn } from '../ar/sign-in.ts';
import { bulk, filters, views } from '../ar/views.ts';
import { webhooks } from '../ar/webhooks.ts';
import { welcome } from '../ar/welcome.ts';
import { workflows } from '../ar/workflows.ts';
import { registerWords, type AreaWords } from '../words.ts';

export const arAreas: AreaWords = {
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

registerWords(arAreas);
