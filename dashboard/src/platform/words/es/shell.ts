import type { Words } from '../words.ts';

export const areas: Words['areas'] = {
  home: 'Inicio',
  events: 'Citas',
  pages: 'Páginas',
  availability: 'Disponibilidad',
  records: 'Registros',
  forms: 'Formularios',
  calls: 'Llamadas',
  insights: 'Análisis',
  developers: 'Desarrollo',
  settings: 'Ajustes',
  people: 'Personas',
  teams: 'Equipos',
};

export const shell: Words['shell'] = {
  areas: 'Áreas',
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
  remove: 'Quitar',
};

export const commands: Words['commands'] = {
  open: 'Buscar o hacer',
  title: 'Búsqueda y comandos',
  placeholder: 'Busque, o escriba qué hacer',
  results: 'Resultados',
  go: 'Ir a',
  do: 'Hacer',
  here: 'En esta página',
  kinds: {
    person: 'Personas',
    company: 'Empresas',
    record: 'Registros',
    event: 'Citas',
    page: 'Páginas',
    user: 'Usuarios',
  },
  none: 'Nada coincide. Pruebe con menos letras o con otro nombre.',
  choose: 'elegir',
  onlyCommands: 'solo comandos',
  createPage: 'Crear una página',
  copyLink: 'Copiar mi enlace',
  showShortcuts: 'Mostrar los atajos de teclado',
  useTheme: 'Aspecto: {theme}',
};

export const shortcuts: Words['shortcuts'] = {
  title: 'Atajos de teclado',
  hint: 'Una tecla suelta nunca actúa mientras escribe en un campo.',
  areOn: 'Las teclas sueltas actúan',
  everywhere: 'En todas partes',
  go: 'Ir a un área',
  here: 'En esta página',
  andThen: 'luego',
  find: 'Buscar en la lista',
  create: 'Crear aquí',
  back: 'Volver un nivel',
  undo: 'Deshacer la última acción',
};

export const signIn: Words['signIn'] = {
  title: 'Vuelva a entrar',
  hint: 'Su sesión ha terminado. En esta página no se pierde nada.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  code: 'Código',
  codeHint: 'Seis cifras de su aplicación de autenticación o un código de recuperación.',
  submit: 'Entrar',
  otherWays: 'Entrar de otra manera',
  otherWaysHint: 'La página se carga de nuevo; lo que no está guardado se pierde.',
};

export const errors: Words['errors'] = {
  notShown: 'No se ha podido mostrar.',
  noConnection: 'El servidor no ha respondido. Compruebe la conexión y vuelva a intentarlo.',
  id: 'Error',
  copyId: 'Copiar el identificador',
  retry: 'Volver a intentarlo',
};
