import type { crmAggregate } from '@daybook/contract/crm-views';
import type { z } from 'zod';
import type { Measure } from './aggregate.rules.ts';
import type { RawFigure } from './aggregate.store.ts';
import type { Field } from './filter.rules.ts';

type Aggregate = z.output<typeof crmAggregate>;
type Figure = Aggregate['totals'][number];

export function serializeMeasure({ op, field }: Measure): Aggregate['measures'][number] {
  const currency = field?.kind === 'attribute' && op !== 'count' ? field.attribute.currency : null;
  return { op, key: field && keyOf(field), currency: currency?.code ?? null };
}

function keyOf(field: Field): string {
  if (field.kind === 'fact') return field.fact;
  return field.kind === 'column' ? field.column : field.attribute.key;
}

/** A sum too large for a number of JSON is null. */
export function serializeFigure(measure: Measure | undefined, figure: RawFigure): Figure {
  if (figure === null || measure === undefined) return null;
  if (measure.op === 'sum' || measure.op === 'avg') {
    const number = Number(figure);
    return Number.isFinite(number) ? number : null;
  }
  const { field } = measure;
  const isDate = field?.kind === 'attribute' && field.attribute.type === 'date';
  return isDate && measure.op !== 'count' ? String(figure).slice(0, 10) : figure;
}

/** The figure over no records. */
export function getEmptyFigure({ op }: Measure): Figure {
  return op === 'count' || op === 'sum' ? 0 : null;
}
