import { keyList, menu } from '../es/menu.ts';
import { registerWords, type HelpWords } from '../words.ts';

export const esHelp: HelpWords = {
  menu,
  keyList,
  help: {
    title: 'Ayuda',
    guide: 'Leer la guía',
    tour: 'Hacer el recorrido',
    search: 'Buscar en las guías',
    unknown: 'Esta página no existe. Vaya a Inicio, o busque lo que necesita.',
    guides: 'Guías (en inglés)',
    topics: {
      home: 'Inicio muestra su día: a quién verá ahora, qué espera respuesta y qué ha fallado. Cada línea tiene un botón que lo resuelve al momento.',
      events:
        'Todas las citas reservadas con usted o con su equipo. Abra una para leer respuestas, añadir una nota, cambiarla de hora, pasarla a otra persona o cancelarla.',
      book: 'Reserve una cita para alguien que le ha llamado o escrito. Recibirá la misma confirmación que si la hubiera reservado.',
      pages:
        'Una página de reservas es un enlace en el que se reserva un tipo de cita. Copie su enlace, desactívela un tiempo, o ábrala para cambiarla.',
      editor:
        'Decida qué se reserva aquí: duración, lugar, anfitriones, preguntas y límites. La vista previa muestra la página como la ven los visitantes.',
      availability:
        'Su horario decide cuándo se le puede reservar. Cambie una sola fecha, o añada otro horario para las páginas que lo necesiten.',
      absences:
        'Anote vacaciones y días libres, y elija qué festivos observa. Nadie puede reservarle esos días.',
      records:
        'Quien reserva se convierte en un registro, con citas, notas y llamadas en una misma cronología. Filtre la lista y guarde los filtros como vista.',
      fields:
        'Los campos deciden qué se guarda de cada registro de este tipo. Añada los suyos, como un presupuesto o una fase: todas las listas pueden mostrarlos y filtrarlos.',
      import:
        'Suba un archivo CSV y relacione sus columnas con sus campos. Verá qué cambiaría antes de guardar nada, y podrá deshacer la importación.',
      duplicates:
        'Registros que pueden ser el mismo, por nombre, número de teléfono o dominio. Compare dos y elija qué se queda, o combine varios grupos a la vez.',
      tasks:
        'Las tareas que tiene asignadas o que ha creado, por fecha. Recibe un correo la mañana del día en que vence una tarea.',
      forms:
        'Un formulario hace unas preguntas a los visitantes y lleva a cada uno a la página o persona adecuada. Pruébelo con cualquier respuesta antes de compartir su enlace.',
      calls:
        'Los agentes llaman por usted; los resultados y transcripciones aparecen aquí. Abra una llamada para leer lo que se dijo.',
      agents:
        'Un agente es una voz con una tarea, un idioma y un horario de llamadas. Haga que le llame primero a usted para oír lo que oirán los demás.',
      polls:
        'Proponga varias horas y deje que todos voten. Después elija una, y Daybook la reserva para todos los que han votado.',
      workflows:
        'Un flujo ejecuta pasos cuando ocurre algo, por ejemplo un correo el día antes de una cita. Pruébelo antes de activarlo.',
      insights:
        'Vea cuántas citas se reservan, se cancelan y se pierden, y lo ocupados que están los anfitriones. Elija un período y agrupe por página, anfitrión o equipo.',
      webhooks:
        'Los webhooks avisan a su servidor de lo que ocurre, al momento. Abra uno para ver sus entregas y repetir las que fallaron.',
      tokens:
        'Un token permite a un programa usar la API en su nombre. Dele solo los permisos que necesita; aquí puede revocarlo cuando quiera.',
      mail: 'Todos los correos de los últimos 90 días, y si se enviaron. Reenvíe uno que falló cuando la causa esté resuelta.',
      auditLog:
        'Quién cambió qué, cuándo y desde dónde. Filtre por persona o acción, y exporte el resultado.',
      reference:
        'Lo que necesita una primera llamada a la API, y el camino a su referencia. Allí puede probar cada operación en una consola.',
      profile:
        'Su nombre, su foto y su enlace, como los ven los visitantes. Su zona horaria decide en qué hora ve las citas.',
      signIn:
        'Configure contraseña, claves de acceso y un segundo factor. Cierre la sesión de los dispositivos que no reconozca.',
      preferences:
        'Elija idioma, tema, formato de hora y primer día de la semana. Valen en todos sus dispositivos.',
      calendars:
        'Conecte sus calendarios para que nadie reserve cuando está ocupado. Elija cuál recibe las nuevas reservas.',
      workspace:
        'El nombre y la zona horaria del espacio, y si lleva registros de personas. También decide qué sitios pueden incrustar sus páginas y qué reservas se rechazan.',
      branding:
        'El logotipo y el color de sus páginas y correos. La vista previa muestra los cambios antes de guardarlos.',
      people:
        'Todas las personas que pueden entrar en este espacio, con su rol. Invite a colegas por correo, o desactive a quien se va.',
      teams:
        'Un equipo tiene sus propios miembros y páginas. Sus citas pueden ir por turnos o reunir a varios miembros.',
      resources:
        'Salas y equipos que las citas reservan. Una página que necesita un recurso solo ofrece horas en las que hay uno libre.',
      domains:
        'Su propio dominio para páginas de reserva, correos y enlaces. Cree los registros que se muestran en su proveedor de DNS y Daybook usará el dominio en cuanto los encuentre.',
      roles:
        'Lo que pueden hacer propietarios, administradores y usuarios. Para cambiar un rol, abra a la persona en Personas.',
      security:
        'Exija un segundo factor a todos, y vea qué formas de entrar permite este servidor. Si se pierde un dispositivo, puede cerrar la sesión de todos.',
      notifications:
        'Las menciones a usted, y los comentarios y respuestas de sus conversaciones. Abra una para responder, y elija cuáles recibe también por correo.',
      connectedApps:
        'Las aplicaciones que pueden usar su cuenta, y lo que puede hacer cada una. Desconecte la que ya no use: su acceso termina al momento.',
      apps: 'Una aplicación permite a un servicio conectarse en nombre de sus usuarios. Regístrela aquí para obtener su identificador y su secreto, y elija qué permisos puede pedir.',
      singleSignOn:
        'Las personas inician sesión en su proveedor de identidad, como Microsoft Entra ID u Okta. Verifique su dominio, conecte el proveedor, pruebe un inicio de sesión y actívelo.',
      provisioning:
        'Deja que un directorio como Microsoft Entra ID u Okta gestione los usuarios. Crea aquí un token SCIM y elige qué equipo y qué rol da cada grupo.',
      data: 'Exporte todo lo que hay en el espacio, y decida cuánto tiempo se guarda. Exporte o borre los datos de una persona cuando lo pida.',
    },
  },
  tour: {
    title: 'Recorrido',
    count: '{n} de {total}',
    back: 'Atrás',
    next: 'Siguiente',
    skip: 'Omitir el recorrido',
    finish: 'Listo',
    home: 'Su día',
    homeText:
      'Inicio le dice quién viene ahora y qué espera respuesta. Poco antes de una llamada, el botón para unirse aparece aquí.',
    pages: 'Sus páginas de reservas',
    pagesText: 'Cada página es un enlace para compartir. Se elige una hora, y todos reciben la invitación.',
    availability: 'Su horario',
    availabilityText:
      'Decida cuándo se le puede reservar. Conecte su calendario, y las horas ocupadas nunca se ofrecerán.',
    records: 'Las personas que ve',
    recordsText: 'Quien reserva se convierte en un registro, con citas, notas y llamadas en un solo lugar.',
    search: 'Encontrarlo todo',
    searchText:
      'Busque aquí personas, citas, guías y acciones. El signo de interrogación explica la pantalla en la que está.',
  },
  synonyms: {
    'do /events/book': 'reservar agendar reunión nueva cita',
    'do /pages/new': 'crear tipo enlace servicio añadir',
    'do /forms/new': 'crear cuestionario encuesta añadir',
    'do /calls/new': 'teléfono llamar marcar',
    'do /developers/tokens/new': 'crear clave añadir',
    'do /developers/webhooks/new': 'crear dirección añadir',
    'do /settings/people': 'añadir usuario miembro colega',
    'go /': 'panel hoy resumen',
    'go /events': 'reuniones reservas calendario agenda',
    'go /pages': 'tipos enlaces servicios reservas',
    'go /availability': 'horario horas apertura',
    'go /records': 'crm contactos personas empresas clientes negocios',
    'go /tasks': 'pendientes recordatorios',
    'go /forms': 'cuestionario encuesta',
    'go /calls': 'teléfono voz agente',
    'go /workflows': 'automatización recordatorios',
    'go /insights': 'estadísticas informes gráficos',
    'go /polls': 'votación doodle proponer',
    'go /developers': 'api webhooks tokens integraciones',
    'go /settings': 'configuración opciones preferencias cuenta',
    'go /settings/people': 'usuarios miembros colegas',
    'go /settings/teams': 'grupos departamentos',
    'go /developers/mail': 'mensajes enviados',
    'go /developers/audit-log': 'historial cambios actividad',
    'go /settings/sign-in': 'contraseña clave seguridad 2fa',
    'go /settings/preferences': 'idioma tema hora',
    'go /settings/calendars': 'google outlook icloud caldav sincronizar conectar',
    'go /settings/branding': 'logotipo color aspecto',
    'go /settings/roles': 'permisos derechos acceso',
    'go /settings/data': 'exportar importar rgpd borrar',
    'go /availability/absences': 'vacaciones festivo libre ausente',
    'copy link': 'compartir url',
    shortcuts: 'teclado teclas atajos',
    'sign out': 'cerrar sesión salir',
  },
};

registerWords(esHelp);
