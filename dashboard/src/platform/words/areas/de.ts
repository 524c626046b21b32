import { calendars } from '../de/calendars.ts';
import { absences, feed } from '../de/absences.ts';
import { apps } from '../de/apps.ts';
import { schedules } from '../de/availability.ts';
import { calls } from '../de/calls.ts';
import { controls } from '../de/controls.ts';
import { demo } from '../de/demo.ts';
import { audit, catcher, developers, mail, reference, tokens } from '../de/developers.ts';
import { direct } from '../de/direct.ts';
import { forms } from '../de/forms.ts';
import { insights } from '../de/insights.ts';
import { notifications } from '../de/notifications.ts';
import { pages } from '../de/pages.ts';
import { payments } from '../de/payments.ts';
import { polls } from '../de/polls.ts';
import { records } from '../de/records.ts';
import { resources } from '../de/resources.ts';
import { settings } from '../de/settings.ts';
import { signIn } from '../de/sign-in.ts';
import { bulk, filters, views } from '../de/views.ts';
import { webhooks } from '../de/webhooks.ts';
import { welcome } from '../de/welcome.ts';
import { workflows } from '../de/workflows.ts';
import { registerWords, type AreaWords } from '../words.ts';

export const deAreas: AreaWords = {
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

registerWords(deAreas);
