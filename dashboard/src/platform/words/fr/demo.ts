export const demo = {
  title: 'Ceci est une entreprise de démonstration.',
  hint: 'Tout ici est inventé. Explorez, modifiez ce que vous voulez, puis commencez avec vos propres données.',
  start: 'Commencer avec mes données',
  confirmTitle: 'Commencer avec vos données ?',
  deleted:
    'Cela supprime tout dans cet espace de travail, y compris ce que vous avez créé : pages de réservation, événements, disponibilités, personnes, entreprises, affaires, tâches, notes, appels, sondages, formulaires, workflows, webhooks et e-mails. Les collègues de la démonstration sont aussi supprimés. Cette action est irréversible.',
  kept: 'Votre compte et votre connexion restent. Les autres utilisateurs qui peuvent se connecter, les jetons d’API, les calendriers et les prestataires de paiement connectés restent aussi.',
  confirm: 'Supprimer les données de démonstration',
};
