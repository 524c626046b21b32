import {
  commonWordsIn,
  createReader,
  queueNotices,
  type CommonWords,
  type Notice,
} from '../../mail/public.ts';
import type { Ctx } from '../../platform/context.ts';
import type { PublishedEvent } from '../../platform/events.ts';
import {
  buildConnectedAppsUrl,
  buildInvitationUrl,
  buildPasswordResetUrl,
  buildSecurityUrl,
  buildSignUpUrl,
  buildTokensUrl,
} from '../../platform/urls.ts';
import {
  findInvitationFacts,
  findMemberFacts,
  findResetFacts,
  findSignUpFacts,
  type AccountFacts,
  type LinkFacts,
} from './notify-account.store.ts';
import { accountWordsIn, type AccountWords } from './notify-account.words.ts';

type Words = AccountWords & CommonWords;
type News = Pick<Notice, 'heading' | 'facts' | 'actions'>;

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
        { label: words.validFor, value: words.invitationUntil },
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
        { label: words.validFor, value: words.resetUntil },
        { label: words.notRequested, value: words.ignore },
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
      heading: words.confirmAddress,
      facts: [
        { label: words.validFor, value: words.signUpUntil },
        { label: words.notRequested, value: words.ignore },
      ],
      actions: [{ label: words.confirm, href: buildSignUpUrl(ctx, tokenOf(ctx, facts)) }],
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

export function sendAppConnectedEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<OfMember & { readonly name: string }>[],
): Promise<void> {
  return mailEach(
    ctx,
    events,
    ({ memberId }) => findMemberFacts(ctx, memberId),
    (words, { name }) => ({
      heading: words.appConnected,
      facts: [
        { label: words.labels.name, value: name },
        { label: words.labels.notYou, value: words.appAdvice },
      ],
      actions: [{ label: words.apps, href: buildConnectedAppsUrl(ctx) }],
    }),
  );
}

/** Mails the user of an account what happened to it, in case that was somebody else. */
function warnEach<P extends OfMember>(
  ctx: Ctx,
  events: readonly PublishedEvent<P>[],
  newsOf: (words: Words, payload: P) => Omit<News, 'actions'>,
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
  newsOf: (words: Words, payload: P, facts: F) => News,
): Promise<void> {
  for (const { id, payload } of events) {
    const facts = await findFacts(payload);
    if (!facts) continue;
    const { organization, logo, email, name, language: tag } = facts;
    const { language } = createReader(tag);
    const words = { ...commonWordsIn[language], ...accountWordsIn[language] };
    const { heading, facts: said, actions } = newsOf(words, payload, facts);
    const notice: Notice = {
      kind: 'account',
      dedupeKey: `account ${id}`,
      ...{ organization, logo, language, heading, actions },
      color: facts.color ?? '3f4754',
      to: { name, email },
      subject: heading,
      facts: said,
    };
    await queueNotices(ctx, [notice]);
  }
}

function tokenOf(ctx: Ctx, { token_sealed }: LinkFacts): string {
  return ctx.secrets.unseal(token_sealed);
}
