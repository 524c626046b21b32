export const domainSettings = {
  domains: {
    hint: 'Buchungsseiten, E-Mails und Links verwenden Ihre bestätigte Domain. Frühere Links leiten dorthin weiter.',
    add: 'Domain hinzufügen',
    addSender: 'Absenderadresse hinzufügen',
    senderAddress: 'Absenderadresse',
    newKey: 'Neuer DKIM-Schlüssel',
    keyWasMade: 'Schlüssel erzeugt. Der bisherige signiert, bis der neue Eintrag gefunden wird.',
    purposes: { pages: 'Buchungsseiten', sender: 'E-Mails', sign_in: 'Anmeldung' },
    about: {
      routing: 'Ziel der Domain',
      ownership: 'Eigentumsnachweis',
      dkim: 'Signatur (DKIM)',
      spf: 'Erlaubte Server (SPF)',
      dmarc: 'Richtlinie (DMARC)',
    },
    none: 'Noch keine Domain',
    noneHint: 'Bringen Sie Ihre Buchungsseiten unter Ihre eigene Adresse, etwa book.example.com.',
    name: 'Domain',
    nameHint: {
      pages: 'Ein Name, der Ihnen gehört, etwa book.example.com.',
      sender: 'Eine Adresse unter einer Domain, die Ihnen gehört, etwa hello@example.com.',
      sign_in: 'Die Domain Ihrer E-Mail-Adressen, etwa example.com.',
    },
    states: { pending: 'Ausstehend', verified: 'Bestätigt', failing: 'Fehlerhaft' },
    explained: {
      pages: {
        pending: 'Legen Sie diese Einträge bei Ihrem DNS-Anbieter an. Daybook prüft sie alle paar Minuten.',
        verified: 'Ihre Buchungsseiten sind unter dieser Domain erreichbar.',
        failing: 'Die Domain wird nicht verwendet.',
      },
      sender: {
        pending:
          'Legen Sie diese Einträge bei Ihrem DNS-Anbieter an. Bis dahin kommen E-Mails von der Adresse der Installation.',
        verified: 'E-Mails werden von dieser Adresse gesendet.',
        failing: 'E-Mails kommen von der Adresse der Installation; Antworten gehen an Ihre.',
      },
      sign_in: {
        pending:
          'Legen Sie diesen Eintrag bei Ihrem DNS-Anbieter an. Bis dahin meldet sich niemand über diese Domain an.',
        verified: 'Personen mit einer Adresse dieser Domain melden sich bei Ihrem Identitätsanbieter an.',
        failing:
          'Die Domain wird nicht verwendet: Ihre Adressen melden sich nicht beim Identitätsanbieter an.',
      },
    },
    problems: {
      records: 'Einträge fehlen oder sind falsch. Änderungen beim DNS-Anbieter können eine Stunde brauchen.',
      unreachable: 'Die Nameserver der Domain antworten nicht. Daybook prüft später erneut.',
      taken: 'Ein anderer Arbeitsbereich verwendet diese Domain.',
    },
    recordName: 'Name',
    recordValue: 'Wert',
    recordStates: { unknown: 'Nicht geprüft', missing: 'Fehlt', wrong: 'Falsch', correct: 'Richtig' },
    found: 'Gefunden: {found}',
    copy: 'Kopieren: {what}',
    check: 'Einträge prüfen',
    checked: 'Zuletzt geprüft: {time}.',
    removeTitle: '{name} entfernen?',
    removeHint: {
      pages: 'Links mit dieser Domain funktionieren sofort nicht mehr, auch bereits verschickte.',
      sender: 'E-Mails kommen wieder von der Adresse der Installation.',
      sign_in:
        'Personen mit einer Adresse dieser Domain melden sich nicht mehr bei Ihrem Identitätsanbieter an. Benutzer und Sitzungen bleiben.',
    },
    ownersRemove: 'Nur Inhaber können eine Domain eines Identitätsanbieters entfernen.',
    wasRemoved: 'Domain entfernt.',
    wasAdded: 'Domain hinzugefügt.',
  },
};
