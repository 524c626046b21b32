import type { Language } from '../mail/public.ts';

/** What the owner of a webhook reads when its address does not answer, or when they become its owner. */
interface WebhookWords {
  readonly failing: (hours: number) => string;
  readonly failingAdvice: string;
  readonly disabled: string;
  readonly disabledAdvice: string;
  readonly passed: string;
  readonly passedReason: Record<'deactivated' | 'demoted', (name: string) => string>;
  readonly passedAdvice: string;
  readonly labels: Record<'address' | 'reason' | 'next', string>;
}

export const webhookWordsIn: Record<Language, WebhookWords> = {
  en: {
    failing: (hours) => `A webhook has been failing for ${hours} hours`,
    failingAdvice: 'We keep retrying. After five days without a response, we’ll disable the webhook.',
    disabled: 'A webhook was disabled',
    disabledAdvice: 'Nothing is lost. Enable it and replay the missed events.',
    passed: 'A webhook now belongs to the organization',
    passedReason: {
      deactivated: (name) => `${name}, who created it, was deactivated.`,
      demoted: (name) => `${name}, who created it, is no longer an admin.`,
    },
    passedAdvice: 'It keeps sending events. Check that its URL is still yours, or delete it.',
    labels: { address: 'Address', reason: 'Reason', next: 'Next' },
  },
  de: {
    failing: (hours) => `Ein Webhook schlägt seit ${hours} Stunden fehl`,
    failingAdvice: 'Wir versuchen es weiter. Nach fünf Tagen ohne Antwort wird der Webhook abgeschaltet.',
    disabled: 'Ein Webhook wurde abgeschaltet',
    disabledAdvice: 'Nichts ist verloren: Schalten Sie ihn wieder ein und holen Sie das Versäumte nach.',
    passed: 'Ein Webhook gehört jetzt der Organisation',
    passedReason: {
      deactivated: (name) => `${name} hat ihn angelegt und wurde deaktiviert.`,
      demoted: (name) => `${name} hat ihn angelegt und verwaltet die Organisation nicht mehr.`,
    },
    passedAdvice: 'Er sendet weiter. Prüfen Sie, ob die Adresse noch Ihre ist, oder löschen Sie ihn.',
    labels: { address: 'Adresse', reason: 'Grund', next: 'Weiter' },
  },
  fr: {
    failing: (hours) => `Un webhook échoue depuis ${hours} heures`,
    failingAdvice: 'Nous continuons d’essayer. Après cinq jours sans réponse, le webhook est désactivé.',
    disabled: 'Un webhook a été désactivé',
    disabledAdvice: 'Rien n’est perdu : réactivez-le et rejouez ce qu’il a manqué.',
    passed: 'Un webhook appartient maintenant à l’organisation',
    passedReason: {
      deactivated: (name) => `${name}, qui l’a créé, a été désactivé.`,
      demoted: (name) => `${name}, qui l’a créé, n’administre plus l’organisation.`,
    },
    passedAdvice: 'Il continue d’envoyer. Vérifiez que son adresse est toujours la vôtre, ou supprimez-le.',
    labels: { address: 'Adresse', reason: 'Motif', next: 'Ensuite' },
  },
  es: {
    failing: (hours) => `Un webhook falla desde hace ${hours} horas`,
    failingAdvice: 'Seguimos intentándolo. Tras cinco días sin respuesta, el webhook se desactiva.',
    disabled: 'Se ha desactivado un webhook',
    disabledAdvice: 'No se ha perdido nada: actívelo de nuevo y repita lo que se perdió.',
    passed: 'Un webhook pertenece ahora a la organización',
    passedReason: {
      deactivated: (name) => `${name}, que lo creó, ha sido desactivado.`,
      demoted: (name) => `${name}, que lo creó, ya no administra la organización.`,
    },
    passedAdvice: 'Sigue enviando. Compruebe que su dirección sigue siendo suya, o elimínelo.',
    labels: { address: 'Dirección', reason: 'Motivo', next: 'Después' },
  },
  pt: {
    failing: (hours) => `Um webhook falha há ${hours} horas`,
    failingAdvice: 'Continuamos a tentar. Após cinco dias sem resposta, o webhook é desativado.',
    disabled: 'Um webhook foi desativado',
    disabledAdvice: 'Nada se perdeu: ative-o de novo e repita o que ele perdeu.',
    passed: 'Um webhook pertence agora à organização',
    passedReason: {
      deactivated: (name) => `${name}, que o criou, foi desativado.`,
      demoted: (name) => `${name}, que o criou, já não administra a organização.`,
    },
    passedAdvice: 'Continua a enviar. Verifique se o endereço ainda é seu, ou elimine-o.',
    labels: { address: 'Endereço', reason: 'Motivo', next: 'A seguir' },
  },
  ar: {
    failing: (hours) => `يفشل أحد الـ webhooks منذ ${hours} ساعة`,
    failingAdvice: 'نواصل المحاولة. بعد خمسة أيام بلا رد يُوقف الـ webhook.',
    disabled: 'أُوقف أحد الـ webhooks',
    disabledAdvice: 'لم يضع شيء: فعّله من جديد وأعد إرسال ما فاته.',
    passed: 'أصبح أحد الـ webhooks ملكًا للمؤسسة',
    passedReason: {
      deactivated: (name) => `أنشأه ${name} وقد أُوقف حسابه.`,
      demoted: (name) => `أنشأه ${name} ولم يعد مشرفًا.`,
    },
    passedAdvice: 'يواصل الإرسال. تأكد من أن عنوانه ما زال لك، أو احذفه.',
    labels: { address: 'العنوان', reason: 'السبب', next: 'التالي' },
  },
};
