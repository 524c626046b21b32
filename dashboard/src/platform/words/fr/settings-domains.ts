export const domainSettings = {
  domains: {
    hint: 'Les pages de réservation, les e-mails et les liens utilisent votre domaine vérifié. Les anciens liens y redirigent.',
    add: 'Ajouter un domaine',
    addSender: 'Ajouter une adresse d’expéditeur',
    senderAddress: 'Adresse d’expéditeur',
    senderHint: 'Une adresse d’un domaine qui vous appartient, par exemple hello@example.com.',
    newKey: 'Nouvelle clé DKIM',
    keyWasMade: 'Clé créée. L’ancienne signe jusqu’à ce que le nouvel enregistrement soit trouvé.',
    purposes: { pages: 'Pages de réservation', sender: 'E-mails' },
    explainedSender: {
      pending:
        'Créez ces enregistrements chez votre fournisseur DNS. D’ici là, les e-mails partent de l’adresse de l’installation.',
      verified: 'Les e-mails sont envoyés depuis cette adresse.',
      failing: 'Les e-mails partent de l’adresse de l’installation ; les réponses arrivent à la vôtre.',
    },
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
    nameHint: 'Un nom qui vous appartient, par exemple book.example.com.',
    states: { pending: 'En attente', verified: 'Vérifié', failing: 'En échec' },
    explained: {
      pending:
        'Créez ces enregistrements chez votre fournisseur DNS. Daybook les vérifie toutes les quelques minutes.',
      verified: 'Vos pages de réservation se trouvent sur ce domaine.',
      failing: 'Le domaine n’est pas utilisé.',
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
    removeSenderHint: 'Les e-mails partent de nouveau de l’adresse de l’installation.',
    removeHint: 'Les liens avec ce domaine cessent aussitôt de fonctionner, même ceux déjà envoyés.',
    wasRemoved: 'Domaine retiré.',
    wasAdded: 'Domaine ajouté.',
  },
};
