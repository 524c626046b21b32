export const domainSettings = {
  domains: {
    hint: 'Las páginas de reserva, los correos y los enlaces usan su dominio verificado. Los enlaces anteriores redirigen a él.',
    add: 'Añadir dominio',
    none: 'Aún no hay dominios',
    noneHint: 'Ponga sus páginas de reserva en su propia dirección, por ejemplo book.example.com.',
    name: 'Dominio',
    nameHint: 'Un nombre que le pertenece, por ejemplo book.example.com.',
    states: { pending: 'Pendiente', verified: 'Verificado', failing: 'Con errores' },
    explained: {
      pending: 'Cree estos registros en su proveedor de DNS. Daybook los comprueba cada pocos minutos.',
      verified: 'Sus páginas de reserva están en este dominio.',
      failing: 'El dominio no se utiliza.',
    },
    problems: {
      records:
        'Faltan registros o son incorrectos. Los cambios en el proveedor de DNS pueden tardar una hora.',
      unreachable: 'Los servidores de nombres del dominio no responden. Daybook volverá a comprobarlo.',
      taken: 'Otro espacio de trabajo usa este dominio.',
    },
    recordName: 'Nombre',
    recordValue: 'Valor',
    recordStates: { unknown: 'Sin comprobar', missing: 'Falta', wrong: 'Incorrecto', correct: 'Correcto' },
    found: 'Encontrado: {found}',
    copy: 'Copiar: {what}',
    check: 'Comprobar registros',
    checked: 'Última comprobación: {time}.',
    removeTitle: '¿Quitar {name}?',
    removeHint: 'Los enlaces con este dominio dejan de funcionar al instante, también los ya enviados.',
    wasRemoved: 'Dominio quitado.',
    wasAdded: 'Dominio añadido.',
  },
};
