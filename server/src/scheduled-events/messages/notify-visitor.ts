import { commonWordsIn, createReader, queueNotices } from '../../mail/public.ts';
import type { Ctx } from '../../platform/context.ts';
import type { PublishedEvent } from '../../platform/events.ts';
import { codeWordsIn } from './notify-visitor.words.ts';
import { findCodeFacts } from './store.ts';

/** The code with which a visitor confirms that an address is theirs. */
export async function sendCodeEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly confirmationId: string }>[],
): Promise<void> {
  for (const { id, payload } of events) {
    const found = await findCodeFacts(ctx, payload.confirmationId);
    if (!found) continue;
    const { organization, title, email, code_sealed } = found;
    const { language } = createReader(found.language);
    const common = commonWordsIn[language];
    const words = codeWordsIn[language];
    await queueNotices(ctx, [
      {
        kind: 'account',
        dedupeKey: `account ${id}`,
        ...{ organization, logo: null, color: '3f4754', language },
        to: { name: '', email },
        subject: common.confirmAddress,
        heading: common.confirmAddress,
        facts: [
          { label: words.code, value: ctx.secrets.unseal(code_sealed) },
          { label: words.page, value: title },
          { label: common.validFor, value: words.codeUntil },
          { label: common.notRequested, value: common.ignore },
        ],
        actions: [],
      },
    ]);
  }
}
