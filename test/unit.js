import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs the unit tests of the workspace in the current folder, and writes a report to its folder .unit.

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const options = ['--config', 'test/vitest.config.ts', '--root', '.', '--project', 'unit', '--maxWorkers=2']
const report = [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(process.cwd(), '.unit/report.json')}`,
]
const ran = spawnSync(
  process.execPath,
  [vitest, 'run', ...options, ...report, `${relative(root, process.cwd())}/`],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
process.exitCode = ran.status ?? 1
