import { describe, expect, test } from 'vitest';
import { listMailsTo } from '../../../test/mail.ts';
import { remindOwners } from './remind-owners.ts';
import { aiko, useTasks } from './test-tasks.ts';

const { app, given, create, record, timeline, titles, demand } = useTasks();

const about = ({ objectSlug, id }: { objectSlug: string; id: string }) =>
  titles(`objectSlug=${objectSlug}&recordId=${id}`).then((found) => found.sort());

describe('records that are merged, deleted and restored', () => {
  test('tasks move to the survivor, and back when the merge is undone', async () => {
    const [kept, gone, other] = [await record('Kept'), await record('Gone'), await record('Other')];
    await create({ title: 'of gone', records: [gone] });
    await create({ title: 'of both', records: [kept, gone] });
    await create({ title: 'of gone and other', records: [gone, other] });
    const { merge } = await demand(
      app.post(`/crm/${kept.objectSlug}/merge`, { survivorId: kept.id, mergedId: gone.id }),
    );
    const all = ['of both', 'of gone', 'of gone and other'];
    expect(await about(kept)).toEqual(all);
    expect(await about(gone)).toEqual(all);
    await demand(app.post(`/crm/merges/${merge.id}/undo`));
    expect(await about(gone)).toEqual(all);
    expect(await about(kept)).toEqual(['of both']);
  });

  test('a task of both is once on the timeline of the survivor, and of both again when the merge is undone', async () => {
    const [kept, gone] = [await record('Kept'), await record('Gone')];
    const both = await create({ title: 'of both', records: [kept, gone] });
    const later = await create({ title: 'of both later', records: [gone] });
    const complete = (uuid: string) => demand(app.post(`/crm/tasks/${uuid}/complete`));
    await complete(later.uuid);
    await demand(app.post(`/crm/tasks/${later.uuid}/reopen`));
    await demand(app.patch(`/crm/tasks/${later.uuid}`, { records: [kept, gone] }));
    for (const { uuid } of [both, later]) await complete(uuid);
    await create({ title: 'of gone', records: [gone] });
    const before = [await timeline(kept), await timeline(gone)];
    const { merge } = await demand(
      app.post(`/crm/${kept.objectSlug}/merge`, { survivorId: kept.id, mergedId: gone.id }),
    );
    const entries = (await timeline(kept)).map((entry) => entry.join(' ')).sort();
    expect(entries).toEqual([
      'task.completed of both',
      'task.completed of both later',
      'task.completed of both later',
      'task.created of both',
      'task.created of both later',
      'task.created of gone',
      'task.reopened of both later',
    ]);
    await demand(app.post(`/crm/merges/${merge.id}/undo`));
    expect([await timeline(kept), await timeline(gone)]).toEqual(before);
  });

  test('tasks go with the last of their records, and come back with it', async () => {
    const [one, two] = [await record('One'), await record('Two')];
    await create({ title: 'of one', records: [one] });
    await create({ title: 'of the two', records: [one, two] });
    const remove = ({ objectSlug, id }: typeof one) => demand(app.delete(`/crm/${objectSlug}/${id}`));
    const restore = ({ objectSlug, id }: typeof one) => demand(app.post(`/crm/${objectSlug}/${id}/restore`));
    await remove(one);
    expect(await titles('count=100')).not.toContain('of one');
    expect(await about(two)).toEqual(['of the two']);
    await remove(two);
    expect(await titles('count=100')).not.toContain('of the two');
    await restore(one);
    expect(await about(one)).toEqual(['of one']);
    await restore(two);
    expect(await about(two)).toEqual(['of the two']);
    await remove(one);
    await restore(one);
    expect(await about(one)).toEqual(['of one']);
  });

  test('tasks of several records that are deleted together come back with the first of them', async () => {
    const [one, two] = [await record('First'), await record('Second')];
    await create({ title: 'of the pair', records: [one, two] });
    await demand(app.post(`/crm/${one.objectSlug}/delete`, { ids: [one.id, two.id] }));
    expect(await titles('count=100')).not.toContain('of the pair');
    await demand(app.post(`/crm/${one.objectSlug}/${one.id}/restore`));
    await demand(app.post(`/crm/${two.objectSlug}/${two.id}/restore`));
    expect(await about(one)).toEqual(['of the pair']);
    expect(await about(two)).toEqual(['of the pair']);
  });
});

describe('the morning of the day', () => {
  const at = (now: string) => ({ ...app.runtime, clock: { now: () => new Date(now) } });

  test('the owner is mailed once, in their zone and language, unless it is done by then', async () => {
    const day = { dueOn: '2027-01-20', timezone: 'America/New_York', ownerUuid: given.userId };
    await create({ title: 'Write to Lena', ...day });
    const done = await create({ title: 'Done before', ...day });
    await demand(app.post(`/crm/tasks/${done.uuid}/complete`));
    const later = await create({ title: 'Put off', ...day });
    await demand(app.patch(`/crm/tasks/${later.uuid}`, { dueOn: '2027-02-20' }));
    await create({ title: 'For nobody', ...day, ownerUuid: null });
    const dueMails = async () =>
      (await listMailsTo(app, aiko)).filter(({ subject }) => subject.startsWith('Due'));
    const subjects = async () => (await dueMails()).map(({ subject }) => subject);
    await remindOwners(at('2027-01-20T12:59:00Z'));
    expect(await subjects()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => remindOwners(at('2027-01-20T13:00:00Z'))));
    await remindOwners(at('2027-01-20T14:00:00Z'));
    expect(await subjects()).toEqual(['Due today: Write to Lena']);
    const [mail] = await dueMails();
    expect(mail?.text).toContain('Wednesday, 20 January 2027');
    expect(mail?.text).toContain('/app/tasks');
  });

  test('the mail has no links that visitors typed, who come into a task by a workflow', async () => {
    const day = { dueOn: '2027-01-21', timezone: 'America/New_York', ownerUuid: given.userId };
    const { uuid } = await create({ title: 'Call www.evil.example', note: 'https://evil.example', ...day });
    await app.runtime.database.pool.query('update crm_task set creator_id = null where id = $1', [uuid]);
    await create({ title: 'Read www.okafor.example', ...day });
    await remindOwners(at('2027-01-21T13:00:00Z'));
    const sent = (await listMailsTo(app, aiko)).filter(({ subject }) => subject.includes('www'));
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      'Due today: Call www[.]evil[.]example',
      'Due today: Read www.okafor.example',
    ]);
    expect(sent.map(({ text }) => text).join()).not.toContain('https://evil');
  });
});

test('open tasks of a user who is deactivated are nobody’s; done ones stay theirs', async () => {
  const { resource } = await demand(
    app.post('/organizations/users', { email: 'leaves@juniper.example', firstName: 'L', lastName: 'Eaves' }),
  );
  const open = await create({ title: 'Left open', ownerUuid: resource.uuid, dueOn: '2027-03-01' });
  const done = await create({ title: 'Left done', ownerUuid: resource.uuid });
  await demand(app.post(`/crm/tasks/${done.uuid}/complete`));
  await demand(app.delete(`/organizations/users/${resource.uuid}`));
  expect((await demand(app.get(`/crm/tasks/${open.uuid}`))).task.owner).toBeNull();
  expect((await demand(app.get(`/crm/tasks/${done.uuid}`))).task.owner.uuid).toBe(resource.uuid);
  const taken = await app.patch(`/crm/tasks/${open.uuid}`, { ownerUuid: resource.uuid });
  expect(taken.body.errors).toEqual({ ownerUuid: ['No active user has this id.'] });
});
