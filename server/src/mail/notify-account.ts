import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { generateUuid } from '../platform/ids.ts';
import {
  buildImageUrl,
  buildInvitationUrl,
  buildPasswordResetUrl,
  buildSecurityUrl,
  buildSignUpUrl,
  buildTokensUrl,
} from '../platform/urls.ts';
import { accountWordsIn, type AccountWords } from './account.words.ts';
import {
  findCodeFacts,
  findInvitationFacts,
  findMemberFacts,
  findResetFacts,
  findSignUpFacts,
  type AccountFacts,
  type LinkFacts,
} from './accounts.store.ts';
import type { Content } from './compose.ts';
import { createReader } from './dates.ts';
import { renderHtml, renderText, type Message } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages } from './store.ts';
import { wordsIn } from './words.ts';

type News = Pick<Message, 'heading' | 'facts' | 'actions'>;

export function sendInvitationEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly invitationId: string }>[],
): Promise<void> {
  return mailEach(
    ctx,
    events,
    ({ invitationId }) => findInvitationFacts(ctx, invitationId),
    (words, _payload, facts) => ({
      heading: words.invited(facts.organization),
      facts: [
        ...(facts.inviter ? [{ label: words.labels.by, value: facts.inviter }] : []),
        { label: words.labels.until, value: words.invitationUntil },
      ],
      actions: [{ label: words.accept, href: buildInvitationUrl(ctx, tokenOf(ctx, facts)) }],
    }),
  );
}

export function sendPasswordResetEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly resetId: string }>[],
): Promise<void> {
  return mailEach(
    ctx,
    events,
    ({ resetId }) => findResetFacts(ctx, resetId),
    (words, _payload, facts) => ({
      heading: words.reset,
      facts: [
        { label: words.labels.until, value: words.resetUntil },
        { label: words.labels.notAsked, value: words.ignore },
      ],
      actions: [{ label: words.reset, href: buildPasswordResetUrl(ctx, tokenOf(ctx, facts)) }],
    }),
  );
}

export function sendSignUpEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly signUpId: string }>[],
): Promise<void> {
  return mailEach(
    ctx,
    events,
    ({ signUpId }) => findSignUpFacts(ctx, signUpId),
    (words, _payload, facts) => ({
      heading: words.signUp,
      facts: [
        { label: words.labels.until, value: words.signUpUntil },
        { label: words.labels.notAsked, value: words.ignore },
      ],
      actions: [{ label: words.confirm, href: buildSignUpUrl(ctx, tokenOf(ctx, facts)) }],
    }),
  );
}

/** The code with which a visitor confirms that an address is theirs. */
export function sendCodeEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly confirmationId: string }>[],
): Promise<void> {
  return mailEach(
    ctx,
    events,
    ({ confirmationId }) => findCodeFacts(ctx, confirmationId),
    (words, _payload, { title, code_sealed }) => ({
      heading: words.signUp,
      facts: [
        { label: words.labels.code, value: ctx.secrets.unseal(code_sealed) },
        { label: words.labels.page, value: title },
        { label: words.labels.until, value: words.codeUntil },
        { label: words.labels.notAsked, value: words.ignore },
      ],
      actions: [],
    }),
  );
}

interface OfMember {
  readonly memberId: string;
}

export function sendNewDeviceEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<OfMember & { readonly device: string; readonly address: string }>[],
): Promise<void> {
  return warnEach(ctx, events, (words, { device, address }) => ({
    heading: words.newDevice,
    facts: [
      { label: words.labels.device, value: device },
      { label: words.labels.address, value: address },
    ],
  }));
}

export function sendPasswordChangedEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<OfMember>[],
): Promise<void> {
  return warnEach(ctx, events, (words) => ({ heading: words.passwordChanged, facts: [] }));
}

/** To the address before, in case it was somebody else. The new one may be none of its reader's business. */
export function sendEmailChangedEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<OfMember & { readonly email: string }>[],
): Promise<void> {
  return mailEach(
    ctx,
    events,
    async ({ memberId, email }) => {
      const facts = await findMemberFacts(ctx, memberId);
      return facts && { ...facts, email };
    },
    (words) => ({
      heading: words.emailChanged,
      facts: [{ label: words.labels.notYou, value: words.emailAdvice }],
      actions: [],
    }),
  );
}

interface OfFactor extends OfMember {
  readonly factor: keyof AccountWords['added'];
  readonly name: string;
}

export function sendFactorAddedEmail(ctx: Ctx, events: readonly PublishedEvent<OfFactor>[]): Promise<void> {
  return warnEach(ctx, events, (words, { factor, name }) => ({
    heading: words.added[factor],
    facts: name ? [{ label: words.labels.name, value: name }] : [],
  }));
}

export function sendFactorRemovedEmail(ctx: Ctx, events: readonly PublishedEvent<OfFactor>[]): Promise<void> {
  return warnEach(ctx, events, (words, { factor, name }) => ({
    heading: words.removed[factor],
    facts: name ? [{ label: words.labels.name, value: name }] : [],
  }));
}

interface OfToken extends OfMember {
  readonly name: string;
  readonly what: keyof AccountWords['token'];
  readonly by: string;
}

export function sendTokenChangedEmail(ctx: Ctx, events: readonly PublishedEvent<OfToken>[]): Promise<void> {
  return mailEach(
    ctx,
    events,
    ({ memberId }) => findMemberFacts(ctx, memberId),
    (words, { name, what, by }) => ({
      heading: words.token[what],
      facts: [
        { label: words.labels.name, value: name },
        ...(by ? [{ label: words.labels.actor, value: by }] : []),
        ...(what === 'revoked' ? [] : [{ label: words.labels.notYou, value: words.tokenAdvice }]),
      ],
      actions: [{ label: words.tokens, href: buildTokensUrl(ctx) }],
    }),
  );
}

/** Mails the user of an account what happened to it, in case that was somebody else. */
function warnEach<P extends OfMember>(
  ctx: Ctx,
  events: readonly PublishedEvent<P>[],
  newsOf: (words: AccountWords, payload: P) => Omit<News, 'actions'>,
): Promise<void> {
  return mailEach(
    ctx,
    events,
    ({ memberId }) => findMemberFacts(ctx, memberId),
    (words, payload) => {
      const { heading, facts } = newsOf(words, payload);
      return {
        heading,
        facts: [...facts, { label: words.labels.notYou, value: words.advice }],
        actions: [{ label: words.security, href: buildSecurityUrl(ctx) }],
      };
    },
  );
}

/** One after the other: accounts change rarely. */
async function mailEach<P, F extends AccountFacts>(
  ctx: Ctx,
  events: readonly PublishedEvent<P>[],
  findFacts: (payload: P) => Promise<F | undefined>,
  newsOf: (words: AccountWords, payload: P, facts: F) => News,
): Promise<void> {
  for (const { id, payload } of events) {
    const facts = await findFacts(payload);
    if (!facts) continue;
    const content = contentOf(ctx, facts, (words) => newsOf(words, payload, facts));
    const message = {
      id: generateUuid(),
      dedupe_key: `account ${id}`,
      kind: 'account',
      event_id: null,
      member_id: null,
      to_email: facts.email,
      content_sealed: ctx.secrets.seal(JSON.stringify(content)),
    };
    await enqueueSending(ctx, await insertMessages(ctx, [message]));
  }
}

function contentOf(ctx: Ctx, facts: AccountFacts, newsOf: (words: AccountWords) => News): Content {
  const { organization, email, name } = facts;
  const { language } = createReader(facts.language);
  const news = newsOf(accountWordsIn[language]);
  const letter: Message = {
    ...news,
    language,
    organization,
    logoUrl: buildImageUrl(ctx, facts.logo),
    color: facts.color ?? '3f4754',
    greeting: wordsIn[language].greeting(name || email),
    footer: wordsIn[language].footer(organization),
  };
  return {
    from: organization,
    to: { name, email },
    replyTo: null,
    subject: news.heading,
    text: renderText(letter),
    html: renderHtml(letter),
    invitation: null,
  };
}

function tokenOf(ctx: Ctx, { token_sealed }: LinkFacts): string {
  return ctx.secrets.unseal(token_sealed);
}
