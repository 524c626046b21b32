import type { Language } from '../mail/public.ts';

/** What somebody who paid online reads of their money. */
interface PaymentWords {
  readonly refunded: string;
  readonly refundedAdvice: string;
  /** They paid for a time that was gone by then. */
  readonly tooLate: string;
  readonly tooLateAdvice: string;
  readonly labels: Record<'what' | 'amount' | 'next', string>;
}

export const paymentWordsIn: Record<Language, PaymentWords> = {
  en: {
    refunded: 'Your refund',
    refundedAdvice:
      'We’ve refunded the card or account you paid with. The money usually arrives within ten days.',
    tooLate: 'Your payment was too late and is being refunded',
    tooLateAdvice:
      'Someone else booked this time before your payment arrived, so nothing was booked. We’re refunding the full amount to the card or account you paid with. Please choose another time.',
    labels: { what: 'What', amount: 'Amount', next: 'Next' },
  },
  de: {
    refunded: 'Sie erhalten Geld zurück',
    refundedAdvice:
      'Es geht auf die Karte oder das Konto, womit Sie bezahlt haben, meist innerhalb von zehn Tagen.',
    tooLate: 'Ihre Zahlung kam zu spät, und Sie erhalten sie zurück',
    tooLateAdvice:
      'Inzwischen hat jemand anderes diese Zeit gebucht, deshalb ist für Sie nichts gebucht. Der ganze Betrag geht auf die Karte oder das Konto zurück, womit Sie bezahlt haben. Bitte wählen Sie eine andere Zeit.',
    labels: { what: 'Was', amount: 'Betrag', next: 'Wie es weitergeht' },
  },
  fr: {
    refunded: 'Vous êtes remboursé',
    refundedAdvice:
      'Le montant revient sur la carte ou le compte qui a servi au paiement, en général sous dix jours.',
    tooLate: 'Votre paiement est arrivé trop tard et vous est remboursé',
    tooLateAdvice:
      'Entre-temps, quelqu’un d’autre a réservé cet horaire : rien n’est réservé pour vous. La totalité revient sur la carte ou le compte qui a servi au paiement. Choisissez un autre horaire.',
    labels: { what: 'Objet', amount: 'Montant', next: 'Suite' },
  },
  es: {
    refunded: 'Recibe un reembolso',
    refundedAdvice: 'Llega a la tarjeta o cuenta con la que pagó, normalmente en diez días.',
    tooLate: 'Su pago llegó demasiado tarde y se le devuelve',
    tooLateAdvice:
      'Mientras tanto otra persona reservó esa hora, así que no hay nada reservado para usted. Todo lo que pagó vuelve a la tarjeta o cuenta con la que pagó. Elija otra hora.',
    labels: { what: 'Qué', amount: 'Importe', next: 'Qué sigue' },
  },
  pt: {
    refunded: 'Recebe um reembolso',
    refundedAdvice: 'Vai para o cartão ou a conta com que pagou, normalmente dentro de dez dias.',
    tooLate: 'O seu pagamento chegou tarde demais e é devolvido',
    tooLateAdvice:
      'Entretanto outra pessoa marcou essa hora, por isso nada ficou marcado para si. Tudo o que pagou volta para o cartão ou a conta com que pagou. Escolha outra hora.',
    labels: { what: 'O quê', amount: 'Valor', next: 'O que se segue' },
  },
  ar: {
    refunded: 'تسترد مبلغًا',
    refundedAdvice: 'يعود المبلغ إلى البطاقة أو الحساب الذي دفعت منه، وغالبًا خلال عشرة أيام.',
    tooLate: 'وصل دفعك متأخرًا، ويُعاد إليك',
    tooLateAdvice:
      'حجز شخص آخر هذا الوقت في هذه الأثناء، ولذلك لم يُحجز لك شيء. يعود كل ما دفعته إلى البطاقة أو الحساب الذي دفعت منه. يُرجى اختيار وقت آخر.',
    labels: { what: 'الموضوع', amount: 'المبلغ', next: 'التالي' },
  },
};
