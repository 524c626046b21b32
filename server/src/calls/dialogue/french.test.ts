import { describe, expect, test } from 'vitest';
import { getZone } from '../../platform/zones.ts';
import { findMeaning } from './meanings.ts';
import { startDialogue, buildVoicemail, respondTo } from './rules.ts';
import type { CallerUtterance, Reaction } from './state.ts';
import { chooseOffers, toOfferedTime } from './times.ts';

const paris = getZone('Europe/Paris');
const at = (iso: string): number => Date.parse(iso);
const offers = chooseOffers(
  [at('2027-03-01T09:00Z'), at('2027-03-02T13:30Z'), at('2027-03-03T11:45Z')],
  paris,
  'fr',
);
const facts = {
  language: 'fr',
  firstName: 'Inès',
  company: 'Atelier Genièvre',
  reason: null,
  title: 'un premier échange',
} as const;
const opening = startDialogue(facts, offers);

function say(reaction: Reaction, ...texts: string[]): Reaction {
  return texts.reduce((last, text) => respondTo(last.state, { kind: 'speech', text }), reaction);
}
const hear = ({ state }: Reaction, heard: CallerUtterance): Reaction => respondTo(state, heard);

test('it says first that it is a machine, for whom it calls and why, then the times, in French', () => {
  expect(startDialogue({ ...facts, isRecorded: true }, offers).say).toBe(
    "Bonjour Inès. Ici un assistant automatique qui vous appelle pour Atelier Genièvre. Cet appel est enregistré. Je voudrais convenir d'un rendez-vous avec vous : un premier échange. Je vous propose trois horaires. Premier : lundi premier mars à dix heures. Deuxième : mardi 2 mars à quatorze heures trente. Troisième : mercredi 3 mars à midi quarante cinq. Lequel vous convient ?",
  );
  expect(buildVoicemail(facts)).toContain('un assistant automatique');
});

describe('a time is chosen', () => {
  test.each([
    ['la deuxième', 1],
    ["je prends le premier s'il vous plaît", 0],
    ['numéro trois', 2],
    ['lundi à dix heures', 0],
    ['le mardi à deux heures et demie', 1],
    ['mercredi', 2],
    ['à une heure moins le quart', 2],
  ])('by "%s", repeated, and booked after a yes', (text, index) => {
    const chosen = say(opening, text);
    expect(chosen.say).toContain(`Le ${offers[index]?.spoken}. Est-ce exact ?`);
    expect(chosen.action).toBeUndefined();
    const confirmed = say(chosen, "oui s'il vous plaît");
    expect(confirmed.action).toEqual({ kind: 'book', startMs: offers[index]?.startMs });
    expect(hear(confirmed, { kind: 'booked' }).say).toContain(`réservé pour le ${offers[index]?.spoken}.`);
  });

  test('and taken back by a no; a yes before a time was repeated books nothing', () => {
    expect(say(opening, 'le premier', 'non merci').state.step).toBe('offer');
    expect(say(opening, "oui s'il vous plaît")).toMatchObject({ state: { misses: 1 } });
  });
});

test.each([
  ['pas maintenant rappelez moi demain après seize heures', 'tomorrow', 16, 'demain après seize heures'],
  ['appelez moi vendredi à dix heures', 'friday', 10, 'vendredi après dix heures'],
  ['rappelez moi demain', 'tomorrow', undefined, 'demain'],
])('a callee who does not want it now is called again: "%s"', (text, day, hour, spoken) => {
  const ended = say(opening, text);
  expect(ended.action).toEqual({ kind: 'call back', day, hour });
  expect(ended.say).toBe(`Je vous rappellerai ${spoken}. Au revoir.`);
  expect(say(opening, 'pas maintenant', text.replace(/^.*moi /, '')).action).toEqual(ended.action);
});

test.each([
  "arrêtez de m'appeler",
  "ne m'appelez plus jamais",
  'ne me rappelez plus',
  'Retirez-moi de votre liste.',
  'Pourriez-vous enlever mon numéro de vos fichiers, s’il vous plaît ?',
  'Vous avez fait un faux numéro.',
  'Il y a erreur sur la personne.',
  'Plus jamais.',
  'mauvais numéro',
  'Je crois que vous vous êtes trompé de numéro.',
  'je ne suis pas intéressé',
  'non merci pas intéressée',
  "Ça ne m'intéresse pas du tout.",
  'laissez moi tranquille',
  "Je ne veux plus d'appels.",
  'Je ne souhaite plus être contacté.',
  "N'appelez plus ce numéro",
  'supprimez mon numéro',
  "Euh, il n'y a personne de ce nom ici.",
  "Ce n'est pas Ines, désolé.",
  'Elle n’habite plus ici',
  "cela ne m'intéresse absolument pas",
  'Veuillez cesser ces appels.',
  "je ne veux pas qu'on m'appelle",
  'je retire mon consentement',
  "C'est du harcèlement !",
  'je suis inscrit sur Bloctel',
  "Je m'oppose au démarchage",
])('nobody is called again after "%s", wherever it is said', (text) => {
  for (const reaction of [opening, say(opening, 'le premier'), say(opening, 'pas maintenant')])
    expect(say(reaction, text).action).toEqual({ kind: 'opt out' });
});

test.each([
  'oui mais pas jeudi',
  'oui non',
  "oui si c'est le matin",
  'huit',
  'ne m’appelez pas avant dix heures',
  'comment avez-vous eu mon numéro',
  'enlevez le mardi de la liste',
  'ne m’appelez pas le matin',
])('"%s" is neither a yes nor a wish not to be called', (text) => {
  const { state, action } = say(opening, 'le premier', text);
  expect([state.step, state.misses, action]).toEqual(['confirm', 1, undefined]);
});

test('a no to the times is understood, and one to the question when to call is a wish not to be called', () => {
  expect(say(opening, 'non').action).toMatchObject({ kind: 'find later times' });
  expect(say(opening, 'pas maintenant', 'non merci').action).toEqual({ kind: 'opt out' });
});

test('what was not understood is asked again twice, the second time with digits, and then it ends with a link', () => {
  const second = say(opening, '', 'mon chien a mangé le tapis');
  expect(second.say).toMatch(/^Pardon, je n'ai pas compris\. Je vous propose trois horaires\./);
  expect(second.hint).toContain('Ou appuyez sur 1, 2, 3 pour un horaire');
  expect(hear(say(second, ''), { kind: 'link', isSent: true }).say).toContain('un mail avec un lien');
});

test('every minute of a day has words, which are understood as this minute and never as another', () => {
  const midnight = at('2027-03-01T23:00Z');
  const times = Array.from({ length: 1440 }, (_, minute) =>
    toOfferedTime(midnight + minute * 60_000, paris, 'fr'),
  );
  expect(new Set(times.map(({ clock }) => clock)).size).toBe(1440);
  expect([0, 1, 61, 720, 735, 1281].map((minute) => times[minute]?.clock)).toEqual([
    'minuit',
    'minuit une',
    'une heure une',
    'midi',
    'midi quinze',
    'vingt et une heures vingt et une',
  ]);
  for (const [minute, time] of times.entries()) {
    const other = times[(minute * 7 + 611) % 1440];
    if (!other || other === time) continue;
    const { state } = startDialogue(facts, [other, time]);
    const meant = findMeaning(state, { kind: 'speech', text: time.clock });
    // Both where one is also said as the other: deux heures, and quatorze heures.
    if (!other.otherClock?.split(' | ').includes(time.clock))
      expect(meant, time.clock).toEqual({ kind: 'choose', index: 1 });
    else expect(meant).toBeUndefined();
  }
});

test('every day of a year has words of its own, with its weekday and premier for the first', () => {
  const days = Array.from({ length: 365 }, (_, day) =>
    toOfferedTime(at('2027-01-01T11:00Z') + day * 86_400_000, paris, 'fr'),
  );
  expect(new Set(days.map(({ spoken }) => spoken)).size).toBe(365);
  expect(days[0]?.spoken).toBe('vendredi premier janvier à midi');
  expect(days[213]?.spoken).toBe('lundi 2 août à treize heures');
  for (const [index, day] of days.entries()) {
    const { state } = startDialogue(facts, [day, ...days.slice(index + 1, index + 3)]);
    const text = `${day.weekday} à ${day.clock}`;
    expect(findMeaning(state, { kind: 'speech', text })).toEqual({ kind: 'choose', index: 0 });
  }
});
