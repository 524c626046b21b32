export const demo = {
  title: 'Esta é uma empresa de demonstração.',
  hint: 'Tudo aqui é inventado. Explore, altere o que quiser e depois comece com os seus próprios dados.',
  start: 'Começar com os meus dados',
  confirmTitle: 'Começar com os seus próprios dados?',
  deleted:
    'Isto elimina tudo neste espaço de trabalho, incluindo o que criou: páginas de reserva, eventos, disponibilidade, pessoas, empresas, negócios, tarefas, notas, chamadas, sondagens, formulários, fluxos de trabalho, webhooks e emails. Os colegas da demonstração também são eliminados. Não é possível anular.',
  kept: 'A sua conta e o seu início de sessão permanecem. Também permanecem outros utilizadores que podem iniciar sessão, tokens de API, calendários e fornecedores de pagamento ligados.',
  confirm: 'Eliminar dados de demonstração',
};
