import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../platform/config.ts';
import type { Content } from './content.ts';
import { buildIcsFiles, type Invitation, type MailParty } from './ics.ts';

/** A workspace's own address, and the key that signs for its domain. */
export interface Sender {
  readonly address: string;
  readonly dkim: { readonly domainName: string; readonly keySelector: string; readonly privateKey: string };
}

export interface Transport {
  send(id: string, eventId: string | null, content: Content, sender?: Sender): Promise<void>;
}

/** The mail server of SMTP_URL; undefined without one. */
export function openTransport({ smtpUrl, mailFrom }: Config): Transport | undefined {
  if (smtpUrl === undefined) return undefined;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    dnsTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(id, eventId, content, sender) {
      await transport.sendMail(buildMessage(id, eventId, content, mailFrom, sender));
    },
  };
}

/**
 * The message as it leaves. Its id follows from its row, so that a second attempt is recognised as the same, and all
 * mail about one event makes one thread.
 */
export function buildMessage(
  id: string,
  eventId: string | null,
  content: Content,
  installation: string,
  sender?: Sender,
): SendMailOptions {
  const from = sender?.address ?? installation;
  const domain = installation.slice(installation.lastIndexOf('@') + 1);
  const { invitation, furtherInvitations } = content;
  return {
    from: { name: oneLine(content.from), address: from },
    to: mailbox(content.to),
    // Bounces come back to the installation, whose domain receivers check by SPF.
    ...(sender && { dkim: sender.dkim, envelope: { from: installation, to: content.to.email } }),
    ...(content.replyTo && { replyTo: mailbox(content.replyTo) }),
    subject: oneLine(content.subject),
    text: content.text,
    html: content.html,
    messageId: `<${id}@${domain}>`,
    ...(eventId !== null && { references: `<${eventId}@${domain}>` }),
    headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(content) },
    ...(invitation && invitationParts(invitation, from, furtherInvitations)),
  };
}

/** Mail programs act on the first; the others are attached. */
function invitationParts(
  invitation: Invitation,
  from: string,
  further: readonly Invitation[] | undefined,
): Pick<SendMailOptions, 'icalEvent' | 'attachments'> {
  const [content, ...others] = buildIcsFiles(invitation, from, further);
  return {
    icalEvent: { method: invitation.method, filename: 'invite.ics', content },
    attachments: others.map((file, index) => ({
      filename: `invite-${index + 2}.ics`,
      content: file,
      contentType: `text/calendar; charset=utf-8; method=${further?.[index]?.method ?? invitation.method}`,
    })),
  };
}

/** Mail programs show a button for it (RFC 8058). */
function oneClick({ refusalUrl }: Content): Record<string, string> {
  if (refusalUrl === undefined) return {};
  return { 'List-Unsubscribe': `<${refusalUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Given in parts, so that nothing in a name is read as an address. */
function mailbox({ name, email }: MailParty): { name: string; address: string } {
  if (/[\s<>,;:"()[\]\\]|\p{Cc}/u.test(email))
    throw new RefusedAddress(`Not an address: ${JSON.stringify(email)}`);
  return { name: oneLine(name), address: email };
}

/** What stands in a header is one line, whatever it came from: a line break would begin another header. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return [...line].slice(0, 300).join('');
}

class RefusedAddress extends Error {}

/** Whether trying again can't help: the server refused the address or the message itself. */
export function isPermanent(error: Error & { code?: string; responseCode?: number }): boolean {
  if (error instanceof RefusedAddress) return true;
  const { code = '', responseCode = 0 } = error;
  return ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500;
}
