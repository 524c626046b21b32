import { calendars } from '../pt/calendars.ts';
import { absences, feed } from '../pt/absences.ts';
import { apps } from '../pt/apps.ts';
import { schedules } from '../pt/availability.ts';
import { calls } from '../pt/calls.ts';
import { controls } from '../pt/controls.ts';
import { demo } from '../pt/demo.ts';
import { audit, catcher, developers, mail, reference, tokens } from '../pt/developers.ts';
import { direct } from '../pt/direct.ts';
import { forms } from '../pt/forms.ts';
import { insights } from '../pt/insights.ts';
import { notifications } from '../pt/notifications.ts';
import { pages } from '../pt/pages.ts';
import { payments } from '../pt/payments.ts';
import { polls } from '../pt/polls.ts';
import { records } from '../pt/records.ts';
import { resources } from '../pt/resources.ts';
import { settings } from '../pt/settings.ts';
import { signIn } from '../pt/sign-in.ts';
import { bulk, filters, views } from '../pt/views.ts';
import { webhooks } from '../pt/webhooks.ts';
import { welcome } from '../pt/welcome.ts';
import { workflows } from '../pt/workflows.ts';
import { registerWords, type AreaWords } from '../words.ts';

export const ptAreas: AreaWords = {
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

registerWords(ptAreas);
