import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureUnderHeavyLoad } from './under-heavy-load.ts';
import { readBaseline, regressions, writeBaseline } from './baseline.ts';
import { measureBulk } from './bulk.ts';
import { measureImportExport } from './import-export.ts';
import { measureIntegration } from './integration.ts';
import { measurePages } from './pages.ts';
import { renderReport, writeReport } from './report.ts';
import { measureReports } from './reports.ts';
import { measureRequests } from './requests.ts';
import { openRowStore } from './row-store.ts';
import { type Row, formatValue } from './row.ts';
import { fill, scaleOf } from './scale.ts';
import { measureStart } from './start.ts';
import { measureTenTimes } from './scaling.ts';
import { workloads } from './workloads.ts';

const USAGE = `npm run bench [-- --members 1000000] [--only ${[...workloads.map((w) => w.name), 'under-heavy-load', 'bulk', 'import-export', 'integration', 'reports', 'start', 'ten-times', 'pages'].join('|')}] [--update]

  --members   how many the database has (1,000,000); it is filled once and store
  --only      names, separated by commas, of what to measure; then RESULTS.md stays as it is
  --results   writes RESULTS.md from the rows that were measured last, in however many parts; each tells its day
  --seconds   of each round (4)
  --data-dir  where the databases are store (bench/.cache)
  --update    takes what is measured as the new baseline`;

const options = {
  members: { type: 'string', default: '1000000' },
  only: { type: 'string' },
  seconds: { type: 'string', default: '4' },
  'data-dir': { type: 'string', default: join(import.meta.dirname, '../.cache') },
  results: { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Measures the chosen workloads, prints and writes the table. Resolves to false if any value got much worse. */
async function bench(): Promise<boolean> {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(USAGE);
    return true;
  }
  const members = Number(values.members);
  if (!Number.isSafeInteger(members) || members < 1000)
    throw new Error(`--members takes a whole number from 1000 on.\n${USAGE}`);
  const names = values.only?.split(',');
  const isChosen = (name: string) => names === undefined || names.includes(name);
  const folder = resolve(values['data-dir']);
  const scale = scaleOf(members, folder);

  const rows: Row[] = [];
  const store = openRowStore(join(folder, `rows-${members}.json`));
  const recordRows = (measured: readonly Row[]) => {
    rows.push(...measured);
    store.add(measured, new Date());
  };
  const step = async (name: string, text: string, work: () => Promise<Row[]>) => {
    if (!isChosen(name)) return;
    console.log(text);
    recordRows(await work());
  };
  console.log(`A database with ${members.toLocaleString('en')} members`);
  const filled = await fill(scale);
  if (filled !== undefined) console.log(`  filled with ${Math.round(filled).toLocaleString('en')} rows a second`);
  const chosen = workloads.filter(({ name }) => isChosen(name));
  if (chosen.length > 0) {
    console.log('Requests');
    await measureRequests(scale, chosen, Number(values.seconds), recordRows);
  }
  await step('ten-times', 'The same at a tenth', () =>
    measureTenTimes(scale, scaleOf(Math.round(members / 10), folder)),
  );
  await step('under-heavy-load', 'Short calls among heavy ones', () =>
    measureUnderHeavyLoad(scale, Number(values.seconds)),
  );
  await step('bulk', 'Bulk', () => measureBulk(scale));
  await step('import-export', 'Lists as files', () => measureImportExport(scale));
  await step('integration', 'Hotels’ own systems', () => measureIntegration(scale, Number(values.seconds)));
  await step('reports', 'Reports', () => measureReports(scale, Number(values.seconds)));
  await step('start', 'Start', () => measureStart(scale));
  await step('pages', 'Pages', () => measurePages());

  const isOf = ({ name }: Row) => values.results || rows.some((row) => row.name === name);
  const report = renderReport(store.all().filter(isOf), members, new Date());
  console.log(`\n${report}`);
  if (names === undefined || values.results) writeReport(report);
  const baseline = readBaseline();
  if (values.update) writeBaseline(baseline, rows);
  const worse = values.update ? [] : regressions(baseline, rows);
  for (const row of worse) {
    console.error(
      `Worse: ${row.work}: ${formatValue(row, row.value)}, before ${formatValue(row, baseline[row.name] ?? NaN)}`,
    );
  }
  return worse.length === 0;
}

process.exitCode = (await bench()) ? 0 : 1;
