import { type Condition, EXPIRING_DAYS, includesCondition, resources } from '@innkeeper/contract';
import {
  type EntryPoint,
  countLines,
  reportNumber,
  listFileValue,
  listTotal,
  readReportFile,
  reportRows,
} from './entry-points.ts';
import { callListPage } from './call-list-values.ts';
import { type LabelledValues, type Year, dashboardMetric, overviewReport } from './labelled-value.ts';

/** Labelled values for members: their number, joining and leaving, and the ends of their cards. */
export function memberValues(year: Year): LabelledValues {
  return {
    members: { ...dashboardMetric((d) => d.members), ...memberEntryPoints([]) },
    ...standings,
    'joined this month': {
      ...dashboardMetric((d) => d.joined.this_month),
      ...memberEntryPoints([presetCondition('member_date', 'this_month')]),
    },
    'joined last month': {
      ...dashboardMetric((d) => d.joined.last_month),
      ...memberEntryPoints([presetCondition('member_date', 'last_month')]),
    },
    joined: {
      overview: reportNumber(overviewReport(year), 'overview.joined'),
      ...memberEntryPoints([year.toCondition('member_date')]),
    },
    'lapsed this month': { ...dashboardMetric((d) => d.lapsed.this_month), ...findLapsedMembers('month_to_yesterday') },
    'lapsed last month': { ...dashboardMetric((d) => d.lapsed.last_month), ...findLapsedMembers('last_month') },
    ...expiring,
  };
}

const presetCondition = (column: string, value: string): Condition => ({ column, operator: 'preset', value });

/** Members who meet a condition, in the list and in the report. */
const memberEntryPoints = (conditions: readonly Condition[]): Record<string, EntryPoint> => {
  const list = { resource: 'member', hotel: 'hotel_id', where: conditions } as const;
  const report = {
    report: 'member-report',
    hotel: 'hotel.code',
    where: conditions.map((item) => ({ ...item, column: `member.${item.column}` })),
  } as const;
  return {
    list: listTotal(list),
    'page 500 of the list': listTotal(list, 500),
    'file of the list': listFileValue(list, ['id'], countLines),
    report: reportRows(report),
    'file of the report': readReportFile(report, ['member.first_name'], countLines),
  };
};

const standings: LabelledValues = Object.fromEntries(
  resources.member.fields.standing.choices.map(({ value, label }) => [
    label.en,
    {
      ...dashboardMetric((d) => {
        const entry = d.members.by_standing.find(({ standing }) => standing === value);
        if (!entry) throw new Error(`The dashboard does not show ${value}`);
        return entry;
      }),
      ...memberEntryPoints([includesCondition('standing', [value])]),
    },
  ]),
);

/**
 * Members whose last card ended in a period. They have no running card, because only members with an ended card have
 * their standing.
 */
const findLapsedMembers = (period: string): Record<string, EntryPoint> => {
  const conditions = [presetCondition('valid_until_date', period)];
  const endedStanding = includesCondition('standing', ['maintained', 'not_maintained', 'lapsed']);
  return {
    ...memberEntryPoints(conditions),
    'list, without those of whom a card runs': listTotal({
      resource: 'member',
      hotel: 'hotel_id',
      where: [...conditions, endedStanding],
    }),
  };
};

const expiring: LabelledValues = Object.fromEntries(
  EXPIRING_DAYS.map((days) => [
    `cards that end in ${days} days`,
    {
      ...dashboardMetric((d) => {
        const entry = d.expiring.find((item) => item.days === days);
        if (!entry) throw new Error(`The dashboard does not show ${days} days`);
        return entry;
      }),
      ...memberEntryPoints([
        presetCondition('valid_until_date', `next_${days}_days`),
        { column: 'is_active', operator: 'eq', value: '1' },
      ]),
      'work list': callListPage('expiring', `days=${days}&calls=all`),
    },
  ]),
);
