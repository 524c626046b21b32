/** What the address of the list says. What is left out is the default: open tasks of one's own. */
export interface TaskSearch {
  readonly whose?: 'everyone' | 'unassigned';
  readonly done?: true;
  readonly overdue?: true;
}

export function parseTaskSearch({ whose, done, overdue }: Record<string, unknown>): TaskSearch {
  return {
    ...((whose === 'everyone' || whose === 'unassigned') && { whose }),
    ...(done === true && { done }),
    ...(overdue === true && done !== true && { overdue }),
  };
}
