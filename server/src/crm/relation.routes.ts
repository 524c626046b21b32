import { changeRelation as route } from '@daybook/contract/crm-records';
import { serveTogether } from '../platform/http/serve-together.ts';
import { serve } from '../platform/http/serve.ts';
import { openObject } from './definitions.ts';
import { changeRelation, wrongInRelation } from './relation.ts';
import { changeRelations, onlyLink } from './relations-together.ts';
import type { RecordShape } from './records.view.ts';
import { showRecord, showRecords } from './show.ts';
import { etagOf, tagged } from './tagged.ts';

const alone = serve(
  route,
  async (ctx, { params, body }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    const row = await changeRelation(ctx, definition, params.recordId, body);
    return showRecord(ctx, definition, tagged(row, exchange));
  },
  { ifBroken: wrongInRelation },
);

/** Programs that keep two systems alike send very many of these, one link each. */
export const relationEndpoint = serveTogether(alone, {
  wishOf({ params: { objectSlug, recordId }, body }) {
    const link = onlyLink(recordId, body);
    const { attributeSlug } = body;
    const kind = `${objectSlug} ${attributeSlug}`;
    return link && { ...link, objectSlug, attributeSlug, kind, about: link.mine };
  },
  async grant(ctx, wishes) {
    const [{ objectSlug, attributeSlug }] = wishes;
    const definition = await openObject(ctx, objectSlug, 'write');
    const rows = await changeRelations(ctx, definition, attributeSlug, wishes);
    const shown = await showRecords(ctx, definition, rows);
    return rows.map((row, index) => ({
      about: row.id,
      value: shown[index] as RecordShape,
      headers: { etag: etagOf(row) },
    }));
  },
});
