import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';

const app = useApp();

describe('POST /event-types', () => {
  test('201: a title is enough', async () => {
    const { status, body } = await app.post('/event-types', { title: 'Coffee chat' });
    expect(body).toMatchObject({ success: true });
    expect(status).toBe(201);
    const link = await app.get(`/event-types/${body.resource.uuid}/single-use-link`);
    expect(link.body).toMatchObject({ success: true });
    const listed = await app.get('/links');
    expect(listed.body).toMatchObject({ collection: [{ kind: 'single_use' }] });
  });
});
