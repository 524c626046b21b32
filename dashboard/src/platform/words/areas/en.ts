import { calendars } from '../en/calendars.ts';
import { absences, feed } from '../en/absences.ts';
import { apps } from '../en/apps.ts';
import { schedules } from '../en/availability.ts';
import { calls } from '../en/calls.ts';
import { controls } from '../en/controls.ts';
import { demo } from '../en/demo.ts';
import { audit, catcher, developers, mail, reference, tokens } from '../en/developers.ts';
import { direct } from '../en/direct.ts';
import { forms } from '../en/forms.ts';
import { insights } from '../en/insights.ts';
import { notifications } from '../en/notifications.ts';
import { pages } from '../en/pages.ts';
import { payments } from '../en/payments.ts';
import { polls } from '../en/polls.ts';
import { records } from '../en/records.ts';
import { resources } from '../en/resources.ts';
import { settings } from '../en/settings.ts';
import { signIn } from '../en/sign-in.ts';
import { bulk, filters, views } from '../en/views.ts';
import { webhooks } from '../en/webhooks.ts';
import { welcome } from '../en/welcome.ts';
import { workflows } from '../en/workflows.ts';
import { registerWords } from '../words.ts';

/** Of areas that home does not need: loaded with the first of them. */
export const enAreas = {
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

registerWords(enAreas);
