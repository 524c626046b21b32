export const domainSettings = {
  domains: {
    hint: 'As páginas de reserva, os e-mails e os links usam o seu domínio verificado. Os links anteriores redirecionam para ele.',
    add: 'Adicionar domínio',
    addSender: 'Adicionar endereço de remetente',
    senderAddress: 'Endereço de remetente',
    newKey: 'Nova chave DKIM',
    keyWasMade: 'Chave criada. A anterior assina até o novo registo ser encontrado.',
    purposes: { pages: 'Páginas de reserva', sender: 'E-mails', sign_in: 'Início de sessão' },
    about: {
      routing: 'Destino do domínio',
      ownership: 'Prova de propriedade',
      dkim: 'Assinatura (DKIM)',
      spf: 'Servidores permitidos (SPF)',
      dmarc: 'Política (DMARC)',
    },
    none: 'Ainda não há domínios',
    noneHint: 'Coloque as suas páginas de reserva no seu próprio endereço, por exemplo book.example.com.',
    name: 'Domínio',
    nameHint: {
      pages: 'Um nome que lhe pertence, por exemplo book.example.com.',
      sender: 'Um endereço de um domínio que lhe pertence, por exemplo hello@example.com.',
      sign_in: 'O domínio dos seus endereços de e-mail, por exemplo example.com.',
    },
    states: { pending: 'Pendente', verified: 'Verificado', failing: 'Com falhas' },
    explained: {
      pages: {
        pending: 'Crie estes registos no seu fornecedor de DNS. O Daybook verifica-os a cada poucos minutos.',
        verified: 'As suas páginas de reserva estão neste domínio.',
        failing: 'O domínio não está a ser usado.',
      },
      sender: {
        pending:
          'Crie estes registos no seu fornecedor de DNS. Até lá, os e-mails saem do endereço da instalação.',
        verified: 'Os e-mails são enviados deste endereço.',
        failing: 'Os e-mails saem do endereço da instalação; as respostas chegam ao seu.',
      },
      sign_in: {
        pending:
          'Crie este registo no seu fornecedor de DNS. Até lá, ninguém inicia sessão com este domínio.',
        verified: 'As pessoas com um endereço deste domínio iniciam sessão no seu fornecedor de identidade.',
        failing:
          'O domínio não está em uso: os seus endereços não iniciam sessão no fornecedor de identidade.',
      },
    },
    problems: {
      records: 'Faltam registos ou estão errados. As alterações no fornecedor de DNS podem demorar uma hora.',
      unreachable: 'Os servidores de nomes do domínio não respondem. O Daybook voltará a verificar.',
      taken: 'Outro espaço de trabalho usa este domínio.',
    },
    recordName: 'Nome',
    recordValue: 'Valor',
    recordStates: { unknown: 'Não verificado', missing: 'Em falta', wrong: 'Errado', correct: 'Correto' },
    found: 'Encontrado: {found}',
    copy: 'Copiar: {what}',
    check: 'Verificar registos',
    checked: 'Última verificação: {time}.',
    removeTitle: 'Remover {name}?',
    removeHint: {
      pages: 'Os links com este domínio deixam de funcionar de imediato, mesmo os já enviados.',
      sender: 'Os e-mails voltam a sair do endereço da instalação.',
      sign_in:
        'As pessoas com um endereço deste domínio deixam de iniciar sessão no seu fornecedor de identidade. Os utilizadores e as sessões mantêm-se.',
    },
    ownersRemove: 'Só os proprietários podem remover um domínio de um fornecedor de identidade.',
    wasRemoved: 'Domínio removido.',
    wasAdded: 'Domínio adicionado.',
  },
};
