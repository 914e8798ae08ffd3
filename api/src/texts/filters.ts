import { defineTexts } from './catalogue.ts';

/** Filter conditions in words. The console has these texts in its own catalogues. */
export const conditionTexts = defineTexts({
  contains: { en: '{column} contains {value}', id: '{column} memuat {value}' },
  start: { en: '{column} starts with {value}', id: '{column} diawali {value}' },
  end: { en: '{column} ends with {value}', id: '{column} diakhiri {value}' },
  matches: { en: '{column} is {value}', id: '{column} adalah {value}' },
  exact: { en: '{column} is exactly {value}', id: '{column} persis {value}' },
  eq: { en: '{column} is {value}', id: '{column} adalah {value}' },
  gt: { en: '{column} is more than {value}', id: '{column} lebih dari {value}' },
  gte: { en: '{column} is at least {value}', id: '{column} minimal {value}' },
  lt: { en: '{column} is less than {value}', id: '{column} kurang dari {value}' },
  lte: { en: '{column} is at most {value}', id: '{column} maksimal {value}' },
  includes: { en: '{column} is {value}', id: '{column} adalah {value}' },
  excepts: { en: '{column} is not {value}', id: '{column} bukan {value}' },
  on: { en: '{column} on {value}', id: '{column} pada {value}' },
  until: { en: '{column} until {value}', id: '{column} sampai {value}' },
  empty: { en: '{column} is empty', id: '{column} kosong' },
  filled: { en: '{column} is not empty', id: '{column} tidak kosong' },
  from: { en: '{column} from {from} on', id: '{column} mulai {from}' },
  between: { en: '{column} from {from} to {to}', id: '{column} dari {from} sampai {to}' },
});

/** Relative dates in words. */
export const presetTexts = defineTexts({
  today: { en: 'today', id: 'hari ini' },
  now: { en: 'today until now', id: 'hari ini sampai sekarang' },
  this_week: { en: 'this week', id: 'minggu ini' },
  this_month: { en: 'this month', id: 'bulan ini' },
  this_quarter: { en: 'this quarter', id: 'kuartal ini' },
  this_semester: { en: 'this semester', id: 'semester ini' },
  this_year: { en: 'this year', id: 'tahun ini' },
  last_month: { en: 'last month', id: 'bulan lalu' },
  month_to_yesterday: { en: 'this month until yesterday', id: 'bulan ini sampai kemarin' },
});

/** Relative dates with a number, by their unit. */
export const countedPresetTexts = defineTexts({
  day: { en: 'in the last {count} day', id: 'dalam {count} hari terakhir' },
  days: { en: 'in the last {count} days', id: 'dalam {count} hari terakhir' },
  week: { en: 'in the last {count} week', id: 'dalam {count} minggu terakhir' },
  weeks: { en: 'in the last {count} weeks', id: 'dalam {count} minggu terakhir' },
  month: { en: 'in the last {count} month', id: 'dalam {count} bulan terakhir' },
  months: { en: 'in the last {count} months', id: 'dalam {count} bulan terakhir' },
  nextDays: { en: 'in the next {count} days', id: 'dalam {count} hari ke depan' },
  quarter: { en: 'in quarter {count}', id: 'pada kuartal {count}' },
  semester: { en: 'in semester {count}', id: 'pada semester {count}' },
});
