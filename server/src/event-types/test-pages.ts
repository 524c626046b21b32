import { expect } from 'vitest';
import type { TestApp } from '../../test/harness.ts';

// oxlint-disable-next-line no-explicit-any -- as it came over the wire; tests assert what matters
type Wire = any;

export const mara = 'mara@juniper.example';
export const tomas = 'tomas@juniper.example';
export const aiko = 'aiko@juniper.example';

export const unknownId = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
export const pageNotFound = { success: false, message: 'Event type not found.', status: 404 };

/** What tests of pages do over and over, through the API. */
export function createPageHelpers(app: TestApp) {
  let newcomers = 0;
  return {
    async addPage(fields: object, token?: string): Promise<Wire> {
      const { status, body } = await app.post('/event-types', fields, token ? { token } : {});
      expect(body).toMatchObject({ success: true });
      expect(status).toBe(201);
      return body.resource;
    },
    /** A user of their own for a test: no team, no page, and a token that may write pages. */
    async newcomer(): Promise<{ email: string; slug: string; uuid: string; token: string }> {
      newcomers += 1;
      const email = `page-newcomer${newcomers}@juniper.example`;
      const user = { email, firstName: 'New', lastName: `Comer ${newcomers}` };
      const { body } = await app.post('/organizations/users', user);
      const { slug, uuid } = body.resource;
      return { email, slug, uuid, token: await app.tokenOf(email, ['event-types:write', 'schedules:write']) };
    },
    async settings(uuid: string): Promise<Wire> {
      return (await app.get(`/event-types/${uuid}/settings`)).body.resource;
    },
    /** Rows as the database has them, of every workspace. */
    async rows(text: string, values: readonly unknown[] = []): Promise<Wire[]> {
      const client = await app.runtime.database.pool.connect();
      try {
        await client.query(`begin; set local daybook.workspace = '*'`);
        return (await client.query(text, [...values])).rows;
      } finally {
        await client.query('commit');
        client.release();
      }
    },
  };
}
