import { auditActions } from '@daybook/contract/audit';
import { expect, test } from 'vitest';
import { enAreas } from '../platform/words/areas/en.ts';
import { formatAction } from './audit-text.ts';

test('every action that the audit log records has a text', () => {
  expect(auditActions.length).toBeGreaterThan(50);
  // Importing the words of a language makes them those of the reader.
  expect(Object.keys(enAreas.audit.objects).length).toBeGreaterThan(30);
  expect(auditActions.filter((action) => formatAction(action) === action)).toEqual([]);
});
