import { describe, expect, test } from 'vitest';
import { fakes } from '../../test/payment-fakes.ts';
import { usePayments } from '../../test/payments.ts';
import { findOnlineProvider } from './providers.ts';
import { listDueRefunds } from './refunds.store.ts';
import { sendRefund } from './send-refund.ts';

describe.each(fakes)('by $name', (by) => {
  const {
    app,
    provider,
    query,
    pageWith,
    nextDay,
    checkOut,
    deliver,
    eventsOn,
    runDue,
    refundsOf,
    paidBooking,
    paymentOf,
    cancelAsInvitee,
  } = usePayments(by);

  const refund = (inviteeId: string, body: object = {}) =>
    app.post(`/scheduled-invitees/${inviteeId}/refund`, body);
  const refundIds = async (inviteeId: string): Promise<string[]> =>
    (
      await query(
        'select r.id from payment_refund r join payment p on p.id = r.payment_id where p.invitee_id = $1 order by r.created_at',
        [inviteeId],
      )
    ).map(({ id }) => id);
  /** A refund as the provider has it, that we have not heard of. */
  const makeThere = (sessionId: string, amount: number, refundId?: string) =>
    provider.fake.addRefund(provider.fake.chargeOf(sessionId), amount, refundId);
  const attention = async (token?: string) =>
    (await app.get('/attention', token ? { token } : {})).body.attention.filter(
      ({ kind }: { kind: string }) => kind === 'refund_refused',
    );

  describe('a partial refund', () => {
    test('is made once, although the process was killed after the provider took it, which forgot the key', async () => {
      const { uuid, inviteeId, sessionId } = await paidBooking();
      await refund(inviteeId, { amount: '20.00' });
      const [id = ''] = await refundIds(inviteeId);
      // Taken by the provider, and nobody lived to write it down: no failure is counted, and the key is forgotten.
      makeThere(sessionId, 2000, id);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([2000]);
      expect(await paymentOf(uuid)).toMatchObject({ status: 'partially_refunded', refundedAmount: '20.00' });
    });

    test('counts an attempt when it is claimed', async () => {
      const { inviteeId } = await paidBooking();
      await refund(inviteeId, { amount: '20.00' });
      provider.fake.troubles.push({ path: provider.fake.paths.refunds, status: 500 });
      await runDue();
      const [row] = await query(
        'select failures, state from payment_refund order by created_at desc limit 1',
      );
      expect(row).toEqual({ failures: 1, state: 'due' });
      await query(`update payment_refund set due_at = now() where state = 'due'`);
      await runDue();
      const [done] = await query(
        'select failures, state from payment_refund order by created_at desc limit 1',
      );
      expect(done).toEqual({ failures: 2, state: 'done' });
    });

    test('adds up with one that is sent at the same time', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { uuid, inviteeId, sessionId } = await paidBooking();
        await refund(inviteeId, { amount: '15.00' });
        await refund(inviteeId, { amount: '15.00' });
        const due = await listDueRefunds(app.runtime.database, 100);
        await Promise.all(due.map((one) => sendRefund(app.runtime, one)));
        expect(refundsOf(sessionId)).toEqual([1500, 1500]);
        expect(await paymentOf(uuid)).toMatchObject({ refundedAmount: '30.00' });
        expect((await refund(inviteeId, { amount: '19.01' })).status).toBe(422);
        const rest = await refund(inviteeId);
        expect(rest.body.resource.refund.amount).toBe('19.00');
        await runDue();
        expect(refundsOf(sessionId)).toEqual([1500, 1500, 1900]);
      }
    });

    test('that the provider reported before we wrote it down is not counted twice', async () => {
      const { uuid, inviteeId, sessionId } = await paidBooking();
      await refund(inviteeId, { amount: '20.00' });
      const [id = ''] = await refundIds(inviteeId);
      makeThere(sessionId, 2000, id);
      await deliver(provider.fake.refundedReport(sessionId));
      expect((await app.put(`/scheduled-events/${uuid}/cancel`)).status).toBe(200);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([2000, 2900]);
      expect(await paymentOf(uuid)).toMatchObject({ status: 'refunded', refundedAmount: '49.00' });
    });

    test('adds up with one that was made at the provider, although no report of it came', async () => {
      const { uuid, inviteeId, sessionId } = await paidBooking();
      makeThere(sessionId, 900);
      await refund(inviteeId, { amount: '15.00' });
      await runDue();
      expect(await paymentOf(uuid)).toMatchObject({ refundedAmount: '24.00' });
      expect((await refund(inviteeId, { amount: '25.01' })).status).toBe(422);
      expect((await refund(inviteeId)).body.resource.refund.amount).toBe('25.00');
    });
  });

  describe('a refund that the provider refuses', () => {
    async function refused() {
      const booked = await paidBooking();
      await runDue();
      await refund(booked.inviteeId, { amount: '20.00' });
      provider.fake.troubles.push({
        path: provider.fake.paths.refunds,
        refuses: 'Insufficient funds in your balance.',
      });
      await runDue();
      const [id = ''] = await refundIds(booked.inviteeId);
      return { ...booked, id };
    }
    const refundError = expect.stringContaining('Insufficient funds');

    test('is shown beside the event and on home, to those who may deal with it', async () => {
      const { uuid, id } = await refused();
      expect(await paymentOf(uuid)).toMatchObject({
        status: 'paid',
        refundError,
        refusedRefund: { uuid: id, amount: '20.00' },
      });
      expect(await attention()).toContainEqual(
        expect.objectContaining({ id, detail: refundError, url: expect.stringContaining(uuid) }),
      );
      const token = await app.tokenOf('aiko@juniper.example', ['events:read', 'events:write']);
      expect(await attention(token)).toEqual([]);
      for (const what of ['retry', 'done'])
        expect((await app.post(`/refunds/${id}/${what}`, {}, { token })).status).toBe(403);
    });

    test('stays a task although another one is made', async () => {
      const { uuid, inviteeId, id } = await refused();
      await refund(inviteeId, { amount: '5.00' });
      await runDue();
      expect(await paymentOf(uuid)).toMatchObject({ refundedAmount: '5.00', refundError });
      expect((await attention()).map((item: { id: string }) => item.id)).toContain(id);
    });

    test('200, 409: is retried by a person, once', async () => {
      const { uuid, inviteeId, sessionId, id } = await refused();
      const retries = await Promise.all([1, 2, 3].map(() => app.post(`/refunds/${id}/retry`, {})));
      expect(retries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      expect(await paymentOf(uuid)).not.toHaveProperty('refundError');
      await runDue();
      expect(refundsOf(sessionId)).toEqual([2000]);
      expect(await paymentOf(uuid)).toMatchObject({ status: 'partially_refunded', refundedAmount: '20.00' });
      expect((await attention()).map((item: { id: string }) => item.id)).not.toContain(id);
      expect(await refundIds(inviteeId)).toHaveLength(2);
    });

    test('200, 409: is retried with what is left, and not when nothing is', async () => {
      const { inviteeId, sessionId, id } = await refused();
      await refund(inviteeId, { amount: '40.00' });
      await runDue();
      expect((await app.post(`/refunds/${id}/retry`, {})).body.resource.refund.amount).toBe('9.00');
      const other = await refused();
      await refund(other.inviteeId);
      const nothing = await app.post(`/refunds/${other.id}/retry`, {});
      expect([nothing.status, nothing.body.message]).toEqual([
        409,
        'Nothing is left to refund. Mark this refund as done.',
      ]);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([4000, 900]);
    });

    test('200, 409: is marked as done by a person, and what it promised is free again', async () => {
      const { uuid, inviteeId, sessionId, id } = await refused();
      expect((await app.post(`/refunds/${id}/done`, {})).status).toBe(200);
      expect(await paymentOf(uuid)).toEqual(
        expect.not.objectContaining({ refundError: expect.anything(), refusedRefund: expect.anything() }),
      );
      expect((await attention()).map((item: { id: string }) => item.id)).not.toContain(id);
      expect((await app.post(`/refunds/${id}/done`, {})).status).toBe(409);
      expect((await refund(inviteeId)).body.resource.refund.amount).toBe('49.00');
      await runDue();
      expect(refundsOf(sessionId)).toEqual([4900]);
    });

    test('is no task any more once all of the money was paid back there', async () => {
      const { uuid, sessionId, id } = await refused();
      makeThere(sessionId, 4900);
      await deliver(provider.fake.refundedReport(sessionId));
      expect(await paymentOf(uuid)).toMatchObject({ status: 'refunded', refundedAmount: '49.00' });
      expect((await attention()).map((item: { id: string }) => item.id)).not.toContain(id);
    });

    test('of a payment without a booking is dealt with by an admin', async () => {
      const { inviteeId, id } = await refused();
      await query('update payment set invitee_id = null, email = null where invitee_id = $1', [inviteeId]);
      expect((await attention()).find((item: { id: string }) => item.id === id).title).toBe('49.00 EUR');
      const token = await app.tokenOf('aiko@juniper.example', ['events:write']);
      expect((await app.post(`/refunds/${id}/done`, {}, { token })).status).toBe(403);
      expect((await app.post(`/refunds/${id}/done`, {})).status).toBe(200);
    });

    test('later, when the bank sends the money back, becomes a task, and is not counted as paid back', async () => {
      const { uuid, inviteeId, sessionId } = await paidBooking();
      await refund(inviteeId, { amount: '20.00' });
      await runDue();
      await deliver(provider.fake.failRefund(provider.fake.chargeOf(sessionId)));
      expect(await paymentOf(uuid)).toMatchObject({
        status: 'paid',
        refundError: expect.stringContaining('complete the refund'),
      });
      const [id = ''] = await refundIds(inviteeId);
      expect((await app.post(`/refunds/${id}/retry`, {})).status).toBe(200);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([2000]);
      expect(await paymentOf(uuid)).toMatchObject({ refundedAmount: '20.00' });
    });

    test('is also one whose account is gone: nothing is tried for ever without a word', async () => {
      const { uuid, inviteeId } = await paidBooking();
      await runDue();
      await refund(inviteeId, { amount: '20.00' });
      const [account] = await query(
        'delete from payment_account returning workspace_id, is_live, keys_sealed',
      );
      await runDue();
      expect(await paymentOf(uuid)).toMatchObject({
        refundError: expect.stringContaining('no longer connected'),
      });
      await query(
        `insert into payment_account (workspace_id, provider, is_live, keys_sealed) values ($1, $2, $3, $4)`,
        [account.workspace_id, by.name, account.is_live, account.keys_sealed],
      );
    });

    test('404: of another workspace, or none', async () => {
      expect((await app.post('/refunds/00000000-0000-7000-8000-000000000000/retry', {})).status).toBe(404);
      expect((await app.post('/refunds/nonsense/done', {})).status).toBe(404);
    });
  });

  describe('an amount', () => {
    const amounts = [
      ['KWD', '5.13', 5130, 50, 2570, '2.57'],
      ['BHD', '0.25', 250, 50, 130, '0.13'],
      ['JOD', '9.99', 9990, 33, 3300, '3.30'],
      ['OMR', '7.77', 7770, 25, 1940, '1.94'],
      ['TND', '10.01', 10_010, 75, 7510, '7.51'],
      ['ISK', '4999', 499_900, 50, 250_000, '2500'],
      ['UGX', '4999', 499_900, 33, 165_000, '1650'],
      ['JPY', '4999', 4999, 50, 2500, '2500'],
      ['EUR', '49.99', 4999, 50, 2500, '25.00'],
    ] as const;
    test.each(amounts.filter(([currency]) => findOnlineProvider(by.name)?.amountRange(currency)))(
      'in %s is charged and partly paid back as the provider takes it',
      async (currency, price, charged, laterPercent, owed, text) => {
        const refundPolicy = { fullUntilHours: null, laterPercent };
        const { uuid, inviteeId, sessionId } = await paidBooking({ price, currency, refundPolicy });
        expect(provider.fake.amountOf(sessionId)).toBe(charged);
        expect((await cancelAsInvitee(inviteeId)).status).toBe(200);
        await runDue();
        expect(refundsOf(sessionId)).toEqual([owed]);
        expect(await paymentOf(uuid)).toMatchObject({ status: 'partially_refunded', refundedAmount: text });
      },
    );

    test('422: of a currency without decimals is whole, also when a host pays back', async () => {
      const { inviteeId } = await paidBooking({ price: '4999', currency: 'JPY' });
      const { status, body } = await refund(inviteeId, { amount: '20.50' });
      expect([status, body.errors]).toEqual([
        422,
        { amount: ['Must be a whole number: JPY has no decimals.'] },
      ]);
      expect((await refund(inviteeId, { amount: '20.00' })).body.resource.refund.amount).toBe('20');
    });
  });

  describe('what the provider has', () => {
    test('is found on whichever page of its list', async () => {
      const { inviteeId, sessionId } = await paidBooking();
      await refund(inviteeId, { amount: '20.00' });
      const [id = ''] = await refundIds(inviteeId);
      for (let n = 0; n < 260; n += 1) makeThere(sessionId, 1);
      makeThere(sessionId, 2000, id);
      await runDue();
      expect(refundsOf(sessionId).filter((amount) => amount === 2000)).toHaveLength(1);
    });

    test('counts although a part was paid back before we heard that it was paid', async () => {
      const date = nextDay();
      const { sessionId } = await checkOut(await pageWith(), date);
      const paid = provider.fake.pay(sessionId);
      makeThere(sessionId, 900);
      await deliver(provider.fake.refundedReport(sessionId));
      if (paid) await deliver(paid);
      const [{ uuid }] = await eventsOn(date);
      expect(await paymentOf(uuid)).toMatchObject({ status: 'partially_refunded', refundedAmount: '9.00' });
    });

    test('503: is reported again when it could not be read', async () => {
      const { uuid, sessionId } = await paidBooking();
      makeThere(sessionId, 900);
      provider.fake.troubles.push({ path: provider.fake.paths.refunds, status: 500 });
      expect((await deliver(provider.fake.refundedReport(sessionId))).status).toBe(503);
      expect((await deliver(provider.fake.refundedReport(sessionId))).status).toBeLessThan(205);
      expect(await paymentOf(uuid)).toMatchObject({ refundedAmount: '9.00' });
    });
  });
});
