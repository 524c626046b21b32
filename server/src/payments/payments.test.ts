import { describe, expect, test } from 'vitest';
import { bookPage, listFreeTimes, mara } from '../../test/booking.ts';
import { fakes } from '../../test/payment-fakes.ts';
import { usePayments, type Page } from '../../test/payments.ts';
import { findOnlineProvider } from './providers.ts';

describe.each(fakes)('by $name', (by) => {
  const {
    app,
    clock,
    provider,
    priced,
    formHeaders,
    query,
    pageWith,
    nextDay,
    visit,
    press,
    goToPay,
    checkOut,
    deliver,
    pay,
    eventsOn,
    minutesLater,
    runDue,
    refundsOf,
    paidBooking,
    cancelAsInvitee,
    paymentOf,
  } = usePayments(by);

  const mailTo = async (email: string) =>
    (
      await query('select kind, content_sealed from mail_message where to_email = $1 order by created_at', [
        email,
      ])
    ).map((row) => ({
      kind: row.kind as string,
      ...(JSON.parse(app.runtime.secrets.unseal(row.content_sealed)) as { subject: string; text: string }),
    }));

  describe('a page that is paid online', () => {
    test('202: holds the time, says where to pay, and books nothing', async () => {
      const page = await pageWith();
      const date = nextDay();
      const { status, body } = await visit(page, date);
      expect(status).toBe(202);
      expect(body).toEqual({
        success: true,
        status: 202,
        payment: {
          url: expect.stringMatching(/\/bookings\/pay\/[\w-]+$/),
          expiresAt: new Date(clock.at.getTime() + 35 * 60_000).toISOString().replace('Z', '000Z'),
        },
      });
      expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
      expect(await eventsOn(date)).toEqual([]);
      expect((await visit(page, date)).status).toBe(409);
    });

    test('its report books it: with the payment on the invitee, and a receipt in the mail', async () => {
      const page = await pageWith();
      const date = nextDay();
      const { path, sessionId } = await checkOut(page, date, { email: 'receipt@payer.example' });
      expect(provider.fake.amountOf(sessionId)).toBe(4900);
      await pay(sessionId);
      const [event] = await eventsOn(date);
      const paidAt = clock.at.toISOString().replace('Z', '000Z');
      expect(event.invitees[0].payment).toEqual({
        status: 'paid',
        amount: '49.00',
        currency: 'EUR',
        provider: by.name,
        paidAt,
      });
      const shown = await app.inject({ url: path, headers: { accept: 'text/html' } });
      expect(shown.status).toBe(303);
      expect(shown.headers['location']).toContain(`/bookings/${event.invitees[0].uuid}?key=`);
      expect((await mailTo('receipt@payer.example'))[0]?.text).toContain('Paid: €49.00');
      expect(
        await query('select booking, email from payment where invitee_id = $1', [event.invitees[0].uuid]),
      ).toEqual([{ booking: null, email: null }]);
    });

    test('the address to which the visitor comes back books nothing', async () => {
      const date = nextDay();
      const { path } = await checkOut(await pageWith(), date);
      const shown = await app.inject({ url: `${path}?returned=1`, headers: { accept: 'text/html' } });
      expect(shown.status).toBe(200);
      expect(shown.body).toContain('Waiting for your payment');
      expect(await eventsOn(date)).toEqual([]);
    });

    test('a report that comes twice, or twice at once, books once', async () => {
      const date = nextDay();
      const { sessionId } = await checkOut(await pageWith(), date);
      const report = provider.fake.pay(sessionId);
      if (!report) throw new Error('The page is closed.');
      const answers = await Promise.all([deliver(report), deliver(report), deliver(report)]);
      expect(answers.filter(({ status }) => status > 204)).toEqual([]);
      await deliver(report);
      expect(await eventsOn(date)).toHaveLength(1);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([]);
    });

    test('303: a form without a script leads to the page where it is paid, and from there to the provider', async () => {
      const page = await pageWith({ refundPolicy: { fullUntilHours: 24, laterPercent: 50 } });
      const date = nextDay();
      const url = `/${mara}/${page.slug}?zone=Europe/Berlin&date=${date}&time=11:00`;
      const form = String((await app.inject({ url })).body);
      expect(form).toContain('€49.00');
      const fields = new URLSearchParams({ name: 'Nora Script', email: 'nora@script.example' });
      for (const [, name = '', value = ''] of form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
        fields.set(name, value);
      const sent = await app.inject({
        method: 'POST',
        url,
        headers: formHeaders,
        payload: fields.toString(),
      });
      expect(sent.status).toBe(303);
      const path = String(sent.headers['location']);
      expect(path).toMatch(/^\/bookings\/pay\//);
      const shown = await app.inject({ url: path, headers: { accept: 'text/html' } });
      expect(shown.body).toContain('Pay €49.00');
      expect(shown.body).toContain('at least 24 hours before');
      expect(shown.headers['content-security-policy']).not.toContain('form-action');
      const sessionId = await goToPay(path);
      expect(await goToPay(path), 'the same page there').toBe(sessionId);
    });

    test('the price of a link is what is paid; one of nothing is booked at once', async () => {
      const page = await pageWith();
      const date = nextDay();
      const { body } = await app.get(`/event-types/${page.uuid}/single-use-link?price=20.00`);
      const token = body.link.split('/').at(-1);
      const started = await visit(page, date, {}, `links/${token}`);
      expect(started.status).toBe(202);
      const sessionId = await goToPay(new URL(started.body.payment.url).pathname);
      expect(provider.fake.amountOf(sessionId)).toBe(2000);
      await pay(sessionId);
      expect((await eventsOn(date))[0].invitees[0].payment.amount).toBe('20.00');
      expect((await visit(page, date, { start: '14:00' }, `links/${token}`)).status).toBe(409);
      const free = (await app.get(`/event-types/${page.uuid}/single-use-link?price=0`)).body.link
        .split('/')
        .at(-1);
      expect((await visit(page, date, { start: '14:00' }, `links/${free}`)).status).toBe(201);
    });

    test('200: a booking by the API asks for no money', async () => {
      const page = await pageWith();
      const { status, body } = await bookPage(app, page, { date: nextDay() });
      expect(status).toBe(200);
      expect(body.invitees[0].payment).toEqual({ status: 'unpaid', amount: '49.00', currency: 'EUR' });
    });
  });

  describe('a payment that does not come', () => {
    test('giving up frees the time slot at once', async () => {
      const page = await pageWith();
      const date = nextDay();
      const { path } = await checkOut(page, date);
      expect((await press(path, 'give-up')).status).toBe(303);
      expect(await listFreeTimes(app, page, date)).toContain('10:00');
      expect((await app.inject({ url: path, headers: { accept: 'text/html' } })).body).toContain(
        'no longer on hold',
      );
      expect((await press(path, 'pay')).headers['location']).toBe(path);
    });

    test('one that is abandoned expires, at the provider as well', async () => {
      const page = await pageWith();
      const date = nextDay();
      const { sessionId } = await checkOut(page, date);
      minutesLater(36);
      expect(await listFreeTimes(app, page, date)).toContain('10:00');
      await runDue();
      expect(provider.fake.pay(sessionId)).toBeUndefined();
      expect(
        await query(`select booking, email from payment where session_id = $1 and state = 'expired'`, [
          sessionId,
        ]),
      ).toEqual([{ booking: null, email: null }]);
    });

    test('one whose report never came is found when its time is over, and booked', async () => {
      const date = nextDay();
      const { sessionId } = await checkOut(await pageWith(), date);
      expect(provider.fake.pay(sessionId)).toBeDefined();
      minutesLater(36);
      await runDue();
      expect(await eventsOn(date)).toHaveLength(1);
    });

    test('while the provider does not answer, the end of a payment is tried again, for three days', async () => {
      const page = await pageWith();
      const { sessionId } = await checkOut(page, nextDay());
      const stateOf = async () =>
        (await query('select state from payment where session_id = $1', [sessionId]))[0].state;
      minutesLater(36);
      provider.fake.troubles.push({ path: provider.fake.paths.pages, status: 500 });
      await runDue();
      expect(await stateOf()).toBe('open');
      minutesLater(2);
      await runDue();
      expect(await stateOf()).toBe('expired');
      const lost = await checkOut(page, nextDay());
      minutesLater(3 * 1440 + 60);
      provider.fake.troubles.push({ path: new RegExp(lost.sessionId), status: 500 });
      await runDue();
      expect(
        await query('select state, booking is null as gone from payment where session_id = $1', [
          lost.sessionId,
        ]),
      ).toEqual([{ state: 'expired', gone: false }]);
    });

    test('503: while the provider does not answer, the visitor is asked to try again, and the time stays theirs', async () => {
      const page = await pageWith();
      const date = nextDay();
      const { body } = await visit(page, date);
      const path = new URL(body.payment.url).pathname;
      const { pages } = provider.fake.paths;
      provider.fake.troubles.push({ path: pages, status: 500 }, { path: pages, isDone: true });
      const failed = await press(path, 'pay');
      expect(failed.status).toBe(503);
      expect(failed.body).toContain('couldn’t be opened');
      expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
      // Its page is opened, and the answer lost.
      await press(path, 'pay');
      const sessionId = await goToPay(path);
      expect(provider.fake.countPages(path), 'the lost answer was repeated').toBe(1);
      await pay(sessionId);
      expect(await eventsOn(date)).toHaveLength(1);
    });
  });

  describe('a payment that comes late', () => {
    /** Money that is still under way when the time is over. */
    async function processing(page: Page, date: string, fields: Record<string, unknown> = {}) {
      const { path, sessionId } = await checkOut(page, date, fields);
      provider.fake.process(sessionId);
      minutesLater(36);
      await runDue();
      return { path, sessionId, succeed: () => deliver(provider.fake.succeed(sessionId)) };
    }

    test('is booked when its time is free', async () => {
      const page = await pageWith();
      const date = nextDay();
      const late = await processing(page, date);
      expect(await listFreeTimes(app, page, date)).toContain('10:00');
      expect((await late.succeed()).status).toBeLessThan(205);
      expect((await eventsOn(date))[0].invitees[0].payment.status).toBe('paid');
    });

    test('is paid back in full when its time is gone, once, with a mail', async () => {
      const page = await pageWith();
      const date = nextDay();
      const late = await processing(page, date, { email: 'late@payer.example' });
      expect((await bookPage(app, page, { date, start: '10:00' })).status).toBe(200);
      expect((await late.succeed()).status).toBeLessThan(205);
      expect((await late.succeed()).status).toBeLessThan(205);
      await runDue();
      await runDue();
      expect(refundsOf(late.sessionId)).toEqual([4900]);
      expect(await eventsOn(date)).toHaveLength(1);
      const [mail] = await mailTo('late@payer.example');
      expect(mail).toMatchObject({ kind: 'payment', subject: expect.stringContaining('too late') });
      const shown = await app.inject({ url: late.path, headers: { accept: 'text/html' } });
      expect(shown.body).toContain('refund is on its way');
    });

    test('is paid back in full when its page is gone', async () => {
      const page = await pageWith();
      const { sessionId } = await checkOut(page, nextDay());
      expect((await app.delete(`/event-types/${page.uuid}`)).status).toBe(200);
      await pay(sessionId);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([4900]);
    });

    test('of a group whose last seat is gone is paid back; seats are not held', async () => {
      const page = await pageWith({ type: 'GROUP', maxActiveInvitees: 1 });
      const date = nextDay();
      const first = await checkOut(page, date);
      const second = await checkOut(page, date);
      await pay(second.sessionId);
      await pay(first.sessionId);
      await runDue();
      expect(refundsOf(second.sessionId)).toEqual([]);
      expect(refundsOf(first.sessionId)).toEqual([4900]);
      expect(await eventsOn(date)).toHaveLength(1);
    });

    test('that was paid back before we heard of it books nothing', async () => {
      const date = nextDay();
      const { sessionId } = await checkOut(await pageWith(), date);
      const report = provider.fake.pay(sessionId);
      provider.fake.addRefund(provider.fake.chargeOf(sessionId), 4900);
      expect((await deliver(provider.fake.refundedReport(sessionId))).status).toBeLessThan(205);
      if (report) await deliver(report);
      await runDue();
      expect(await eventsOn(date)).toEqual([]);
      expect(refundsOf(sessionId)).toEqual([4900]);
    });
  });

  describe('a refund', () => {
    test('is all of it when a host cancels, whatever the policy', async () => {
      const booked = await paidBooking(
        { refundPolicy: { fullUntilHours: null, laterPercent: 0 } },
        { email: 'back@payer.example' },
      );
      expect((await app.put(`/scheduled-events/${booked.uuid}/cancel`)).status).toBe(200);
      await runDue();
      await runDue();
      expect(refundsOf(booked.sessionId)).toEqual([4900]);
      expect(await paymentOf(booked.uuid)).toMatchObject({ status: 'refunded', refundedAmount: '49.00' });
      const mails = await mailTo('back@payer.example');
      expect(mails.map(({ kind }) => kind)).toEqual(['confirmed', 'cancelled', 'payment']);
      expect(mails[2]?.text).toContain('€49.00');
    });

    test.each([
      { policy: null, owed: [4900] },
      { policy: { fullUntilHours: 24, laterPercent: 50 }, owed: [4900] },
      { policy: { fullUntilHours: 8760, laterPercent: 50 }, owed: [2450] },
      { policy: { fullUntilHours: 8760, laterPercent: 0 }, owed: [] },
      { policy: { fullUntilHours: null, laterPercent: 25 }, owed: [1225] },
    ])('follows the policy when the invitee cancels: $policy', async ({ policy, owed }) => {
      const booked = await paidBooking({ refundPolicy: policy });
      expect((await cancelAsInvitee(booked.inviteeId)).status).toBe(200);
      await runDue();
      expect(refundsOf(booked.sessionId)).toEqual(owed);
    });

    test('follows the policy that the page had when it was paid', async () => {
      const page = await pageWith();
      const date = nextDay();
      const { sessionId } = await checkOut(page, date);
      await pay(sessionId);
      await app.patch(`/event-types/${page.uuid}`, {
        refundPolicy: { fullUntilHours: null, laterPercent: 0 },
      });
      const [event] = await eventsOn(date);
      await cancelAsInvitee(event.invitees[0].uuid);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([4900]);
    });

    test('200, 422, 409: a host pays back some, then the rest, and no more', async () => {
      const { uuid, inviteeId, sessionId } = await paidBooking();
      const refund = (body: object) => app.post(`/scheduled-invitees/${inviteeId}/refund`, body);
      const some = await refund({ amount: '20.00' });
      expect(some.status, JSON.stringify(some.body)).toBe(200);
      expect(some.body.resource).toMatchObject({ payment: { status: 'paid' }, refund: { amount: '20.00' } });
      expect((await refund({ amount: '30.00' })).status).toBe(422);
      await runDue();
      expect(await paymentOf(uuid)).toMatchObject({ status: 'partially_refunded', refundedAmount: '20.00' });
      const rest = await Promise.all([refund({}), refund({}), refund({})]);
      expect(rest.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([2000, 2900]);
      expect(await paymentOf(uuid)).toMatchObject({ status: 'refunded', refundedAmount: '49.00' });
      expect((await app.put(`/scheduled-events/${uuid}/cancel`)).status).toBe(200);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([2000, 2900]);
    });

    test('403, 404, 409: only hosts, of those who exist and have paid', async () => {
      const { inviteeId } = await paidBooking();
      const token = await app.tokenOf('aiko@juniper.example', ['events:write']);
      expect((await app.post(`/scheduled-invitees/${inviteeId}/refund`, {}, { token })).status).toBe(403);
      expect((await app.post('/scheduled-invitees/dbk-0000000000000000/refund', {})).status).toBe(404);
      const unpaid = await bookPage(app, await pageWith(), { date: nextDay() });
      const id = unpaid.body.invitees[0].uuid;
      expect((await app.post(`/scheduled-invitees/${id}/refund`, {})).status).toBe(409);
    });

    test('is made once, although the provider fails and its answers are lost', async () => {
      const { inviteeId, sessionId, uuid } = await paidBooking();
      await app.post(`/scheduled-invitees/${inviteeId}/refund`, {});
      const { refunds } = provider.fake.paths;
      provider.fake.troubles.push({ path: refunds, status: 500 }, { path: refunds, isDone: true });
      for (let round = 0; round < 4; round += 1) {
        await query(`update payment_refund set due_at = now() where state = 'due'`);
        await runDue();
      }
      expect(refundsOf(sessionId)).toEqual([4900]);
      expect((await paymentOf(uuid)).status).toBe('refunded');
    });

    test('that was made at the provider is seen here, with its webhook event', async () => {
      const { sessionId, uuid } = await paidBooking();
      provider.fake.addRefund(provider.fake.chargeOf(sessionId), 900);
      await deliver(provider.fake.refundedReport(sessionId));
      await deliver(provider.fake.refundedReport(sessionId));
      expect(await paymentOf(uuid)).toMatchObject({ status: 'partially_refunded', refundedAmount: '9.00' });
      await app.put(`/scheduled-events/${uuid}/cancel`);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([900, 4000]);
    });

    test('is none when the event moves: the payment stays with it', async () => {
      const { uuid, sessionId } = await paidBooking();
      const moved = { date: nextDay(), start: '12:00', timeZone: 'Europe/Berlin' };
      expect((await app.put(`/scheduled-events/${uuid}/reschedule`, moved)).status).toBe(200);
      await runDue();
      expect((await paymentOf(uuid)).status).toBe('paid');
      expect(refundsOf(sessionId)).toEqual([]);
    });
  });

  describe('at once', () => {
    test('of many who want to pay for one time, one may', async () => {
      const page = await pageWith();
      const date = nextDay();
      const answers = await Promise.all(Array.from({ length: 12 }, () => visit(page, date)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([
        202,
        ...Array.from({ length: 11 }, () => 409),
      ]);
    });

    test('paying while the time is over ends in a booking or in a refund, never in neither or both', async () => {
      const page = await pageWith();
      for (let round = 0; round < 8; round += 1) {
        const date = nextDay();
        const { sessionId } = await checkOut(page, date);
        minutesLater(34);
        const report = provider.fake.pay(sessionId);
        minutesLater(2);
        const [other] = await Promise.all([
          bookPage(app, page, { date, start: '10:00' }),
          runDue(),
          ...(report ? [deliver(report)] : []),
        ]);
        await runDue();
        const events = await eventsOn(date);
        // Who could not pay any more has no booking, and who came before the time was released has none either.
        expect(events).toHaveLength(report || other.status === 200 ? 1 : 0);
        const isTheirs = events[0]?.invitees[0].payment.status === 'paid';
        expect(refundsOf(sessionId)).toEqual(report && !isTheirs ? [4900] : []);
      }
    });

    test('paying and giving up in the same moment gives a booking, or costs nothing', async () => {
      const page = await pageWith();
      for (let round = 0; round < 8; round += 1) {
        const date = nextDay();
        const { path, sessionId } = await checkOut(page, date);
        const [, report] = await Promise.all([
          press(path, 'give-up'),
          Promise.resolve(provider.fake.pay(sessionId)),
        ]);
        if (report) await deliver(report);
        await runDue();
        expect(await eventsOn(date)).toHaveLength(report ? 1 : 0);
      }
    });
  });

  describe('settings', () => {
    test('422: keys that the provider does not know, keys in another form, and none', async () => {
      const connect = (keys: object) => app.put(`/payment-providers/${by.name}`, keys);
      const names = Object.keys(findOnlineProvider(by.name)?.keys ?? {});
      const wrong = await connect(provider.fake.wrongKeys);
      expect(wrong.status).toBe(422);
      expect(wrong.body.errors[names[0] ?? ''][0]).toContain('rejected this key');
      const formless = await connect(Object.fromEntries(names.map((name) => [name, 'x'])));
      expect([formless.status, Object.keys(formless.body.errors)]).toEqual([422, names]);
      expect(Object.keys((await connect({})).body.errors)).toEqual(names);
    });

    test('200: the list says what is set up, and shows no key', async () => {
      const { body } = await app.get('/payment-providers');
      expect(body.resource).toContainEqual(
        expect.objectContaining({ provider: 'manual', isConfigured: true, webhookUrl: null }),
      );
      expect(body.resource).toContainEqual(
        expect.objectContaining({ provider: by.name, isConfigured: true, isLive: false }),
      );
      for (const key of Object.values(provider.fake.keys)) expect(JSON.stringify(body)).not.toContain(key);
    });

    test('404: a provider that there is not, and one that needs no account', async () => {
      expect((await app.put('/payment-providers/barter', {})).status).toBe(404);
      expect((await app.put('/payment-providers/manual', {})).status).toBe(404);
    });

    test('422: a page can’t be paid online and wait for its host; where one pays on site, it can', async () => {
      const fields = { title: 'Both', duration: 30, ...priced, requiresConfirmation: true };
      const { status, body } = await app.post('/event-types', fields);
      expect([status, body.errors]).toEqual([
        422,
        { requiresConfirmation: ['Event types with online payment can’t require confirmation.'] },
      ]);
      const { uuid } = await pageWith();
      const changed = await app.patch(`/event-types/${uuid}`, { requiresConfirmation: true });
      expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ['requiresConfirmation']]);
      expect((await app.post('/event-types', { ...fields, paymentProvider: 'manual' })).status).toBe(201);
    });

    test('409: an account that is in use stays', async () => {
      expect((await app.delete(`/payment-providers/${by.name}`)).status).toBe(409);
    });
  });
});
