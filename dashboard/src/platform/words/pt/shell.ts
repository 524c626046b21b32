import type { Words } from '../words.ts';

export const areas: Words['areas'] = {
  home: 'Início',
  events: 'Reuniões',
  pages: 'Páginas',
  availability: 'Disponibilidade',
  records: 'Registos',
  forms: 'Formulários',
  calls: 'Chamadas',
  insights: 'Análises',
  developers: 'Programação',
  settings: 'Definições',
  people: 'Pessoas',
  teams: 'Equipas',
};

export const shell: Words['shell'] = {
  areas: 'Áreas',
  more: 'Mais',
  skip: 'Saltar para o conteúdo',
  workspace: 'Espaço de trabalho',
  account: 'Conta',
  security: 'Acesso e segurança',
  otherWorkspace: 'Entrar noutro espaço',
  roles: { owner: 'Proprietário', admin: 'Admin', user: 'Membro' },
  theme: 'Aspeto',
  themes: { system: 'Como o sistema', light: 'Claro', dark: 'Escuro' },
  language: 'Língua',
  signOut: 'Terminar sessão',
  collapse: 'Ocultar ou mostrar as áreas',
  offline: 'Não há ligação. O que vê pode estar desatualizado e nada pode ser alterado até ela voltar.',
  messages: 'Mensagens',
  dismiss: 'Ocultar',
  loading: 'A carregar',
  copied: 'Copiado.',
  close: 'Fechar',
  cancel: 'Cancelar',
  save: 'Guardar',
  saved: 'Guardado.',
  missing: 'Não encontrado',
  missingTitle: 'Não há nada neste endereço.',
  missingHint: 'O link pode ser antigo ou estar incompleto.',
};

export const kit: Words['kit'] = {
  undo: 'Anular',
  wasUndone: 'Anulado.',
  choices: 'Mostrar as opções',
  noMatch: 'Nada corresponde.',
  searching: 'A procurar …',
  typeToConfirm: 'Para confirmar, escreva “{text}”',
  unsaved: 'Sair sem guardar?',
  unsavedHint: 'As alterações desta página não estão guardadas.',
  stay: 'Ficar',
  discard: 'Sair sem guardar',
  remove: 'Remover',
};

export const commands: Words['commands'] = {
  open: 'Procurar ou fazer',
  title: 'Pesquisa e comandos',
  placeholder: 'Procure, ou escreva o que fazer',
  results: 'Resultados',
  go: 'Ir para',
  do: 'Fazer',
  here: 'Nesta página',
  kinds: {
    person: 'Pessoas',
    company: 'Empresas',
    record: 'Registos',
    event: 'Reuniões',
    page: 'Páginas',
    user: 'Utilizadores',
  },
  none: 'Nada corresponde. Experimente menos letras ou outro nome.',
  choose: 'escolher',
  onlyCommands: 'só comandos',
  createPage: 'Criar uma página',
  copyLink: 'Copiar o meu link',
  showShortcuts: 'Mostrar os atalhos de teclado',
  useTheme: 'Aspeto: {theme}',
};

export const shortcuts: Words['shortcuts'] = {
  title: 'Atalhos de teclado',
  hint: 'Uma tecla sozinha nunca atua enquanto escreve num campo.',
  areOn: 'As teclas sozinhas atuam',
  everywhere: 'Em todo o lado',
  go: 'Ir para uma área',
  here: 'Nesta página',
  andThen: 'depois',
  find: 'Procurar na lista',
  create: 'Criar aqui',
  back: 'Voltar um nível',
  undo: 'Anular a última ação',
};

export const signIn: Words['signIn'] = {
  title: 'Entre de novo',
  hint: 'A sua sessão terminou. Nada se perde nesta página.',
  email: 'Endereço de e-mail',
  password: 'Palavra-passe',
  code: 'Código',
  codeHint: 'Seis dígitos da sua aplicação de autenticação ou um código de recuperação.',
  submit: 'Entrar',
  otherWays: 'Entrar de outra forma',
  otherWaysHint: 'A página é carregada de novo; o que não está guardado perde-se.',
};

export const errors: Words['errors'] = {
  notShown: 'Não foi possível mostrar isto.',
  noConnection: 'O servidor não respondeu. Verifique a ligação e tente de novo.',
  id: 'Erro',
  copyId: 'Copiar o identificador',
  retry: 'Tentar de novo',
};
