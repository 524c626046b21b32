import type { Words } from '../words.ts';
import { domainSettings } from './settings-domains.ts';
import { ownSettings } from './settings-own.ts';
import { peopleSettings } from './settings-people.ts';
import { provisioningSettings } from './provisioning.ts';
import { singleSignOnSettings } from './single-sign-on.ts';
import { workspaceSettings } from './settings-workspace.ts';

export const settings: Words['settings'] = {
  title: 'Ajustes',
  sections: 'Ajustes',
  groups: { you: 'Tú', workspace: 'Espacio de trabajo' },
  pages: {
    profile: 'Perfil',
    signIn: 'Acceso',
    preferences: 'Preferencias',
    calendars: 'Calendarios',
    connectedApps: 'Aplicaciones conectadas',
    workspace: 'General',
    branding: 'Imagen',
    domains: 'Dominios',
    people: 'Personas',
    teams: 'Equipos',
    resources: 'Salas y equipos',
    roles: 'Roles',
    security: 'Seguridad',
    singleSignOn: 'Inicio de sesión único',
    provisioning: 'Aprovisionamiento',
    data: 'Datos',
  },
  refusals: {
    adminsOnly: 'Solo un propietario o admin puede cambiar esto.',
    ownersOnly: 'Solo un propietario puede cambiar a un propietario.',
    managersOnly: 'Solo un propietario, un admin o un responsable del equipo puede cambiar esto.',
  },
  firstName: 'Nombre',
  lastName: 'Apellidos',
  email: 'Correo electrónico',
  role: 'Rol',
  slug: 'Final del enlace',
  zone: 'Zona horaria',
  mailLanguage: 'Idioma de correos y páginas',
  id: 'Identificador',
  remove: 'Quitar',
  signInAgain: 'Iniciar sesión de nuevo',
  ...domainSettings,
  ...ownSettings,
  ...peopleSettings,
  ...workspaceSettings,
  ...provisioningSettings,
  ...singleSignOnSettings,
};
