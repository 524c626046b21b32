import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPage } from '../../test/fixtures.ts';
import { useApp } from '../../test/harness.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { aiko, createScheduleHelpers, mara } from './test-schedules.ts';

const app = useApp();
const helpers = createScheduleHelpers(app);
const { add } = helpers;

let aikoToken: string;
beforeAll(async () => {
  aikoToken = await app.tokenOf(aiko, ['schedules:write']);
});

describe('DELETE /schedules/{uuid}', () => {
  test('200: once; then 404', async () => {
    const { uuid } = await add(mara);
    const answers = await repeatConcurrently(5, () => app.delete(`/schedules/${uuid}`));
    expect(countByStatus(answers)).toEqual({ 200: 1, 404: 4 });
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({
      success: true,
      message: 'Schedule deleted.',
      status: 200,
    });
    expect((await app.get(`/schedules/${uuid}?email=${mara}`)).status).toBe(404);
  });

  test('200: an own one, by a user; 403: of others', async () => {
    const own = await add(aiko);
    expect((await app.delete(`/schedules/${own.uuid}`, undefined, { token: aikoToken })).status).toBe(200);
    const theirs = await add(mara);
    const { status, body } = await app.delete(`/schedules/${theirs.uuid}`, undefined, { token: aikoToken });
    expect(status).toBe(403);
    expect(body.success).toBe(false);
  });

  test('401, 404 and 405', async () => {
    const { uuid } = await add(mara);
    expect((await app.delete(`/schedules/${uuid}`, undefined, { token: null })).status).toBe(401);
    expect((await app.delete('/schedules/default')).status).toBe(405);
    for (const id of ['AAAAAAAAAA', 'x']) {
      const { status, body } = await app.delete(`/schedules/${id}`);
      expect(status).toBe(404);
      expect(body.message).toBe('Schedule not found.');
    }
  });

  test('409: the default one, even when it becomes that at the same moment', async () => {
    const [byDefault] = await helpers.defaultsOf(mara);
    expect((await app.delete(`/schedules/${byDefault.uuid}`)).status).toBe(409);
    const { uuid } = await add(mara);
    const [changed, deleted] = await Promise.all([
      app.patch(`/schedules/${uuid}`, { email: mara, isDefault: true }),
      app.delete(`/schedules/${uuid}`),
    ]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([changed.status, deleted.status]);
    expect(await helpers.defaultsOf(mara)).toHaveLength(1);
  });

  test('409: one that a page uses; 200: when only deleted pages name it', async () => {
    const used = await add(mara);
    await addPage(app.runtime, { hosts: [mara], scheduleId: used.uuid });
    const { status, body } = await app.delete(`/schedules/${used.uuid}`);
    expect(status).toBe(409);
    expect(body).toMatchObject({ success: false, status: 409 });
    const left = await add(mara);
    await addPage(app.runtime, { hosts: [mara], scheduleId: left.uuid, isDeleted: true });
    expect((await app.delete(`/schedules/${left.uuid}`)).status).toBe(200);
  });

  test('409: a page takes it at the same moment', async () => {
    const { uuid } = await add(mara);
    let deleting = Promise.resolve({ status: 0 });
    await addPage(app.runtime, { hosts: [mara], scheduleId: uuid }, async () => {
      deleting = app.delete(`/schedules/${uuid}`);
      await setTimeout(100);
    });
    expect((await deleting).status).toBe(409);
  });
});
