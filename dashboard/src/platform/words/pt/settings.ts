import type { Words } from '../words.ts';
import { domainSettings } from './settings-domains.ts';
import { ownSettings } from './settings-own.ts';
import { peopleSettings } from './settings-people.ts';
import { provisioningSettings } from './provisioning.ts';
import { singleSignOnSettings } from './single-sign-on.ts';
import { workspaceSettings } from './settings-workspace.ts';

export const settings: Words['settings'] = {
  title: 'Definições',
  sections: 'Definições',
  groups: { you: 'Você', workspace: 'Espaço de trabalho' },
  pages: {
    profile: 'Perfil',
    signIn: 'Acesso',
    preferences: 'Preferências',
    calendars: 'Calendários',
    connectedApps: 'Aplicações ligadas',
    workspace: 'Geral',
    branding: 'Imagem',
    domains: 'Domínios',
    people: 'Pessoas',
    teams: 'Equipas',
    resources: 'Salas e equipamento',
    roles: 'Funções',
    security: 'Segurança',
    singleSignOn: 'Início de sessão único',
    provisioning: 'Provisionamento',
    data: 'Dados',
  },
  refusals: {
    adminsOnly: 'Só um proprietário ou admin pode alterar isto.',
    ownersOnly: 'Só um proprietário pode alterar um proprietário.',
    managersOnly: 'Só um proprietário, um admin ou um responsável da equipa pode alterar isto.',
  },
  firstName: 'Nome próprio',
  lastName: 'Apelido',
  email: 'Endereço de e-mail',
  role: 'Função',
  slug: 'Fim da ligação',
  zone: 'Fuso horário',
  mailLanguage: 'Língua dos e-mails e das páginas',
  id: 'Identificador',
  remove: 'Remover',
  signInAgain: 'Entrar de novo',
  ...domainSettings,
  ...ownSettings,
  ...peopleSettings,
  ...workspaceSettings,
  ...provisioningSettings,
  ...singleSignOnSettings,
};
