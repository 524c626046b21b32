import type { Words } from '../words.ts';

export const attention: Words['attention'] = {
  title: 'Precisa de atenção',
  look: 'Ver',
  atLeast: '{n}+',
  retry: 'Tentar de novo',
  wasRetried: 'Nova tentativa iniciada.',
  sync: 'Sincronizar agora',
  wasSynced: 'Calendário sincronizado.',
  reconnect: 'Ligar de novo',
  resend: 'Reenviar',
  wasResent: 'E-mail reenviado.',
  replay: 'Enviar de novo',
  wasReplayed: 'As entregas falhadas estão a ser reenviadas.',
  enable: 'Ligar',
  wasEnabled: 'Webhook ligado.',
  pick: 'Escolher hora',
  addLinkTitle: 'Adicionar ligação de vídeo',
  one: {
    request_open: '{title} pede uma reunião.',
    poll_open: 'A votação {title} está pronta: escolha uma hora.',
    calendar_failing: 'Não é possível ler o calendário {title} desde {time}.',
    calendar_unreadable: 'O Daybook não consegue ler alguns eventos de {title} desde {time}.',
    webhook_failing: 'O webhook {title} não responde desde {time}.',
    webhook_disabled: 'O webhook {title} foi desligado: {time}.',
    mail_failed: 'Não foi possível enviar um e-mail a {title}: {time}.',
    conference_failing: 'Não foi possível criar uma videochamada de {title}: {time}.',
    link_missing: 'Ainda não há ligação para a videochamada {title}.',
    refund_refused: 'Um reembolso a {title} foi recusado: {time}.',
    calls_paused: 'As chamadas estão em pausa desde {time}.',
    effect_failed: 'O que se segue a {title} falhou: {time}.',
    job_failed: 'A tarefa {title} falhou: {time}.',
  },
  many: {
    request_open: { one: '{n} pedido espera a sua resposta.', other: '{n} pedidos esperam a sua resposta.' },
    poll_open: {
      one: '{n} votação está pronta: escolha uma hora.',
      other: '{n} votações estão prontas: escolha uma hora.',
    },
    calendar_failing: { one: '{n} calendário não sincroniza.', other: '{n} calendários não sincronizam.' },
    calendar_unreadable: {
      one: '{n} calendário tem eventos que não se conseguem ler.',
      other: '{n} calendários têm eventos que não se conseguem ler.',
    },
    webhook_failing: { one: '{n} webhook não responde.', other: '{n} webhooks não respondem.' },
    webhook_disabled: { one: '{n} webhook foi desligado.', other: '{n} webhooks foram desligados.' },
    mail_failed: {
      one: 'Não foi possível enviar {n} e-mail.',
      other: 'Não foi possível enviar {n} e-mails.',
    },
    conference_failing: {
      one: 'Não foi possível criar {n} videochamada.',
      other: 'Não foi possível criar {n} videochamadas.',
    },
    link_missing: {
      one: '{n} videochamada ainda não tem ligação.',
      other: '{n} videochamadas ainda não têm ligação.',
    },
    refund_refused: { one: '{n} reembolso foi recusado.', other: '{n} reembolsos foram recusados.' },
    calls_paused: {
      one: '{n} linha telefónica está em pausa.',
      other: '{n} linhas telefónicas estão em pausa.',
    },
    effect_failed: {
      one: 'O aviso ou a sincronização falhou para {n} alteração.',
      other: 'O aviso ou a sincronização falhou para {n} alterações.',
    },
    job_failed: {
      one: '{n} tarefa em segundo plano falhou.',
      other: '{n} tarefas em segundo plano falharam.',
    },
  },
};
