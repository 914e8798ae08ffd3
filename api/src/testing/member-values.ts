import { type Condition, EXPIRING_DAYS, includes, resources } from '@innkeeper/contract';
import { type EntryPoint, counted, valueIn, listFile, listed, reportFile, rowsIn } from './entry-points.ts';
import { callListPage } from './call-list-values.ts';
import { type LabelledValues, type Year, dashboardMetric, overviewOf } from './labelled-value.ts';

/** Terms for members: their number, joining and leaving, and the ends of their cards. */
export function memberValues(year: Year): LabelledValues {
  return {
    members: { ...dashboardMetric((d) => d.members), ...members([]) },
    ...standings,
    'joined this month': {
      ...dashboardMetric((d) => d.joined.this_month),
      ...members([preset('member_date', 'this_month')]),
    },
    'joined last month': {
      ...dashboardMetric((d) => d.joined.last_month),
      ...members([preset('member_date', 'last_month')]),
    },
    joined: {
      overview: valueIn(overviewOf(year), 'overview.joined'),
      ...members([year.within('member_date')]),
    },
    'lapsed this month': { ...dashboardMetric((d) => d.lapsed.this_month), ...lapsed('month_to_yesterday') },
    'lapsed last month': { ...dashboardMetric((d) => d.lapsed.last_month), ...lapsed('last_month') },
    ...expiring,
  };
}

const preset = (column: string, value: string): Condition => ({ column, operator: 'preset', value });

/** Members who meet a condition, in the list and in the report. */
const members = (where: readonly Condition[]): Record<string, EntryPoint> => {
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

const standings: LabelledValues = Object.fromEntries(
  resources.member.fields.standing.choices.map(({ value, label }) => [
    label.en,
    {
      ...dashboardMetric((d) => {
        const shown = d.members.by_standing.find(({ standing }) => standing === value);
        if (!shown) throw new Error(`The dashboard does not show ${value}`);
        return shown;
      }),
      ...members([includes('standing', [value])]),
    },
  ]),
);

/**
 * Members whose last card ended in a period. They have no running card, because only members with an ended card have
 * their standing.
 */
const lapsed = (period: string): Record<string, EntryPoint> => {
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

const expiring: LabelledValues = Object.fromEntries(
  EXPIRING_DAYS.map((days) => [
    `cards that end in ${days} days`,
    {
      ...dashboardMetric((d) => {
        const shown = d.expiring.find((one) => one.days === days);
        if (!shown) throw new Error(`The dashboard does not show ${days} days`);
        return shown;
      }),
      ...members([
        preset('valid_until_date', `next_${days}_days`),
        { column: 'is_active', operator: 'eq', value: '1' },
      ]),
      'work list': callListPage('expiring', `days=${days}&calls=all`),
    },
  ]),
);
