/** Fields for dates, times, durations and choices from many. */
export const controls = {
  dateOf: '{label}, fecha',
  timeOf: '{label}, hora',
  openCalendar: 'Abrir el calendario',
  wrongDate: 'Escriba una fecha, por ejemplo {example}.',
  wrongTime: 'Escriba una hora, por ejemplo {example}.',
  wrongDuration: 'Escriba una duración, por ejemplo {example}.',
  unit: 'Unidad',
  units: { minutes: 'minutos', hours: 'horas', days: 'días', weeks: 'semanas' },
  suggested: 'Sugerencias',
  allZones: 'Todas las zonas horarias',
  more: '{n} más. Siga escribiendo para encontrarlas.',
  before: 'antes de la cita',
};
