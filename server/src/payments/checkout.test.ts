import { describe, expect, test } from 'vitest';
import { bookPage, listFreeTimes, monday, getInviteePagePath } from '../../test/booking.ts';
import { fakes } from '../../test/payment-fakes.ts';
import { usePayments } from '../../test/payments.ts';

describe.each(fakes)('by $name', (by) => {
  const {
    app,
    clock,
    provider,
    pageWith,
    nextDay,
    visit,
    press,
    goToPay,
    checkOut,
    pay,
    eventsOn,
    minutesLater,
    runDue,
    refundsOf,
    paidBooking,
    cancelAsInvitee,
  } = usePayments(by);

  const hours = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'];

  describe('a visitor who chooses another time', () => {
    const one = { remoteAddress: '198.51.100.1', email: 'undecided@payer.example' };

    test('202: as often as they like; the time of before is free again', async () => {
      const page = await pageWith();
      const date = nextDay();
      for (const start of hours) {
        const { status, body } = await visit(page, date, { ...one, start });
        expect(status, JSON.stringify(body)).toBe(202);
      }
      const free = await listFreeTimes(app, page, date);
      expect(hours.filter((start) => !free.includes(start))).toEqual(['16:00']);
    });

    test('202: also the same time again', async () => {
      const page = await pageWith();
      const date = nextDay();
      expect((await visit(page, date, one)).status).toBe(202);
      const again = await visit(page, date, { ...one, name: 'Paula A. Payer' });
      expect(again.status).toBe(202);
      await pay(await goToPay(new URL(again.body.payment.url).pathname));
      expect((await eventsOn(date))[0].invitees[0].fullName).toBe('Paula A. Payer');
      await runDue();
    });

    test('202: also several at once, of which one is held; also the same time twice', async () => {
      const page = await pageWith();
      const date = nextDay();
      const chosen = await Promise.all(hours.map((start) => visit(page, date, { ...one, start })));
      expect(chosen.map(({ status }) => status)).toEqual(hours.map(() => 202));
      const free = await listFreeTimes(app, page, date);
      expect(hours.filter((start) => !free.includes(start))).toHaveLength(1);
      const other = { ...one, email: 'twice@payer.example', start: free[0] };
      const same = await Promise.all([1, 2, 3].map(() => visit(page, date, other)));
      expect(same.map(({ status }) => status)).toEqual([202, 202, 202]);
    });

    test('gets back what they paid for the one of before, whose time was taken meanwhile', async () => {
      const page = await pageWith();
      const date = nextDay();
      const first = await checkOut(page, date, one);
      await checkOut(page, date, { ...one, start: '11:00' });
      expect((await bookPage(app, page, { date, start: '10:00' })).status).toBe(200);
      await pay(first.sessionId);
      await runDue();
      expect(refundsOf(first.sessionId)).toEqual([4900]);
      const third = await checkOut(page, date, { ...one, start: '12:00' });
      await runDue();
      expect(await listFreeTimes(app, page, date)).toContain('11:00');
      await pay(third.sessionId);
      expect(await eventsOn(date)).toHaveLength(2);
    });

    test('keeps a time on another page', async () => {
      const [page, other] = [await pageWith(), await pageWith()];
      const date = nextDay();
      await visit(page, date, one);
      expect((await visit(other, date, { ...one, start: '11:00' })).status).toBe(202);
      expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
    });

    test('can’t pay on another page for the time that they chose on this one since', async () => {
      const [page, other] = [await pageWith(), await pageWith()];
      const date = nextDay();
      const first = await visit(page, date, one);
      const second = await visit(other, date, one);
      expect([first.status, second.status]).toEqual([202, 202]);
      const path = new URL(first.body.payment.url).pathname;
      const before = provider.fake.countPages(path);
      await press(path, 'pay');
      expect(provider.fake.countPages(path)).toBe(before);
      await pay(await goToPay(new URL(second.body.payment.url).pathname));
      expect(await eventsOn(date)).toHaveLength(1);
    });

    test('is not somebody else who writes the same address', async () => {
      const page = await pageWith();
      const date = nextDay();
      await visit(page, date, one);
      const stranger = { ...one, remoteAddress: '198.51.100.99' };
      expect((await visit(page, date, { ...stranger, start: '11:00' })).status).toBe(202);
      expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
      expect((await visit(page, date, stranger)).status).toBe(409);
    });
  });

  describe('colleagues behind one address', () => {
    const remoteAddress = '198.51.100.2';

    test('202: pay on one page at the same time', async () => {
      const page = await pageWith();
      const date = nextDay();
      const answers = await Promise.all(hours.map((start) => visit(page, date, { remoteAddress, start })));
      expect(answers.map(({ status }) => status)).toEqual(hours.map(() => 202));
    });

    test('429: hold ten times at most, and are told when the first is free again', async () => {
      const page = await pageWith({ slotInterval: 30 });
      const date = nextDay();
      const starts = [...hours, '09:30', '10:30'];
      for (const start of starts) await visit(page, date, { remoteAddress, start });
      minutesLater(15);
      const full = await visit(page, date, { remoteAddress, start: '11:30' });
      expect([full.status, full.headers['retry-after'], full.body.message]).toEqual([
        429,
        String(20 * 60),
        'Too many times on this page are on hold. Try again in 20 minutes.',
      ]);
      expect((await visit(page, date, { start: '11:30' })).status).toBe(202);
    });
  });

  describe('while somebody pays', () => {
    test('a required question is added: the payment books all the same', async () => {
      const page = await pageWith();
      const date = nextDay();
      const { sessionId } = await checkOut(page, date);
      const questions = [{ question: 'Which floor?', type: 'TEXT_INPUT', isRequired: true }];
      const changed = await app.patch(`/event-types/${page.uuid}`, {
        inviteeQuestions: questions,
        asksPhone: true,
      });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      expect((await visit(page, date, { start: '11:00' })).status).toBe(422);
      await pay(sessionId);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([]);
      expect(await eventsOn(date)).toHaveLength(1);
    });

    test('questions, locations and durations go: the payment books what was bought', async () => {
      const page = await pageWith({
        inviteeQuestions: [{ question: 'Which floor?', type: 'TEXT_INPUT', isRequired: true }],
        locations: [{ type: 'IN_PERSON', address: 'Main Street 1', details: 'Second door' }],
        eventDurations: [{ minutes: 30, default: true }, { minutes: 60 }],
      });
      const date = nextDay();
      const { resource } = (await app.get(`/event-types/${page.uuid}`)).body;
      const [question] = resource.inviteeQuestions;
      const { sessionId } = await checkOut(page, date, {
        location: 'IN_PERSON',
        locationOptions: { address: 'Main Street 1', details: 'Second door' },
        question_answers: [{ question_id: question.id, answer: 'Second' }],
      });
      const changed = await app.patch(`/event-types/${page.uuid}`, {
        inviteeQuestions: [],
        locations: [{ type: 'PHONE_CALL' }],
        eventDurations: [{ minutes: 60, default: true }],
      });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      await pay(sessionId);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([]);
      expect((await eventsOn(date))[0].duration).toBe(30);
    });

    test('their address is blocked: they get all of it back', async () => {
      const date = nextDay();
      const { sessionId } = await checkOut(await pageWith(), date, { email: 'paula@blocked.example' });
      await app.patch('/organization', { blockedAddresses: ['blocked.example'] });
      await pay(sessionId);
      await runDue();
      expect(refundsOf(sessionId)).toEqual([4900]);
      await app.patch('/organization', { blockedAddresses: [] });
    });
  });

  describe('the refund policy of a booking that was moved', () => {
    const policy = { refundPolicy: { fullUntilHours: 24, laterPercent: 50 } };
    const moveAsInvitee = async (inviteeId: string, date: string) => {
      const own = new URL(await getInviteePagePath(app, inviteeId), 'http://daybook');
      const answer = await app.inject({
        method: 'PUT',
        url: `/v2/public/bookings/${inviteeId}/reschedule`,
        payload: { key: own.searchParams.get('key'), date, start: '14:00', timeZone: 'Europe/Berlin' },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    const hoursBefore = (date: string, count: number) => {
      clock.at = new Date(Date.parse(`${date}T09:00:00Z`) - count * 3_600_000);
    };
    const cancelled = async ({ inviteeId, sessionId }: { inviteeId: string; sessionId: string }) => {
      expect((await cancelAsInvitee(inviteeId)).status).toBe(200);
      await runDue();
      return refundsOf(sessionId);
    };

    test('is that of the bought time, for an invitee who moves once its window is over', async () => {
      const booked = await paidBooking(policy);
      hoursBefore(booked.date, 12);
      await moveAsInvitee(booked.inviteeId, '2027-12-01');
      await moveAsInvitee(booked.inviteeId, '2027-12-08');
      expect(await cancelled(booked)).toEqual([2450]);
    });

    test('is that of the new time, for an invitee who moved within it', async () => {
      clock.at = monday;
      const booked = await paidBooking(policy);
      hoursBefore(booked.date, 48);
      await moveAsInvitee(booked.inviteeId, '2027-12-02');
      hoursBefore(booked.date, 12);
      expect(await cancelled(booked)).toEqual([4900]);
      const late = await paidBooking(policy);
      hoursBefore(late.date, 48);
      await moveAsInvitee(late.inviteeId, '2027-12-03');
      hoursBefore('2027-12-03', 12);
      expect(await cancelled(late)).toEqual([2450]);
    });

    test('is that of the new time, where a host moved it', async () => {
      clock.at = monday;
      const booked = await paidBooking(policy);
      hoursBefore(booked.date, 12);
      const move = { date: '2027-12-06', start: '15:00', timeZone: 'Europe/Berlin' };
      expect((await app.put(`/scheduled-events/${booked.uuid}/reschedule`, move)).status).toBe(200);
      expect(await cancelled(booked)).toEqual([4900]);
    });
  });
});
