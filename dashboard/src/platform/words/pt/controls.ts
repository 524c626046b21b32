/** Fields for dates, times, durations and choices from many. */
export const controls = {
  dateOf: '{label}, data',
  timeOf: '{label}, hora',
  openCalendar: 'Abrir calendário',
  wrongDate: 'Introduza uma data, por exemplo {example}.',
  wrongTime: 'Introduza uma hora, por exemplo {example}.',
  wrongDuration: 'Introduza uma duração, por exemplo {example}.',
  unit: 'Unidade',
  units: { minutes: 'minutos', hours: 'horas', days: 'dias', weeks: 'semanas' },
  suggested: 'Sugestões',
  allZones: 'Todos os fusos horários',
  more: 'Mais {n}. Continue a escrever para os encontrar.',
  before: 'antes da reunião',
};
