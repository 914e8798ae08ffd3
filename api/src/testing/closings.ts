import { type Reply, call } from './call.ts';
import type { Input } from './inputs.ts';
import type { TestApp } from './test-app.ts';
import type { TestUser } from './user.ts';

/** Closes and compares months of a country. Months are `YYYY-MM`. */
export interface Closings {
  /** Closes a month; the remark is required if its checklist has open points. */
  readonly close: (month: string, remark?: string | null) => Promise<Reply<{ data: { id: number } }>>;
  /** Compares a closed month at its closing with today. */
  readonly compare: (month: string) => Promise<{ amounts: Input[]; rows: Input[]; more: number }>;
}

export function createClosings({ app }: TestApp, user: TestUser, country_id: number): Closings {
  return {
    close: (month, remark = 'Looked at') =>
      call(app, user.token, 'POST', '/api/month_close', { body: { country_id, month, remark } }),
    compare: async (month) => {
      const list = await call<{ data: { id: number; month: string }[] }>(app, user.token, 'GET', '/api/month_close');
      const id = list.body.data.find((item) => item.month === month)?.id;
      const reply = await call<{ data: { amounts: Input[]; rows: Input[]; more: number } }>(
        app,
        user.token,
        'GET',
        `/api/month_close/${id}/comparison`,
      );
      if (reply.status !== 200) throw new Error(reply.text);
      return reply.body.data;
    },
  };
}
