import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureUnderHeavyLoad } from './under-heavy-load.ts';
import { readBaseline, findRegressions, writeBaseline } from './baseline.ts';
import { measureBulkDelete } from './bulk.ts';
import { measureCpu } from './cpu.ts';
import { measureImportExport } from './import-export.ts';
import { measureIntegration } from './integration.ts';
import { measurePages } from './pages.ts';
import { renderPeerChapter } from './peer/chapter.ts';
import { measurePeer } from './peer/measure-peer.ts';
import { describeMachine, renderReport, writeChapter, writeReport } from './report.ts';
import { measureReports } from './reports.ts';
import { measureRequests } from './requests.ts';
import { openRowStore } from './row-store.ts';
import { type Row, formatValue } from './row.ts';
import { fillScale, createScale } from './scale.ts';
import { measureStart } from './start.ts';
import { measureSweep } from './sweep.ts';
import { measureTenTimes } from './scaling.ts';
import { workloads } from './workloads.ts';

const USAGE = `npm run bench [-- --members 1000000] [--only ${[...workloads.map((w) => w.name), 'cpu', 'under-heavy-load', 'bulk', 'import-export', 'integration', 'reports', 'start', 'ten-times', 'pages'].join('|')}] [--update]

  --members   number of members in the database (1,000,000); it is filled once and stored
  --only      names, separated by commas, of the measurements to run; RESULTS.md is then not written
  --results   writes RESULTS.md from the latest rows of all runs, each with its day
  --seconds   per round (4)
  --data-dir  folder of the databases (bench/.cache)
  --update    stores the results as the new baseline
  --sweep     instead: sends every request that the definitions allow, and writes its chapter of RESULTS.md
  --sample    number of requests that the sweep draws at random; all by default
  --seed      of that draw (1)
  --peer      instead: compares the same work with Directus, which it installs into .cache, and writes its chapter`;

const options = {
  members: { type: 'string', default: '1000000' },
  only: { type: 'string' },
  seconds: { type: 'string', default: '4' },
  'data-dir': { type: 'string', default: join(import.meta.dirname, '../.cache') },
  results: { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
  sweep: { type: 'boolean', default: false },
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  peer: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Measures the selected workloads, prints and writes the table. Resolves with false if a value is a regression. */
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
  const isSelected = (name: string) => names === undefined || names.includes(name);
  const folder = resolve(values['data-dir']);
  const scale = createScale(members, folder);

  const rows: Row[] = [];
  const store = openRowStore(join(folder, `rows-${members}.json`));
  const recordRows = (newRows: readonly Row[]) => {
    rows.push(...newRows);
    store.add(newRows, new Date());
  };
  const runStep = async (name: string, heading: string, work: () => Promise<Row[]>) => {
    if (!isSelected(name)) return;
    console.log(heading);
    recordRows(await work());
  };
  console.log(`A database with ${members.toLocaleString('en')} members`);
  const rowsPerSecond = await fillScale(scale);
  if (rowsPerSecond !== undefined)
    console.log(`  filled with ${Math.round(rowsPerSecond).toLocaleString('en')} rows a second`);
  if (values.sweep) {
    console.log('Every request');
    const options = {
      sample: values.sample === undefined ? undefined : Number(values.sample),
      seed: Number(values.seed),
    };
    const chapter = await measureSweep(scale, options);
    console.log(`\n${chapter}`);
    writeChapter('Every request', chapter);
    return true;
  }
  if (values.peer) {
    console.log('The same work of a peer');
    const peerRows = await measurePeer(scale, Number(values.seconds));
    const chapter = renderPeerChapter(peerRows, { members, machine: describeMachine(), now: new Date() });
    console.log(`\n${chapter}`);
    writeChapter('Against a peer', chapter);
    return true;
  }
  const selectedWorkloads = workloads.filter(({ name }) => isSelected(name));
  if (selectedWorkloads.length > 0) {
    console.log('Requests');
    await measureRequests(scale, selectedWorkloads, Number(values.seconds), recordRows);
  }
  await runStep('ten-times', 'The same at a tenth', () =>
    measureTenTimes(scale, createScale(Math.round(members / 10), folder)),
  );
  await runStep('cpu', 'CPU of reads', () => measureCpu(scale));
  await runStep('under-heavy-load', 'Short calls among heavy ones', () =>
    measureUnderHeavyLoad(scale, Number(values.seconds)),
  );
  await runStep('bulk', 'Bulk', () => measureBulkDelete(scale));
  await runStep('import-export', 'Lists as files', () => measureImportExport(scale));
  await runStep('integration', 'Hotels’ own systems', () => measureIntegration(scale, Number(values.seconds)));
  await runStep('reports', 'Reports', () => measureReports(scale, Number(values.seconds)));
  await runStep('start', 'Start', () => measureStart(scale));
  await runStep('pages', 'Pages', () => measurePages());

  const isInReport = ({ name }: Row) => values.results || rows.some((row) => row.name === name);
  const report = renderReport(store.readAll().filter(isInReport), members, new Date());
  console.log(`\n${report}`);
  if (names === undefined || values.results) writeReport(report);
  const baseline = readBaseline();
  if (values.update) writeBaseline(baseline, rows);
  const regressedRows = values.update ? [] : findRegressions(baseline, rows);
  for (const row of regressedRows) {
    console.error(
      `Worse: ${row.work}: ${formatValue(row, row.value)}, before ${formatValue(row, baseline[row.name] ?? NaN)}`,
    );
  }
  return regressedRows.length === 0;
}

process.exitCode = (await bench()) ? 0 : 1;
