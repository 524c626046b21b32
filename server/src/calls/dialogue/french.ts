import { unwanted } from './french-unwanted.ts';
import { weekdays as days, type Language, type TimeInWords, type WallTime } from './language.ts';

const weekdays = 'dimanche lundi mardi mercredi jeudi vendredi samedi'.split(' ');
const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);
const small =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(' ');
const tens = ['', 'dix', 'vingt', 'trente', 'quarante', 'cinquante'];
const ordinals = ['(premier | première)', '(deuxième | second)', 'troisième'];

export const french: Language = {
  name: 'French',
  weekdays,
  hours: Object.fromEntries(Array.from({ length: 23 }, (_, index) => [hourInWords(index + 1), index + 1])),
  timeInWords,
  phrases: {
    stop: [
      "[s'il vous plaît] (arrêtez | cessez) de (m'appeler | me rappeler | nous appeler | me déranger)",
      "[s'il vous plaît] ne (m'appelez | me rappelez | nous appelez | me dérangez) plus [jamais]",
      "n'appelez plus [ici | ce numéro]",
      "[s'il vous plaît] (retirez | enlevez | supprimez | rayez) (moi | nous | mon nom | mon numéro) de (votre liste | vos listes | votre fichier | vos fichiers)",
      '(effacez | supprimez | oubliez) mon numéro',
      "[désolé] [c'est | vous avez] [un | le] (mauvais | faux) numéro | vous vous trompez de numéro | vous vous êtes trompé de numéro | erreur de numéro",
      '[non] [merci] [je ne suis | je suis | nous ne sommes] pas (intéressé | intéressée | intéressés)',
      "[non] [merci] (ça | cela) [ne] m'intéresse pas",
      "laissez moi tranquille | plus d'appels | je ne veux plus (d'appels | être appelé)",
    ].join(' | '),
    unwanted,
    callBack: '[pas maintenant] (rappelez | appelez) moi (demain | <day>) [(après | à) <hour>]',
    callBackTime: '(demain | <day>) [(après | à) <hour>]',
    repeat: "(répétez | pouvez vous répéter | quels étaient les horaires) [s'il vous plaît]",
    notNow: 'pas maintenant',
    // Nothing that sounds like a no to the recognizer: `c'est faux` was taken for `d'accord`.
    yes: "oui [s'il vous plaît | c'est exact]",
    likeYes: 'lui qui huit nuit puis bruit ici cuit louis ouais suis fui'.split(' '),
    // Of the short ones only those that follow a yes: all of them together would make up any other words.
    beyondYes:
      "oui mais non pas attendez enfin peut être jeudi lundi mardi mercredi vendredi demain matin midi plutôt autre quand combien pourquoi comment quoi sauf seulement après avant alors tard désolé faux si c'est bon merci votre vous".split(
        ' ',
      ),
    no: "non [non] [merci] | c'est faux | ce n'est pas ça",
    undo: "non [non] [merci | attendez] | [non] (c'est faux | ce n'est pas ça) | [non] annulez [s'il vous plaît]",
    thanks: "merci [beaucoup] [au revoir] | au revoir | parfait | très bien | oui [s'il vous plaît]",
    later: '[non] (plus tard | un peu plus tard | aucun | aucun des trois | aucun de ces horaires)',
    offer({ weekday, clock, otherClock }, index) {
      const lead = '[je prends | je voudrais]';
      const please = "[s'il vous plaît]";
      const clocks = otherClock === undefined ? clock : `(${clock} | ${otherClock})`;
      return [
        `${lead} (le | la) ${ordinals[index]} ${please}`,
        `[le] numéro ${small[index + 1]} ${please}`,
        `${lead} [le] ${weekday} [à ${clocks}] ${please}`,
        `${lead} [à] ${clocks} ${please}`,
      ];
    },
  },
  sentences: {
    greeting: ({ firstName, company }) =>
      `Bonjour ${firstName}. Ici un assistant automatique qui vous appelle pour ${company}.`,
    isRecorded: 'Cet appel est enregistré.',
    purpose: (title) => `Je voudrais convenir d'un rendez-vous avec vous : ${title}.`,
    onClockOf: (city) => `Toutes les heures sont à l'heure locale : ${city}.`,
    list(spoken) {
      const names = ['Premier', 'Deuxième', 'Troisième'];
      const list = spoken.map((time, index) => `${names[index]} : ${time}.`);
      const count = `${small[spoken.length]} horaire${spoken.length === 1 ? '' : 's'}`;
      return `Je vous propose ${count}. ${list.join(' ')} Lequel vous convient ?`;
    },
    message: ({ firstName, company, title }) =>
      `Bonjour ${firstName}. Ici un assistant automatique qui vous appelle pour ${company}, pour convenir d'un rendez-vous avec vous : ${title}. Nous vous recontacterons. Au revoir.`,
    confirm: (spoken) => `Le ${spoken}. Est-ce exact ?`,
    howToConfirm: "Dites, oui s'il vous plaît, ou, non merci.",
    booked: (spoken) =>
      `Votre rendez-vous est réservé pour le ${spoken}. Vous recevrez un mail avec les détails.`,
    howToUndo: "Si ce n'est pas exact, dites non.",
    canceled: "Très bien, je l'ai annulé.",
    notCanceled: "Je regrette, je ne peux pas l'annuler par téléphone. Le mail contient un lien pour cela.",
    taken: "Je regrette, cet horaire vient d'être pris.",
    allRight: 'Très bien.',
    noTimes: "Il n'y a pas d'horaire libre en ce moment.",
    noOtherTimes: "Il n'y a pas d'autre horaire.",
    noBetterTimes: "Je n'ai pas d'horaire qui convienne mieux.",
    notByPhone: 'Je regrette, je ne peux pas réserver cela par téléphone.',
    inTouch: (company) => `${company} vous recontactera.`,
    linkSent: 'Je vous ai envoyé un mail avec un lien, où vous pouvez choisir un horaire.',
    goodbye: 'Au revoir.',
    stopped: 'Je ne vous appellerai plus.',
    callBackQuestion: 'Quand puis-je vous rappeler ? Par exemple, demain après seize heures.',
    callBack(day, hour) {
      const on = { today: "aujourd'hui", tomorrow: 'demain' }[day] ?? weekdays[days.indexOf(day)];
      return `Je vous rappellerai ${on}${hour === undefined ? '' : ` après ${hourInWords(hour)}`}.`;
    },
    again: "Pardon, je n'ai pas compris.",
    notUnderstood: 'Je regrette, je ne comprends pas.',
    digitsToConfirm: 'Ou appuyez sur 1 pour oui, et sur 2 pour non.',
    digitsToChoose(count) {
      const keys = Array.from({ length: count }, (_, index) => index + 1).join(', ');
      return `Ou appuyez sur ${keys} pour un horaire, et sur 9 pour ne plus recevoir d'appels.`;
    },
  },
};

function timeInWords({ weekday: index, month, dayOfMonth, minute }: WallTime): TimeInWords {
  const weekday = weekdays[index] ?? 'lundi';
  const [clock = '', ...others] = clocksOf(minute);
  const date = `${dayOfMonth === 1 ? 'premier' : dayOfMonth} ${months[month - 1]}`;
  const spoken = `${weekday} ${date} à ${clock}`;
  return { spoken, weekday, clock, ...(others.length > 0 && { otherClock: others.join(' | ') }) };
}

/** `quatorze heures trente`, then what else people say: `deux heures et demie`. */
function clocksOf(minute: number): string[] {
  const [hour, rest] = [Math.floor(minute / 60), minute % 60];
  const past = hoursInWords(hour).flatMap((words) =>
    minutesInWords(rest).map((minutes) => `${words} ${minutes}`.trim()),
  );
  return rest === 45 ? [...past, ...hoursInWords(hour + 1).map((words) => `${words} moins le quart`)] : past;
}

/** As it is said, then as others say it. */
function hoursInWords(hour: number): string[] {
  const ofDay = hour % 24;
  if (ofDay === 0) return ['minuit', 'zéro heure'];
  if (ofDay === 12) return ['midi', 'douze heures'];
  return ofDay > 12 ? [hourInWords(ofDay), hourInWords(ofDay - 12)] : [hourInWords(ofDay)];
}

function minutesInWords(minutes: number): string[] {
  if (minutes === 0) return [''];
  const others: Readonly<Record<number, string>> = { 15: 'et quart', 30: 'et demie' };
  const other = others[minutes];
  return [feminine(minutes), ...(other === undefined ? [] : [other])];
}

function hourInWords(hour: number): string {
  if (hour === 12) return 'midi';
  return `${feminine(hour)} ${hour === 1 ? 'heure' : 'heures'}`;
}

/** Hours and minutes are: `une heure`, `vingt et une heures`. */
function feminine(number: number): string {
  const words = numberInWords(number);
  return words.endsWith('un') ? `${words}e` : words;
}

function numberInWords(number: number): string {
  if (number < small.length) return small[number] ?? '';
  const [ten, unit] = [tens[Math.floor(number / 10)] ?? '', number % 10];
  if (unit === 0) return ten;
  return unit === 1 ? `${ten} et un` : `${ten} ${small[unit]}`;
}
