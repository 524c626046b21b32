export const domainSettings = {
  domains: {
    hint: 'Les pages de réservation, les e-mails et les liens utilisent votre domaine vérifié. Les anciens liens y redirigent.',
    add: 'Ajouter un domaine',
    addSender: 'Ajouter une adresse d’expéditeur',
    senderAddress: 'Adresse d’expéditeur',
    newKey: 'Nouvelle clé DKIM',
    keyWasMade: 'Clé créée. L’ancienne signe jusqu’à ce que le nouvel enregistrement soit trouvé.',
    purposes: { pages: 'Pages de réservation', sender: 'E-mails', sign_in: 'Connexion' },
    about: {
      routing: 'Destination du domaine',
      ownership: 'Preuve de propriété',
      dkim: 'Signature (DKIM)',
      spf: 'Serveurs autorisés (SPF)',
      dmarc: 'Politique (DMARC)',
    },
    none: 'Aucun domaine pour l’instant',
    noneHint: 'Placez vos pages de réservation à votre propre adresse, par exemple book.example.com.',
    name: 'Domaine',
    nameHint: {
      pages: 'Un nom qui vous appartient, par exemple book.example.com.',
      sender: 'Une adresse d’un domaine qui vous appartient, par exemple hello@example.com.',
      sign_in: 'Le domaine de vos adresses e-mail, par exemple example.com.',
    },
    states: { pending: 'En attente', verified: 'Vérifié', failing: 'En échec' },
    explained: {
      pages: {
        pending:
          'Créez ces enregistrements chez votre fournisseur DNS. Daybook les vérifie toutes les quelques minutes.',
        verified: 'Vos pages de réservation se trouvent sur ce domaine.',
        failing: 'Le domaine n’est pas utilisé.',
      },
      sender: {
        pending:
          'Créez ces enregistrements chez votre fournisseur DNS. D’ici là, les e-mails partent de l’adresse de l’installation.',
        verified: 'Les e-mails sont envoyés depuis cette adresse.',
        failing: 'Les e-mails partent de l’adresse de l’installation ; les réponses arrivent à la vôtre.',
      },
      sign_in: {
        pending:
          'Créez cet enregistrement chez votre fournisseur DNS. D’ici là, personne ne se connecte par ce domaine.',
        verified:
          'Les personnes ayant une adresse de ce domaine se connectent auprès de votre fournisseur d’identité.',
        failing:
          'Le domaine n’est pas utilisé : ses adresses ne se connectent pas auprès de votre fournisseur d’identité.',
      },
    },
    problems: {
      records:
        'Des enregistrements manquent ou sont incorrects. Les changements chez le fournisseur DNS peuvent prendre une heure.',
      unreachable: 'Les serveurs de noms du domaine ne répondent pas. Daybook réessaiera.',
      taken: 'Un autre espace de travail utilise ce domaine.',
    },
    recordName: 'Nom',
    recordValue: 'Valeur',
    recordStates: { unknown: 'Non vérifié', missing: 'Manquant', wrong: 'Incorrect', correct: 'Correct' },
    found: 'Trouvé : {found}',
    copy: 'Copier : {what}',
    check: 'Vérifier les enregistrements',
    checked: 'Dernière vérification : {time}.',
    removeTitle: 'Retirer {name} ?',
    removeHint: {
      pages: 'Les liens avec ce domaine cessent aussitôt de fonctionner, même ceux déjà envoyés.',
      sender: 'Les e-mails partent de nouveau de l’adresse de l’installation.',
      sign_in:
        'Les personnes ayant une adresse de ce domaine ne se connectent plus auprès de votre fournisseur d’identité. Les utilisateurs et les sessions restent.',
    },
    ownersRemove: 'Seuls les propriétaires peuvent retirer un domaine d’un fournisseur d’identité.',
    wasRemoved: 'Domaine retiré.',
    wasAdded: 'Domaine ajouté.',
  },
};
