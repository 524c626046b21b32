import type { Answer, TestApp } from '../../test/harness.ts';
import { ownerToken } from '../../test/runtime.ts';
import { runImport } from './imports/run-import.ts';
import { queryRows } from './test-crm.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

/** Uploads files, and runs imports until they have ended. */
export function createTestImport(app: TestApp, token = ownerToken) {
  const headers = { authorization: `Bearer ${token}` };
  const send = (slug: string, file: string | Buffer, query = '', type = 'text/csv'): Promise<Answer> =>
    app.inject({
      method: 'POST',
      url: `/v2/crm/${slug}/import${query}`,
      headers: { ...headers, 'content-type': type },
      payload: file,
    });
  const work = async (id: string): Promise<Answer['body']> => {
    const [row] = await queryRows<{ workspace_id: WorkspaceId }>(
      app,
      'select workspace_id from crm_import where id = $1',
      [id],
    );
    const address = { workspaceId: row?.workspace_id as WorkspaceId, importId: id };
    while (await runImport(app.runtime, address));
    return (await app.get(`/crm/imports/${id}`)).body.import;
  };
  const run = async (slug: string, file: string, query = '', type = 'text/csv'): Promise<Answer['body']> => {
    const { status, body } = await send(slug, file, query, type);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return work(body.import.id);
  };
  return { headers, send, work, run };
}
