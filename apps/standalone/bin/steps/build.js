import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.js'
import { runQuiet } from './run-quiet.js'

const turbo = [process.execPath, join(root, 'node_modules/turbo/bin/turbo')]
const turboEnv = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' }

/** What `npm start` runs and serves. */
const programs = ['standalone/dist/main.js', 'worker/dist/main.js', 'console/dist/index.html']

/** Whether everything was built at some time. Only turbo, which writes, knows whether it has changed since. */
export function isBuilt() {
  return programs.every(file => existsSync(join(root, 'apps', file)))
}

/** Builds what has changed. If nothing has, turbo needs less than a tenth of a second. */
export async function build(/** @type {(line: string) => void} */ log) {
  await runQuiet({
    log,
    doing: 'Building …',
    done: 'Built',
    failed: 'The build failed. See above',
    command: turbo,
    args: ['run', 'build', '--output-logs=errors-only'],
    env: turboEnv,
  })
}
