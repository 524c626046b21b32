import type { StepOf } from './rules.ts';

/** The follow-up that comes with each workspace, until somebody writes their own. */
export const followUpTexts: NonNullable<StepOf<'mail'>['texts']> = {
  en: {
    subject: 'Thank you for your time: {{event.title}}',
    body: 'Hello {{person.firstName}},\n\nthank you for meeting us. If anything is left open, just reply to this message.\n\n{{hosts.names}}',
  },
  de: {
    subject: 'Danke für Ihre Zeit: {{event.title}}',
    body: 'Guten Tag {{person.firstName}},\n\nvielen Dank für das Gespräch. Wenn etwas offen ist, antworten Sie einfach auf diese Nachricht.\n\n{{hosts.names}}',
  },
  fr: {
    subject: 'Merci pour votre temps : {{event.title}}',
    body: 'Bonjour {{person.firstName}},\n\nmerci pour cet échange. S’il reste une question, répondez simplement à ce message.\n\n{{hosts.names}}',
  },
  es: {
    subject: 'Gracias por su tiempo: {{event.title}}',
    body: 'Hola, {{person.firstName}}:\n\nGracias por la reunión. Si queda algo pendiente, responda a este mensaje.\n\n{{hosts.names}}',
  },
  pt: {
    subject: 'Obrigado pelo seu tempo: {{event.title}}',
    body: 'Olá {{person.firstName}},\n\nobrigado pela reunião. Se algo ficou em aberto, basta responder a esta mensagem.\n\n{{hosts.names}}',
  },
  ar: {
    subject: 'شكرًا على وقتك: {{event.title}}',
    body: 'مرحبًا {{person.firstName}}،\n\nشكرًا على اللقاء. إن بقي أي سؤال فيكفي الرد على هذه الرسالة.\n\n{{hosts.names}}',
  },
};
