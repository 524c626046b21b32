export const domainSettings = {
  domains: {
    hint: 'Booking pages, emails and links use your verified domain. Former links redirect to it.',
    add: 'Add domain',
    addSender: 'Add sender address',
    senderAddress: 'Sender address',
    newKey: 'New DKIM key',
    keyWasMade: 'Key created. The former key signs until the new record is found.',
    purposes: { pages: 'Booking pages', sender: 'Emails', sign_in: 'Sign-in' },
    about: {
      routing: 'Where the domain leads',
      ownership: 'Proof of ownership',
      dkim: 'Signature (DKIM)',
      spf: 'Allowed servers (SPF)',
      dmarc: 'Policy (DMARC)',
    },
    none: 'No domain yet',
    noneHint: 'Put your booking pages at your own address, such as book.example.com.',
    name: 'Domain',
    nameHint: {
      pages: 'A name that belongs to you, such as book.example.com.',
      sender: 'An address at a domain that belongs to you, such as hello@example.com.',
      sign_in: 'The domain of your email addresses, such as example.com.',
    },
    states: { pending: 'Pending', verified: 'Verified', failing: 'Failing' },
    explained: {
      pages: {
        pending: 'Create these records at your DNS provider. Daybook checks them every few minutes.',
        verified: 'Your booking pages are at this domain.',
        failing: 'The domain isn’t in use.',
      },
      sender: {
        pending:
          'Create these records at your DNS provider. Until then, emails come from the address of the installation.',
        verified: 'Emails are sent from this address.',
        failing: 'Emails come from the address of the installation; replies go to yours.',
      },
      sign_in: {
        pending: 'Create this record at your DNS provider. Until then, nobody signs in by this domain.',
        verified: 'People with an address of this domain sign in at your identity provider.',
        failing: 'The domain isn’t in use: its addresses don’t sign in at your identity provider.',
      },
    },
    problems: {
      records: 'Records are missing or wrong. Changes at your DNS provider can take an hour to arrive.',
      unreachable: 'The name servers of the domain don’t answer. Daybook will check again.',
      taken: 'Another workspace uses this domain.',
    },
    recordName: 'Name',
    recordValue: 'Value',
    recordStates: { unknown: 'Not checked', missing: 'Missing', wrong: 'Wrong', correct: 'Correct' },
    found: 'Found: {found}',
    copy: 'Copy: {what}',
    check: 'Check records',
    checked: 'Last checked: {time}.',
    removeTitle: 'Remove {name}?',
    removeHint: {
      pages: 'Links with this domain stop working immediately, also those that you have already sent.',
      sender: 'Emails come from the address of the installation again.',
      sign_in:
        'People with an address of this domain no longer sign in at your identity provider. Users and sessions stay.',
    },
    ownersRemove: 'Only owners can remove a domain of an identity provider.',
    wasRemoved: 'Domain removed.',
    wasAdded: 'Domain added.',
  },
};
