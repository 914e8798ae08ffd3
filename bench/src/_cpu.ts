// node bench/src/_cpu.ts ROOT DATADIR SECONDS workload...
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
const [root = '', dataDir = '', secondsText = '6', ...names] = process.argv.slice(2);
const load = (file: string) => import(join(root, 'bench', 'src', file));
const { withServer, withDatabase, withApp, readContext, fillScale } = await load('scale.ts');
const { loadHttp } = await load('measure.ts');
const { signIn, createIntegration } = await load('app.ts');
const seconds = Number(secondsText);
const stat = (pid: number) => { const t = readFileSync(`/proc/${pid}/stat`, 'utf8'); const f = t.slice(t.lastIndexOf(')') + 2).split(' '); return { ppid: Number(f[1]), own: Number(f[11]) + Number(f[12]), kids: Number(f[13]) + Number(f[14]) }; };
const pids = () => readdirSync('/proc').filter((n) => /^\d+$/.test(n)).map(Number);
const children = (parent: number) => pids().filter((p) => { try { return stat(p).ppid === parent; } catch { return false; } });
const cmd = (pid: number) => { try { return readFileSync(`/proc/${pid}/cmdline`, 'utf8'); } catch { return ''; } };
if (names[0] === 'fill') { await fillScale({ members: Number(names[1]), dataDir }); process.exit(0); }
await withServer(dataDir, {}, (url: string) => withDatabase(url, async (db: any) => {
  const context = await readContext(db);
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  await withApp(url, async (app: any) => {
    const appPid = children(process.pid).find((p) => cmd(p).includes('main.ts')) ?? 0;
    const cpu = () => { let pg = stat(postmaster).own + stat(postmaster).kids; for (const p of children(postmaster)) try { pg += stat(p).own; } catch {} return { app: stat(appPid).own, pg }; };
    for (const name of names) {
      const isSystem = name.startsWith('integration');
      const token = isSystem ? await createIntegration(app.address, context.system.hotelId) : await signIn(app.address, 'admin');
      await loadHttp({ address: app.address, token, workload: name, context, seconds: 4 });
      const rounds = [];
      for (let r = 0; r < 2; r++) {
        const before = cpu();
        const m = await loadHttp({ address: app.address, token, workload: name, context, seconds });
        const after = cpu();
        const n = m.perSecond * seconds;
        rounds.push({ app: ((after.app - before.app) * 10) / n, pg: ((after.pg - before.pg) * 10) / n, ps: m.perSecond, f: m.failures });
      }
      for (const r of rounds) console.log(name.padEnd(22), 'app', r.app.toFixed(2), 'pg', r.pg.toFixed(2), 'ms CPU each', r.ps.toFixed(0) + '/s', 'failures', r.f);
    }
  });
}));
