import type { Words } from '../words.ts';

export const areas: Words['areas'] = {
  home: 'Início',
  events: 'Reuniões',
  pages: 'Páginas',
  availability: 'Disponibilidade',
  records: 'Registos',
  tasks: 'Tarefas',
  forms: 'Formulários',
  calls: 'Chamadas',
  workflows: 'Fluxos',
  insights: 'Análises',
  developers: 'Programação',
  polls: 'Votações',
  settings: 'Definições',
  people: 'Pessoas',
  teams: 'Equipas',
};

export const shell: Words['shell'] = {
  areas: 'Navegação principal',
  help: 'Ajuda',
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
  today: '{n} hoje',
  failing: '{n} com falhas',
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

export const reach: Words['reach'] = {
  notifications: 'Notificações',
  favorites: 'Favoritos',
  recent: 'Recentes',
  add: 'Adicionar aos favoritos',
  remove: 'Remover dos favoritos',
  move: 'Alt e uma seta para o mover',
  unnamed: 'Sem nome',
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
  chooseOne: 'Escolha pelo menos um.',
  remove: 'Remover',
};

export const commands: Words['commands'] = {
  find: 'Procurar',
  open: 'Procurar ou fazer',
  createPage: 'Criar uma página',
};

export const shortcuts: Words['shortcuts'] = {
  find: 'Procurar na lista',
  create: 'Criar aqui',
  back: 'Voltar um nível',
  undo: 'Anular a última ação',
};

export const errors: Words['errors'] = {
  notShown: 'Não foi possível mostrar isto.',
  noConnection: 'O servidor não respondeu. Verifique a ligação e tente de novo.',
  offline: 'Está sem ligação. Isto será carregado assim que voltar a ter ligação.',
  gone: 'Isto já não existe, ou não o pode ver.',
  back: 'Voltar à lista',
  unexpected: 'Algo falhou nesta página. Carregue-a de novo.',
  id: 'Erro',
  copyId: 'Copiar o identificador',
  retry: 'Tentar de novo',
};
