import { keyList, menu } from '../pt/menu.ts';
import { registerWords, type HelpWords } from '../words.ts';

export const ptHelp: HelpWords = {
  menu,
  keyList,
  help: {
    title: 'Ajuda',
    guide: 'Ler o guia',
    tour: 'Fazer a visita guiada',
    search: 'Procurar nos guias',
    unknown: 'Esta página não existe. Vá ao Início, ou procure o que precisa.',
    guides: 'Guias (em inglês)',
    topics: {
      home: 'O Início mostra o seu dia: quem vem a seguir, o que espera resposta e o que correu mal. Cada linha tem um botão que resolve o assunto ali mesmo.',
      events:
        'Todas as reuniões marcadas consigo ou com a sua equipa. Abra uma para ler respostas, juntar uma nota, mudar a hora, passá-la a um colega ou cancelá-la.',
      book: 'Marque uma reunião para alguém que lhe ligou ou escreveu. A pessoa recebe a mesma confirmação que receberia se tivesse marcado.',
      pages:
        'Uma página de marcação é um link onde se marca um tipo de reunião. Copie o link, desligue-a por algum tempo, ou abra-a para a alterar.',
      editor:
        'Defina o que se marca aqui: duração, local, anfitriões, perguntas e limites. A pré-visualização mostra a página como os visitantes a veem.',
      availability:
        'O seu horário decide quando o podem marcar. Mude uma só data, ou junte outro horário para as páginas que precisam dele.',
      absences:
        'Indique férias e dias livres, e escolha que feriados observa. Ninguém o pode marcar nesses dias.',
      records:
        'Quem marca torna-se um registo, com reuniões, notas e chamadas na mesma cronologia. Filtre a lista e guarde os filtros como vista.',
      fields:
        'Os campos decidem o que guarda sobre cada registo deste tipo. Junte os seus, como um orçamento ou uma fase: todas as listas os podem mostrar e filtrar.',
      import:
        'Envie um ficheiro CSV e faça corresponder as colunas aos seus campos. Vê o que mudaria antes de guardar, e pode anular uma importação.',
      duplicates:
        'Registos que podem ser o mesmo, por nome, número de telefone ou domínio. Compare dois e escolha o que fica, ou junte vários grupos de uma vez.',
      tasks:
        'As tarefas que lhe foram atribuídas ou que criou, por prazo. Recebe um e-mail na manhã do dia em que uma tarefa vence.',
      forms:
        'Um formulário faz algumas perguntas aos visitantes e leva cada um à página ou pessoa certa. Experimente-o com quaisquer respostas antes de partilhar o link.',
      calls:
        'Os agentes ligam por si; resultados e transcrições aparecem aqui. Abra uma chamada para ler o que foi dito.',
      agents:
        'Um agente é uma voz com uma tarefa, uma língua e um horário de chamadas. Peça-lhe que lhe ligue primeiro, para ouvir o que os outros vão ouvir.',
      polls:
        'Proponha várias horas e deixe todos votar. Depois escolha uma, e o Daybook marca-a para todos os que votaram.',
      workflows:
        'Um fluxo executa passos quando algo acontece, por exemplo um e-mail na véspera de uma reunião. Experimente-o antes de o ligar.',
      insights:
        'Veja quantas reuniões são marcadas, canceladas e perdidas, e como estão ocupados os anfitriões. Escolha um período e agrupe por página, anfitrião ou equipa.',
      webhooks:
        'Os webhooks avisam o seu servidor do que acontece, na hora. Abra um para ver as entregas e repetir as que falharam.',
      tokens:
        'Um token deixa um programa usar a API em seu nome. Dê-lhe só as permissões necessárias; pode revogá-lo aqui a qualquer momento.',
      mail: 'Todos os e-mails dos últimos 90 dias, e se foram enviados. Reenvie um que falhou depois de resolver a causa.',
      auditLog: 'Quem mudou o quê, quando e de onde. Filtre por pessoa ou ação, e exporte o resultado.',
      reference:
        'O que uma primeira chamada à API precisa, e o caminho para a referência. Aí pode experimentar cada operação numa consola.',
      profile:
        'O seu nome, a sua imagem e o seu link, como os visitantes os veem. O seu fuso horário decide em que hora vê as reuniões.',
      signIn:
        'Defina palavra-passe, chaves de acesso e um segundo fator. Termine a sessão dos dispositivos que não reconhece.',
      preferences:
        'Escolha língua, tema, formato da hora e primeiro dia da semana. Valem em todos os seus dispositivos.',
      calendars:
        'Ligue os calendários que já usa, para que ninguém marque quando está ocupado. Escolha qual recebe as novas marcações.',
      workspace:
        'O nome e o fuso horário do espaço, e se guarda registos de pessoas. Também decide que sites podem incorporar as páginas e que marcações são recusadas.',
      branding:
        'O logótipo e a cor das suas páginas e e-mails. A pré-visualização mostra as alterações antes de as guardar.',
      people:
        'Todas as pessoas que podem entrar neste espaço, com a sua função. Convide colegas por e-mail, ou desative quem sai.',
      teams:
        'Uma equipa tem membros e páginas próprios. As reuniões podem ir à vez, ou juntar vários membros.',
      resources:
        'Salas e equipamento que as reuniões reservam. Uma página que precisa de um recurso só oferece horas em que há um livre.',
      domains:
        'O seu próprio domínio para páginas de reserva, e-mails e links. Crie os registos apresentados no seu fornecedor de DNS e o Daybook passa a usar o domínio assim que os encontrar.',
      roles:
        'O que podem fazer proprietários, administradores e utilizadores. Para mudar uma função, abra a pessoa em Pessoas.',
      security:
        'Exija um segundo fator a todos, e veja que formas de entrar este servidor permite. Se um dispositivo se perder, pode terminar a sessão de todos.',
      notifications:
        'As menções a si, e os comentários e respostas das suas conversas. Abra uma para responder, e escolha quais recebe também por e-mail.',
      connectedApps:
        'As aplicações que podem usar a sua conta, e o que cada uma pode fazer. Desligue a que já não usa: o acesso termina logo.',
      apps: 'Uma aplicação deixa um serviço ligar-se em nome dos seus utilizadores. Registe-a aqui para obter o ID e o segredo, e escolha que permissões pode pedir.',
      singleSignOn:
        'As pessoas iniciam sessão no seu fornecedor de identidade, como o Microsoft Entra ID ou a Okta. Verifique o domínio, ligue o fornecedor, experimente um início de sessão e ative-o.',
      provisioning:
        'Deixe um diretório como o Microsoft Entra ID ou o Okta gerenciar usuários. Crie aqui um token SCIM e escolha qual equipe e qual função cada grupo dá.',
      data: 'Exporte tudo o que há no espaço, e decida quanto tempo se guarda. Exporte ou apague os dados de uma pessoa a pedido.',
    },
  },
  tour: {
    title: 'Visita guiada',
    count: '{n} de {total}',
    back: 'Voltar',
    next: 'Seguinte',
    skip: 'Saltar a visita',
    finish: 'Concluir',
    home: 'O seu dia',
    homeText:
      'O Início diz quem vem a seguir e o que espera resposta. Pouco antes de uma chamada, o botão para entrar aparece aqui.',
    pages: 'As suas páginas de marcação',
    pagesText: 'Cada página é um link para partilhar. Escolhe-se uma hora, e todos recebem o convite.',
    availability: 'O seu horário',
    availabilityText:
      'Defina quando o podem marcar. Ligue o seu calendário, e as horas ocupadas nunca são oferecidas.',
    records: 'As pessoas que encontra',
    recordsText: 'Quem marca torna-se um registo, com reuniões, notas e chamadas num só lugar.',
    search: 'Encontrar tudo',
    searchText:
      'Procure aqui pessoas, reuniões, guias e comandos. O ponto de interrogação explica o ecrã em que está.',
  },
  synonyms: {
    'do /events/book': 'marcar agendar reunião nova',
    'do /pages/new': 'criar tipo link serviço juntar',
    'do /forms/new': 'criar questionário juntar',
    'do /calls/new': 'telefone ligar marcar',
    'do /developers/tokens/new': 'criar chave juntar',
    'do /developers/webhooks/new': 'criar endereço juntar',
    'do /settings/people': 'juntar utilizador membro colega',
    'go /': 'painel hoje resumo',
    'go /events': 'marcações calendário agenda',
    'go /pages': 'tipos links serviços marcação',
    'go /availability': 'horário horas abertura',
    'go /records': 'crm contactos pessoas empresas clientes negócios',
    'go /tasks': 'pendentes lembretes',
    'go /forms': 'questionário inquérito',
    'go /calls': 'telefone voz agente',
    'go /workflows': 'automatização lembretes',
    'go /insights': 'estatísticas relatórios gráficos',
    'go /polls': 'voto doodle propor',
    'go /developers': 'api webhooks tokens integrações',
    'go /settings': 'configuração opções preferências conta',
    'go /settings/people': 'utilizadores membros colegas',
    'go /settings/teams': 'grupos departamentos',
    'go /developers/mail': 'mensagens enviadas',
    'go /developers/audit-log': 'histórico alterações atividade',
    'go /settings/sign-in': 'palavra-passe chave segurança 2fa',
    'go /settings/preferences': 'língua tema hora',
    'go /settings/calendars': 'google outlook icloud caldav sincronizar ligar',
    'go /settings/branding': 'logótipo cor aspeto',
    'go /settings/roles': 'permissões direitos acesso',
    'go /settings/data': 'exportar importar rgpd apagar',
    'go /availability/absences': 'férias feriado folga ausente',
    'copy link': 'partilhar url',
    shortcuts: 'teclado teclas atalhos',
    'sign out': 'terminar sessão sair',
  },
};

registerWords(ptHelp);
