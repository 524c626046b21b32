import { expect } from 'vitest';
import type { TestApp } from '../../test/harness.ts';

// oxlint-disable-next-line no-explicit-any -- as it came over the wire; tests assert what matters
type Wire = any;

export const mara = 'mara@juniper.example';
export const tomas = 'tomas@juniper.example';
export const aiko = 'aiko@juniper.example';

export const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export const evenings = {
  title: 'Evenings',
  timezone: 'Europe/Berlin',
  weekly_hours: [{ day: 'Tue', timesets: [['18:00', '21:00']] }],
};

/** What tests of schedules do over and over, through the API. */
export function createScheduleHelpers(app: TestApp) {
  let newcomers = 0;
  return {
    /** A user of their own for a test, with just the default schedule. */
    async newcomer(): Promise<string> {
      newcomers += 1;
      const email = `newcomer${newcomers}@juniper.example`;
      const user = { email, firstName: 'New', lastName: 'Comer', timezone: 'Asia/Kathmandu' };
      expect((await app.post('/organizations/users', user)).status).toBe(201);
      return email;
    },
    async add(email: string, fields: object = {}): Promise<Wire> {
      const { status, body } = await app.post('/schedules', { ...evenings, email, ...fields });
      expect(status).toBe(201);
      return body.resource;
    },
    async list(email: string): Promise<Wire[]> {
      return (await app.get(`/schedules?email=${email}&count=100`)).body.collection;
    },
    async defaultsOf(email: string): Promise<Wire[]> {
      return (await this.list(email)).filter((item) => item.isDefault);
    },
  };
}
