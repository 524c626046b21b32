import type { Language } from '../../mail/public.ts';

/** What the owner of a task reads on the day when it is due. */
interface TaskWords {
  readonly due: (title: string) => string;
  readonly labels: Record<'task' | 'due' | 'note', string>;
  readonly see: string;
}

export const taskWordsIn: Record<Language, TaskWords> = {
  en: {
    due: (title) => `Due today: ${title}`,
    labels: { task: 'Task', due: 'Due', note: 'Note' },
    see: 'View your tasks',
  },
  de: {
    due: (title) => `Heute fällig: ${title}`,
    labels: { task: 'Aufgabe', due: 'Fällig', note: 'Notiz' },
    see: 'Ihre Aufgaben ansehen',
  },
  fr: {
    due: (title) => `À faire aujourd’hui : ${title}`,
    labels: { task: 'Tâche', due: 'Échéance', note: 'Note' },
    see: 'Voir vos tâches',
  },
  es: {
    due: (title) => `Vence hoy: ${title}`,
    labels: { task: 'Tarea', due: 'Vencimiento', note: 'Nota' },
    see: 'Ver sus tareas',
  },
  pt: {
    due: (title) => `Para hoje: ${title}`,
    labels: { task: 'Tarefa', due: 'Prazo', note: 'Nota' },
    see: 'Ver as suas tarefas',
  },
  ar: {
    due: (title) => `مستحقة اليوم: ${title}`,
    labels: { task: 'المهمة', due: 'الاستحقاق', note: 'ملاحظة' },
    see: 'عرض مهامك',
  },
};
