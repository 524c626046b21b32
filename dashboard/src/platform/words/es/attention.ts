import type { Words } from '../words.ts';

export const attention: Words['attention'] = {
  title: 'Requiere atención',
  look: 'Ver',
  atLeast: '{n}+',
  retry: 'Reintentar',
  wasRetried: 'Se reintenta.',
  sync: 'Sincronizar ahora',
  wasSynced: 'Calendario sincronizado.',
  reconnect: 'Volver a conectar',
  resend: 'Reenviar',
  wasResent: 'Correo reenviado.',
  replay: 'Volver a enviar',
  wasReplayed: 'Se reenvían las entregas fallidas.',
  enable: 'Activar',
  wasEnabled: 'Webhook activado.',
  pick: 'Elegir hora',
  addLinkTitle: 'Añadir enlace de vídeo',
  one: {
    request_open: '{title} solicita una cita.',
    poll_open: 'La encuesta {title} está lista: elija una hora.',
    calendar_failing: 'No se puede leer el calendario {title} desde {time}.',
    calendar_unreadable: 'Daybook no puede leer algunos eventos de {title} desde {time}.',
    webhook_failing: 'El webhook {title} no responde desde {time}.',
    webhook_disabled: 'El webhook {title} se desactivó: {time}.',
    mail_failed: 'No se pudo enviar un correo a {title}: {time}.',
    conference_failing: 'No se pudo crear una videollamada de {title}: {time}.',
    link_missing: 'Todavía no hay enlace para la videollamada {title}.',
    refund_refused: 'Se rechazó un reembolso a {title}: {time}.',
    calls_paused: 'Las llamadas salientes están en pausa desde {time}.',
    effect_failed: 'Ha fallado lo que sigue a {title}: {time}.',
    job_failed: 'La tarea {title} ha fallado: {time}.',
  },
  failedDeliveries: { one: '{n} entrega seguida falló.', other: '{n} entregas seguidas fallaron.' },
  lastError: 'Último error:',
  reasons: {
    sign_in: 'Vuelva a iniciar sesión en esta cuenta.',
    not_added: 'No se pudieron añadir las reservas.',
    url_gone: 'Su URL respondió 410 Gone.',
    failed_for_days: 'Todas las entregas a su URL fallaron durante 5 días.',
    user_deactivated: 'Su usuario fue desactivado.',
  },
  mailRejected: 'El servidor de correo lo rechazó.',
  retriesFailed: 'Todos los intentos fallaron.',
  callAttempts: 'Se intenta una llamada cada diez minutos.',
  unreadable: {
    one: '{n} evento no se puede leer por completo, así que podrían reservarle a la misma hora. Revíselo en su aplicación de calendario.',
    other:
      '{n} eventos no se pueden leer por completo, así que podrían reservarle a la misma hora. Revíselos en su aplicación de calendario.',
  },
  many: {
    request_open: {
      one: '{n} solicitud espera su respuesta.',
      other: '{n} solicitudes esperan su respuesta.',
    },
    poll_open: {
      one: '{n} encuesta está lista: elija una hora.',
      other: '{n} encuestas están listas: elija una hora.',
    },
    calendar_failing: {
      one: '{n} calendario no se sincroniza.',
      other: '{n} calendarios no se sincronizan.',
    },
    calendar_unreadable: {
      one: '{n} calendario tiene eventos que no se pueden leer.',
      other: '{n} calendarios tienen eventos que no se pueden leer.',
    },
    webhook_failing: { one: '{n} webhook no responde.', other: '{n} webhooks no responden.' },
    webhook_disabled: { one: 'Se desactivó {n} webhook.', other: 'Se desactivaron {n} webhooks.' },
    mail_failed: { one: 'No se pudo enviar {n} correo.', other: 'No se pudieron enviar {n} correos.' },
    conference_failing: {
      one: 'No se pudo crear {n} videollamada.',
      other: 'No se pudieron crear {n} videollamadas.',
    },
    link_missing: {
      one: '{n} videollamada aún no tiene enlace.',
      other: '{n} videollamadas aún no tienen enlace.',
    },
    refund_refused: { one: 'Se rechazó {n} reembolso.', other: 'Se rechazaron {n} reembolsos.' },
    calls_paused: {
      one: '{n} línea telefónica está en pausa.',
      other: '{n} líneas telefónicas están en pausa.',
    },
    effect_failed: {
      one: 'Ha fallado el aviso o la sincronización de {n} cambio.',
      other: 'Ha fallado el aviso o la sincronización de {n} cambios.',
    },
    job_failed: {
      one: 'Ha fallado {n} tarea en segundo plano.',
      other: 'Han fallado {n} tareas en segundo plano.',
    },
  },
};
