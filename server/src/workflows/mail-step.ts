import {
  createReader,
  listRefusedRecipients,
  queueCustomMessages,
  type CustomMessage,
} from '../mail/public.ts';
import type { Ctx } from '../platform/context.ts';
import { erasedEmail } from '../platform/personal-data.ts';
import { composeReminder, writeReminder } from '../scheduled-events/public.ts';
import type { Facts } from './facts.ts';
import { renderTemplate, type StepOf } from './rules.ts';
import type { Preparation, RunFacts } from './steps.ts';
import { followUpTexts } from './texts.data.ts';
import { resolveMailVariables, type Reader } from './variables.ts';

type MailStep = StepOf<'mail'>;

export async function prepareMail(
  ctx: Ctx,
  step: MailStep,
  facts: Facts,
  run: RunFacts,
): Promise<Preparation> {
  if (step.template === 'reminder') return prepareReminder(ctx, facts, run);
  const letters = lettersOf(ctx, step, facts).filter(({ letter }) => letter.to.email !== erasedEmail);
  const [first] = letters;
  if (!first) return 'There is no recipient.';
  const refused = await listRefusedRecipients(
    ctx,
    letters.map(({ letter }) => letter),
  );
  const recipients = letters.map(({ letter }) => letter.to.email).filter((email) => !refused.has(email));
  if (recipients.length === 0) return 'Nothing was sent, because the recipient unsubscribed.';
  const detail = `Email to ${recipients.join(', ')}.`;
  return {
    detail,
    shown: { recipients, subject: first.letter.subject, text: first.letter.body },
    async apply(within) {
      const written = letters.map(({ letter, memberId }) => ({
        ...letter,
        memberId,
        dedupeKey: `workflow ${run.id} ${step.id} ${letter.to.email.toLowerCase()}`,
        aboutId: facts.event?.id ?? null,
      }));
      await queueCustomMessages(within, written);
      return { status: 'done', detail };
    },
  };
}

/** What invitees are reminded with is our own message, with all that is known of the event. */
function prepareReminder(ctx: Ctx, { event }: Facts, run: RunFacts): Preparation {
  if (!event) return 'There is no event for a reminder.';
  if (event.invitee.email === erasedEmail) return 'There is no recipient.';
  const detail = `Reminder to ${event.invitee.email}.`;
  const { subject, text } = composeReminder(ctx, event);
  return {
    detail,
    shown: { recipients: [event.invitee.email], subject, text },
    async apply(within) {
      // The key of reminders that were set before there were workflows.
      await writeReminder(within, event, run.minutes === null ? run.id : `${event.starts_at}-${run.minutes}`);
      return { status: 'done', detail };
    },
  };
}

interface AddressedMessage {
  readonly letter: CustomMessage;
  readonly memberId: string | null;
}

function lettersOf(ctx: Ctx, step: MailStep, facts: Facts): AddressedMessage[] {
  const { organization, logo, color, person, hosts } = facts;
  const letter = (reader: Reader, to: CustomMessage['to'], tag: string): CustomMessage => ({
    ...{ organization, logo, color, to },
    ...resolveText(ctx, step, facts, reader, tag),
    replyTo: reader.role === 'host' ? person : (hosts[0] ?? null),
    // Those who work here do not unsubscribe from their work.
    isRefusable: !step.isTransactional && reader.role !== 'host',
  });
  if (step.to === 'hosts')
    return hosts.map((host) => ({
      letter: letter({ role: 'host', host }, host, host.language),
      memberId: host.id,
    }));
  if (step.to === 'address' && step.address)
    return [{ letter: letter({ role: 'other' }, { name: '', email: step.address }, 'en'), memberId: null }];
  return person && step.to === 'person'
    ? [{ letter: letter({ role: 'person' }, person, person.language), memberId: null }]
    : [];
}

/** The text in the reader's language; else in English, else in the first there is. */
export function resolveText(
  ctx: Ctx,
  step: Pick<MailStep, 'template' | 'texts'>,
  facts: Facts,
  reader: Reader,
  tag: string,
): Pick<CustomMessage, 'subject' | 'body' | 'language'> {
  const texts = step.texts ?? followUpTexts;
  const { language: wanted } = createReader(tag);
  const [[language, text] = ['en', undefined] as const] = Object.entries(texts).toSorted(
    ([one], [other]) => rank(one, wanted) - rank(other, wanted),
  );
  const values = resolveMailVariables(ctx, facts, reader);
  const valueOf = (name: string): string => values[name] ?? '';
  return {
    language,
    subject: renderTemplate(text?.subject ?? '', valueOf)
      .replaceAll(/\s+/g, ' ')
      .slice(0, 300),
    body: renderTemplate(text?.body ?? '', valueOf),
  };
}

const rank = (language: string, wanted: string): number =>
  language === wanted ? 0 : language === 'en' ? 1 : 2;
