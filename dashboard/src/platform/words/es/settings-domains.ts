export const domainSettings = {
  domains: {
    hint: 'Las páginas de reserva, los correos y los enlaces usan su dominio verificado. Los enlaces anteriores redirigen a él.',
    add: 'Añadir dominio',
    addSender: 'Añadir dirección de remitente',
    senderAddress: 'Dirección de remitente',
    newKey: 'Nueva clave DKIM',
    keyWasMade: 'Clave creada. La anterior firma hasta que se encuentre el nuevo registro.',
    purposes: { pages: 'Páginas de reserva', sender: 'Correos', sign_in: 'Inicio de sesión' },
    about: {
      routing: 'Destino del dominio',
      ownership: 'Prueba de propiedad',
      dkim: 'Firma (DKIM)',
      spf: 'Servidores permitidos (SPF)',
      dmarc: 'Política (DMARC)',
    },
    none: 'Aún no hay dominios',
    noneHint: 'Ponga sus páginas de reserva en su propia dirección, por ejemplo book.example.com.',
    name: 'Dominio',
    nameHint: {
      pages: 'Un nombre que le pertenece, por ejemplo book.example.com.',
      sender: 'Una dirección de un dominio que le pertenece, por ejemplo hello@example.com.',
      sign_in: 'El dominio de sus direcciones de correo, por ejemplo example.com.',
    },
    states: { pending: 'Pendiente', verified: 'Verificado', failing: 'Con errores' },
    explained: {
      pages: {
        pending: 'Cree estos registros en su proveedor de DNS. Daybook los comprueba cada pocos minutos.',
        verified: 'Sus páginas de reserva están en este dominio.',
        failing: 'El dominio no se utiliza.',
      },
      sender: {
        pending:
          'Cree estos registros en su proveedor de DNS. Hasta entonces, los correos salen de la dirección de la instalación.',
        verified: 'Los correos se envían desde esta dirección.',
        failing: 'Los correos salen de la dirección de la instalación; las respuestas llegan a la suya.',
      },
      sign_in: {
        pending:
          'Cree este registro en su proveedor de DNS. Hasta entonces, nadie inicia sesión con este dominio.',
        verified:
          'Las personas con una dirección de este dominio inician sesión en su proveedor de identidad.',
        failing: 'El dominio no se usa: sus direcciones no inician sesión en su proveedor de identidad.',
      },
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
    removeHint: {
      pages: 'Los enlaces con este dominio dejan de funcionar al instante, también los ya enviados.',
      sender: 'Los correos vuelven a salir de la dirección de la instalación.',
      sign_in:
        'Las personas con una dirección de este dominio dejan de iniciar sesión en su proveedor de identidad. Los usuarios y las sesiones se conservan.',
    },
    ownersRemove: 'Solo los propietarios pueden quitar un dominio de un proveedor de identidad.',
    wasRemoved: 'Dominio quitado.',
    wasAdded: 'Dominio añadido.',
  },
};
