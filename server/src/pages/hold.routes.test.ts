import { describe, expect, test } from 'vitest';
import { bookPage, listFreeTimes, createPage, mara, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { parseForm, openForm } from './test-form.ts';

let nowMs = monday.getTime();
const app = useApp({ clock: { now: () => new Date(nowMs) } });

const date = '2027-01-12';
const at = (time: string) => ({ zone: 'Europe/Berlin', date, time });
const who = { name: 'Nadia Held', email: 'nadia@held.example' };
const wrong = { ...who, email: 'none' };

async function pageWithForm(time: string) {
  const page = await createPage(app, { title: 'Held' });
  return { page, url: `/${mara}/${page.slug}`, form: await openForm(app, `/${mara}/${page.slug}`, at(time)) };
}

async function heldCount(): Promise<number> {
  const { rows } = await app.runtime.database.pool.query('select count(*)::int as count from hold');
  return rows[0].count;
}

describe('a form that has to be corrected', () => {
  test('422, then 303: its time is kept meanwhile, from everybody else', async () => {
    const { page, url, form } = await pageWithForm('10:00');
    const before = await listFreeTimes(app, page, date);
    const first = await form.send(wrong);
    expect(first.status).toBe(422);
    const again = parseForm(app, url, String(first.body));
    expect(await listFreeTimes(app, page, date)).toEqual(before.filter((time) => time !== '10:00'));
    expect((await bookPage(app, page, { date, start: '10:00' })).status).toBe(409);
    // Wrong once more: it is the same visitor's, and still kept.
    const second = parseForm(app, url, String((await again.send(wrong)).body));
    expect((await second.send(who)).status).toBe(303);
    expect((await app.get(`/scheduled-events?inviteeEmail=${who.email}`)).body.collection).toMatchObject([
      { startTime: `${date}T09:00:00.000000Z` },
    ]);
  });

  test('303: going back to the form as it was, and sending that, gets the time slot as well', async () => {
    const { page, form } = await pageWithForm('15:00');
    expect((await form.send(wrong)).status).toBe(422);
    expect(await listFreeTimes(app, page, date)).not.toContain('15:00');
    expect((await form.send(who)).status).toBe(303);
  });

  test('keeps nothing of a time that is not offered, of a program, or of a group', async () => {
    const group = await createPage(app, { title: 'Group', type: 'GROUP' });
    const { form } = await pageWithForm('03:00');
    const seats = await openForm(app, `/${mara}/${group.slug}`, at('14:00'));
    const { form: robot } = await pageWithForm('11:00');
    const before = await heldCount();
    for (const send of [
      form.send(wrong),
      robot.send({ ...wrong, website: 'https://spam.example' }),
      seats.send(wrong),
    ]) {
      expect((await send).status).toBe(422);
    }
    expect(await heldCount()).toBe(before);
  });

  test('lets go of it after five minutes; then it is booked if it is still free', async () => {
    const { page, url, form } = await pageWithForm('12:00');
    const again = parseForm(app, url, String((await form.send(wrong)).body));
    expect(await listFreeTimes(app, page, date)).not.toContain('12:00');
    nowMs += 5 * 60_000;
    expect(await listFreeTimes(app, page, date)).toContain('12:00');
    expect((await again.send(who)).status).toBe(303);
  });

  test('keeps ten times of a page for one network, and no more', async () => {
    const { page, url } = await pageWithForm('13:00');
    const before = await listFreeTimes(app, page, date);
    for (const time of before.slice(0, 12)) {
      expect((await (await openForm(app, url, at(time))).send(wrong)).status).toBe(422);
    }
    expect(await listFreeTimes(app, page, date)).toEqual(before.slice(10));
  });
});
