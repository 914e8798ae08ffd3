import { type Condition, EXPIRING_DAYS, includes, resources } from '@innkeeper/contract';
import { type Door, counted, figureIn, listFile, listed, reportFile, rowsIn } from './doors.ts';
import { workPage } from './words-of-work.ts';
import { type Words, type Year, figure, overviewOf } from './word.ts';

/** Words about members: their number, joining and leaving, and the ends of their cards. */
export function memberWords(year: Year): Words {
  return {
    members: { ...figure((d) => d.members), ...members([]) },
    ...standings,
    'joined this month': { ...figure((d) => d.joined.this_month), ...members([preset('member_date', 'this_month')]) },
    'joined last month': { ...figure((d) => d.joined.last_month), ...members([preset('member_date', 'last_month')]) },
    joined: {
      overview: figureIn(overviewOf(year), 'overview.joined'),
      ...members([year.within('member_date')]),
    },
    'lapsed this month': { ...figure((d) => d.lapsed.this_month), ...lapsed('month_to_yesterday') },
    'lapsed last month': { ...figure((d) => d.lapsed.last_month), ...lapsed('last_month') },
    ...expiring,
  };
}

const preset = (column: string, value: string): Condition => ({ column, operator: 'preset', value });

/** Members for whom a condition holds, in the list and in the report. */
const members = (where: readonly Condition[]): Record<string, Door> => {
  const list = { resource: 'member', hotel: 'hotel_id', where } as const;
  const report = {
    report: 'member-report',
    hotel: 'hotel.code',
    where: where.map((one) => ({ ...one, column: `member.${one.column}` })),
  } as const;
  return {
    list: listed(list),
    'page 500 of the list': listed(list, 500),
    'file of the list': listFile(list, ['id'], counted),
    report: rowsIn(report),
    'file of the report': reportFile(report, ['member.first_name'], counted),
  };
};

const standings: Words = Object.fromEntries(
  resources.member.fields.standing.choices.map(({ value, label }) => [
    label.en,
    {
      ...figure((d) => {
        const told = d.members.by_standing.find(({ standing }) => standing === value);
        if (!told) throw new Error(`The dashboard does not tell ${value}`);
        return told;
      }),
      ...members([includes('standing', [value])]),
    },
  ]),
);

/** Members whose last card ended in a period. No other card of theirs runs: their standing is one that only members with an ended card have. */
const lapsed = (period: string): Record<string, Door> => {
  const where = [preset('valid_until_date', period)];
  const ended = includes('standing', ['maintained', 'not_maintained', 'lapsed']);
  return {
    ...members(where),
    'list, without those of whom a card runs': listed({
      resource: 'member',
      hotel: 'hotel_id',
      where: [...where, ended],
    }),
  };
};

const expiring: Words = Object.fromEntries(
  EXPIRING_DAYS.map((days) => [
    `cards that end in ${days} days`,
    {
      ...figure((d) => {
        const told = d.expiring.find((one) => one.days === days);
        if (!told) throw new Error(`The dashboard does not tell ${days} days`);
        return told;
      }),
      ...members([
        preset('valid_until_date', `next_${days}_days`),
        { column: 'is_active', operator: 'eq', value: '1' },
      ]),
      'work list': workPage('expiring', `days=${days}&calls=all`),
    },
  ]),
);
