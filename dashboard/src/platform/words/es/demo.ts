export const demo = {
  title: 'Esta es una empresa de demostración.',
  hint: 'Todo aquí es inventado. Explore, cambie lo que quiera y después empiece con sus propios datos.',
  start: 'Empezar con mis datos',
  confirmTitle: '¿Empezar con sus propios datos?',
  deleted:
    'Esto elimina todo en este espacio de trabajo, también lo que usted creó: páginas de reserva, eventos, disponibilidad, personas, empresas, negocios, tareas, notas, llamadas, encuestas, formularios, flujos de trabajo, webhooks y correos. También se eliminan los compañeros de la demostración. No se puede deshacer.',
  kept: 'Su cuenta y su inicio de sesión se conservan. También otros usuarios que pueden iniciar sesión, tokens de API, calendarios y proveedores de pago conectados.',
  confirm: 'Eliminar los datos de demostración',
};
