import { keyList, menu } from '../fr/menu.ts';
import { registerWords, type HelpWords } from '../words.ts';

export const frHelp: HelpWords = {
  menu,
  keyList,
  help: {
    title: 'Aide',
    guide: 'Lire le guide',
    tour: 'Suivre la visite',
    search: 'Chercher dans les guides',
    unknown: 'Cette page n’existe pas. Allez à l’accueil, ou cherchez ce qu’il vous faut.',
    guides: 'Guides (en anglais)',
    topics: {
      home: 'L’accueil montre votre journée : qui vient ensuite, ce qui attend une réponse et ce qui n’a pas marché. Chaque ligne a un bouton qui règle la chose sur place.',
      events:
        'Tous les rendez-vous pris avec vous ou votre équipe. Ouvrez-en un pour lire les réponses, ajouter une note, le déplacer, le confier à quelqu’un ou l’annuler.',
      book: 'Réservez pour quelqu’un qui vous a appelé ou écrit. La personne reçoit la même confirmation que si elle avait réservé elle-même.',
      pages:
        'Une page de réservation est un lien où l’on réserve un type de rendez-vous. Copiez son lien, désactivez-la un moment, ou ouvrez-la pour la modifier.',
      editor:
        'Décidez de ce qu’on réserve ici : durée, lieu, hôtes, questions et limites. L’aperçu montre la page telle que la voient les visiteurs.',
      availability:
        'Vos horaires décident quand on peut vous réserver. Changez une seule date, ou ajoutez un autre horaire pour les pages qui en ont besoin.',
      absences:
        'Indiquez vos congés, et choisissez les jours fériés que vous observez. Personne ne peut vous réserver ces jours-là.',
      records:
        'Toute personne qui réserve devient une fiche, avec ses rendez-vous, notes et appels sur une même chronologie. Filtrez la liste, et enregistrez les filtres comme vue.',
      fields:
        'Les champs décident de ce que vous gardez sur chaque fiche de ce type. Ajoutez les vôtres, un budget ou une étape par exemple : toutes les listes peuvent les montrer et les filtrer.',
      import:
        'Envoyez un fichier CSV, et associez ses colonnes à vos champs. Vous voyez ce qui changerait avant tout enregistrement, et vous pouvez annuler un import.',
      duplicates:
        'Les fiches qui sont peut-être les mêmes, par nom, numéro de téléphone ou domaine. Comparez-en deux et choisissez ce qui reste, ou fusionnez plusieurs groupes à la fois.',
      tasks:
        'Les tâches qui vous sont confiées ou que vous avez créées, par échéance. Vous recevez un e-mail le matin du jour où une tâche est due.',
      forms:
        'Un formulaire pose quelques questions aux visiteurs et mène chacun à la bonne page ou à la bonne personne. Essayez-le avec les réponses de votre choix avant de partager son lien.',
      calls:
        'Des agents appellent pour vous ; résultats et transcriptions apparaissent ici. Ouvrez un appel pour lire ce qui a été dit.',
      agents:
        'Un agent est une voix avec une mission, une langue et des heures d’appel. Faites-vous d’abord appeler pour entendre ce que les autres entendront.',
      polls:
        'Proposez plusieurs heures, et laissez chacun voter. Choisissez-en une : Daybook la réserve pour tous ceux qui ont voté.',
      workflows:
        'Un scénario exécute des étapes quand quelque chose arrive, par exemple un e-mail la veille d’un rendez-vous. Essayez-le avant de l’activer.',
      insights:
        'Voyez combien de rendez-vous sont pris, annulés et manqués, et à quel point les hôtes sont occupés. Choisissez une période, puis groupez par page, hôte ou équipe.',
      webhooks:
        'Les webhooks préviennent votre serveur de ce qui se passe, aussitôt. Ouvrez-en un pour voir ses envois et relancer ceux qui ont échoué.',
      tokens:
        'Un jeton permet à un programme d’utiliser l’API en votre nom. Ne lui donnez que les droits nécessaires ; vous pouvez le révoquer ici à tout moment.',
      mail: 'Tous les e-mails des 90 derniers jours, et s’ils sont partis. Renvoyez un e-mail en échec une fois sa cause réglée.',
      auditLog:
        'Qui a changé quoi, quand et d’où. Filtrez par personne ou par action, et exportez le résultat.',
      reference:
        'Ce qu’il faut pour un premier appel de l’API, et le chemin vers sa référence. Vous y essayez chaque opération dans une console.',
      profile:
        'Votre nom, votre photo et votre lien, tels que les visiteurs les voient. Votre fuseau horaire décide de l’heure affichée pour vous.',
      signIn:
        'Réglez mot de passe, clés d’accès et second facteur. Déconnectez les appareils que vous ne reconnaissez pas.',
      preferences:
        'Choisissez langue, thème, format de l’heure et premier jour de la semaine. Ils valent sur tous vos appareils.',
      calendars:
        'Connectez vos agendas, pour que personne ne réserve quand vous êtes pris. Choisissez lequel reçoit les nouvelles réservations.',
      workspace:
        'Le nom et le fuseau horaire de l’espace, et s’il tient des fiches de personnes. Vous choisissez aussi quels sites peuvent intégrer vos pages, et quelles réservations sont refusées.',
      branding:
        'Le logo et la couleur de vos pages et e-mails. L’aperçu montre les changements avant que vous les enregistriez.',
      people:
        'Toutes les personnes qui peuvent se connecter à cet espace, avec leur rôle. Invitez des collègues par e-mail, ou désactivez ceux qui partent.',
      teams:
        'Une équipe a ses propres membres et pages. Ses rendez-vous peuvent aller à chacun son tour, ou réunir plusieurs membres.',
      resources:
        'Salles et matériel que les rendez-vous réservent. Une page qui en a besoin n’offre que les heures où il y en a de libres.',
      domains:
        'Votre propre domaine pour les pages de réservation, les e-mails et les liens. Créez les enregistrements affichés chez votre fournisseur DNS : Daybook utilise le domaine dès qu’il les trouve.',
      roles:
        'Ce que peuvent faire propriétaires, administrateurs et membres. Pour changer un rôle, ouvrez la personne sous Personnes.',
      security:
        'Exigez un second facteur de tout le monde, et voyez quelles connexions ce serveur permet. Si un appareil est perdu, vous pouvez déconnecter tout le monde.',
      notifications:
        'Les mentions de vous, et les commentaires et réponses dans vos conversations. Ouvrez-en une pour répondre, et choisissez celles que vous recevez aussi par e-mail.',
      connectedApps:
        'Les applications qui peuvent utiliser votre compte, et ce que chacune peut faire. Déconnectez celle qui ne sert plus : son accès cesse aussitôt.',
      apps: 'Une application permet à un service de se connecter au nom de ses utilisateurs. Enregistrez-la ici pour obtenir son identifiant et son secret, et choisissez les droits qu’elle peut demander.',
      singleSignOn:
        'Les personnes se connectent auprès de votre fournisseur d’identité, comme Microsoft Entra ID ou Okta. Vérifiez votre domaine, associez le fournisseur, essayez une connexion et activez-le.',
      provisioning:
        'Laissez un annuaire comme Microsoft Entra ID ou Okta gérer les utilisateurs. Créez ici un jeton SCIM, et choisissez l’équipe et le rôle que donne chaque groupe.',
      data: 'Exportez tout le contenu de l’espace, et décidez combien de temps il est gardé. Exportez ou effacez les données d’une personne sur demande.',
    },
  },
  tour: {
    title: 'Visite',
    count: '{n} sur {total}',
    back: 'Retour',
    next: 'Suivant',
    skip: 'Passer la visite',
    finish: 'Terminé',
    home: 'Votre journée',
    homeText:
      'L’accueil vous dit qui vient ensuite et ce qui attend une réponse. Juste avant un appel, le bouton pour le rejoindre apparaît ici.',
    pages: 'Vos pages de réservation',
    pagesText:
      'Chaque page est un lien à partager. On choisit une heure, et tout le monde reçoit l’invitation.',
    availability: 'Vos horaires',
    availabilityText:
      'Décidez quand on peut vous réserver. Connectez votre agenda, pour que vos heures prises ne soient jamais proposées.',
    records: 'Les personnes que vous rencontrez',
    recordsText:
      'Toute personne qui réserve devient une fiche, avec rendez-vous, notes et appels au même endroit.',
    search: 'Tout retrouver',
    searchText:
      'Cherchez ici personnes, rendez-vous, guides et commandes. Le point d’interrogation explique l’écran où vous êtes.',
  },
  synonyms: {
    'do /events/book': 'réserver planifier réunion nouveau rendez-vous',
    'do /pages/new': 'créer type lien prestation ajouter',
    'do /forms/new': 'créer questionnaire sondage ajouter',
    'do /calls/new': 'téléphone appeler composer',
    'do /developers/tokens/new': 'créer clé ajouter',
    'do /developers/webhooks/new': 'créer adresse ajouter',
    'do /settings/people': 'ajouter utilisateur membre collègue',
    'go /': 'tableau de bord aujourd’hui aperçu',
    'go /events': 'réunions réservations agenda',
    'go /pages': 'types liens prestations réservation',
    'go /availability': 'horaires heures ouverture planning',
    'go /records': 'crm contacts personnes entreprises clients affaires',
    'go /tasks': 'à faire rappels',
    'go /forms': 'questionnaire sondage',
    'go /calls': 'téléphone voix agent',
    'go /workflows': 'automatisation rappels',
    'go /insights': 'statistiques rapports graphiques',
    'go /polls': 'vote doodle proposer',
    'go /developers': 'api webhooks jetons intégrations',
    'go /settings': 'paramètres options configuration compte',
    'go /settings/people': 'utilisateurs membres collègues',
    'go /settings/teams': 'groupes services',
    'go /developers/mail': 'messages envoyés courrier',
    'go /developers/audit-log': 'historique changements activité',
    'go /settings/sign-in': 'mot de passe clé sécurité 2fa',
    'go /settings/preferences': 'langue thème heure',
    'go /settings/calendars': 'google outlook icloud caldav agenda connecter',
    'go /settings/branding': 'logo couleur apparence',
    'go /settings/roles': 'droits permissions accès',
    'go /settings/data': 'exporter importer rgpd effacer',
    'go /availability/absences': 'congés vacances férié absent',
    'copy link': 'partager url',
    shortcuts: 'clavier touches raccourcis',
    'sign out': 'déconnexion quitter',
  },
};

registerWords(frHelp);
