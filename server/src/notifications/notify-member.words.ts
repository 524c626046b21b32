import type { Language } from '../mail/public.ts';
import type { NotificationKind } from './rules.ts';

/** What a user reads when a colleague mentions them or comments on a record. */
interface NotificationWords {
  readonly told: Record<NotificationKind, (who: string, record: string) => string>;
  /** A record without a name. */
  readonly unnamed: string;
  readonly labels: Record<'note' | 'comment', string>;
  readonly open: string;
  readonly settings: string;
}

export const notificationWordsIn: Record<Language, NotificationWords> = {
  en: {
    told: {
      mention: (who, record) => `${who} mentioned you on ${record}`,
      comment: (who, record) => `${who} commented on ${record}`,
      reply: (who, record) => `${who} replied on ${record}`,
    },
    unnamed: 'a record without a name',
    labels: { note: 'Note', comment: 'Comment' },
    open: 'Open the record',
    settings: 'Notification settings',
  },
  de: {
    told: {
      mention: (who, record) => `${who} hat Sie bei ${record} erwähnt`,
      comment: (who, record) => `${who} hat ${record} kommentiert`,
      reply: (who, record) => `${who} hat bei ${record} geantwortet`,
    },
    unnamed: 'einem Datensatz ohne Namen',
    labels: { note: 'Notiz', comment: 'Kommentar' },
    open: 'Datensatz öffnen',
    settings: 'Benachrichtigungen einstellen',
  },
  fr: {
    told: {
      mention: (who, record) => `${who} vous a mentionné sur ${record}`,
      comment: (who, record) => `${who} a commenté ${record}`,
      reply: (who, record) => `${who} a répondu sur ${record}`,
    },
    unnamed: 'une fiche sans nom',
    labels: { note: 'Note', comment: 'Commentaire' },
    open: 'Ouvrir la fiche',
    settings: 'Régler les notifications',
  },
  es: {
    told: {
      mention: (who, record) => `${who} le ha mencionado en ${record}`,
      comment: (who, record) => `${who} ha comentado ${record}`,
      reply: (who, record) => `${who} ha respondido en ${record}`,
    },
    unnamed: 'un registro sin nombre',
    labels: { note: 'Nota', comment: 'Comentario' },
    open: 'Abrir el registro',
    settings: 'Configurar las notificaciones',
  },
  pt: {
    told: {
      mention: (who, record) => `${who} mencionou-o em ${record}`,
      comment: (who, record) => `${who} comentou ${record}`,
      reply: (who, record) => `${who} respondeu em ${record}`,
    },
    unnamed: 'um registo sem nome',
    labels: { note: 'Nota', comment: 'Comentário' },
    open: 'Abrir o registo',
    settings: 'Definir as notificações',
  },
  ar: {
    told: {
      mention: (who, record) => `أشار إليك ${who} في ${record}`,
      comment: (who, record) => `علّق ${who} على ${record}`,
      reply: (who, record) => `ردّ ${who} في ${record}`,
    },
    unnamed: 'سجل بلا اسم',
    labels: { note: 'ملاحظة', comment: 'تعليق' },
    open: 'فتح السجل',
    settings: 'إعدادات الإشعارات',
  },
};
