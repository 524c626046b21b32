import type { Words } from '../words.ts';

export const areas: Words['areas'] = {
  home: 'Inicio',
  events: 'Citas',
  pages: 'Páginas',
  availability: 'Disponibilidad',
  records: 'Registros',
  tasks: 'Tareas',
  forms: 'Formularios',
  calls: 'Llamadas',
  workflows: 'Flujos',
  insights: 'Análisis',
  developers: 'Desarrollo',
  polls: 'Encuestas',
  settings: 'Ajustes',
  people: 'Personas',
  teams: 'Equipos',
};

export const shell: Words['shell'] = {
  areas: 'Navegación principal',
  help: 'Ayuda',
  more: 'Más',
  skip: 'Ir al contenido',
  workspace: 'Espacio de trabajo',
  account: 'Cuenta',
  security: 'Acceso y seguridad',
  otherWorkspace: 'Entrar en otro espacio',
  roles: { owner: 'Propietario', admin: 'Admin', user: 'Miembro' },
  theme: 'Aspecto',
  themes: { system: 'Como el sistema', light: 'Claro', dark: 'Oscuro' },
  language: 'Idioma',
  signOut: 'Cerrar sesión',
  collapse: 'Ocultar o mostrar las áreas',
  offline: 'No hay conexión. Lo que ve puede ser antiguo y no se puede cambiar nada hasta que vuelva.',
  messages: 'Mensajes',
  dismiss: 'Ocultar',
  today: '{n} hoy',
  failing: '{n} con fallos',
  loading: 'Cargando',
  copied: 'Copiado.',
  close: 'Cerrar',
  cancel: 'Cancelar',
  save: 'Guardar',
  saved: 'Guardado.',
  missing: 'No encontrado',
  missingTitle: 'No hay nada en esta dirección.',
  missingHint: 'El enlace puede ser antiguo o estar incompleto.',
};

export const reach: Words['reach'] = {
  notifications: 'Notificaciones',
  favorites: 'Favoritos',
  recent: 'Recientes',
  add: 'Añadir a favoritos',
  remove: 'Quitar de favoritos',
  move: 'Alt y una flecha para moverlo',
  unnamed: 'Sin nombre',
};

export const kit: Words['kit'] = {
  undo: 'Deshacer',
  wasUndone: 'Deshecho.',
  choices: 'Mostrar las opciones',
  noMatch: 'Nada coincide.',
  searching: 'Buscando …',
  typeToConfirm: 'Para confirmar, escriba «{text}»',
  unsaved: '¿Salir sin guardar?',
  unsavedHint: 'Los cambios de esta página no están guardados.',
  stay: 'Quedarse',
  discard: 'Salir sin guardar',
  chooseOne: 'Elija al menos uno.',
  remove: 'Quitar',
};

export const commands: Words['commands'] = {
  find: 'Buscar',
  open: 'Buscar o hacer',
  createPage: 'Crear una página',
};

export const shortcuts: Words['shortcuts'] = {
  find: 'Buscar en la lista',
  create: 'Crear aquí',
  back: 'Volver un nivel',
  undo: 'Deshacer la última acción',
};

export const errors: Words['errors'] = {
  notShown: 'No se ha podido mostrar.',
  noConnection: 'El servidor no ha respondido. Compruebe la conexión y vuelva a intentarlo.',
  offline: 'No tiene conexión. Esto se cargará en cuanto vuelva a tenerla.',
  gone: 'Esto ya no existe, o no puede verlo.',
  back: 'Volver a la lista',
  unexpected: 'Algo ha fallado en esta página. Vuelva a cargarla.',
  id: 'Error',
  copyId: 'Copiar el identificador',
  retry: 'Volver a intentarlo',
};
