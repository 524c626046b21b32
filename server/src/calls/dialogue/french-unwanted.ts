import { combinePatterns } from './language.ts';

/** A wish not to be called in any words, without accents, also of somebody else than the person it calls, whose first name is `<name>`. */
export const unwanted = combinePatterns(
  /\b(?:arretez|arreter|arrete|cessez|cesser|stop).*\b(?:appeler|rappeler|telephoner|contacter|deranger|harceler|appels?|demarcher)\b/,
  // People who name a time want another time.
  /\bn(?:e |')(?:m'|me |nous |plus )?(?:appel|rappel|telephon|contact|derang)\w* (?:plus|pas|jamais)\b(?!.*\b(?:aujourd'hui|demain|maintenant|avant|apres|ce|cet|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|heures?|matins?|soirs?)\b)/,
  /\bn'?e? ?(?:appelez|rappelez|appelle|rappelle) (?:plus|jamais)\b|\bplus d'appels?\b|^(?:non )?(?:merci )?plus jamais\b/,
  /\bne (?:veux|veut|voulons|souhaite|souhaitons|desire) (?:plus|pas|jamais) .*\b(?:appels?|appele\w*|appelle|appeliez|rappele\w*|contacte\w*|derange\w*|demarche\w*)\b/,
  /\b(?:retir|enlev|supprim|ray|effac)\w* (?:moi|nous|mon|ma|mes|notre|nos)\b|\b(?:me|nous|etre) (?:retir|enlev|supprim|ray|effac)\w*/,
  /\b(?:effac|supprim|oubli)\w* (?:mon|notre|ce) numero\b|\bliste rouge\b|\bbloctel\b/,
  // Somebody else is there.
  /\b(?:mauvais|faux|erreur de) numero\b|\berreur (?:sur la|de) personne\b|\btromp\w* (?:de|d') ?(?:numero|personne)\b|\bpersonne (?:de ce nom|ne s'appelle)\b/,
  /\b(?:n'est pas|suis pas|connais pas(?: de)?|pas de|personne .*) <name>|\b(?:n'habite|ne travaille|ne vit) (?:plus|pas) ici\b/,
  /\bpas (?:du tout |vraiment )?interess\w*|\bm'interesse (?:\w+ )?(?:pas|plus)\b|\baucun interet\b|\babsolument pas interess/,
  /\blaiss\w*[- ](?:moi|nous)(?: tranquilles?| en paix)\b|\b(?:fichez|foutez|fous)[- ](?:moi|nous) la paix\b|\blachez moi\b|\bharcel/,
  /\bdesinscri\w*|\bdesabonn\w*|\bretire mon consentement\b|\bm'oppose\b|\ballez vous en\b|\bdegage/,
);
