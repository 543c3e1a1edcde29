import { build } from './steps/build.js'
import { install, isInstalled } from './steps/install.js'
import { assertWritable } from './steps/root.js'
import { startupError } from './steps/startup-error.js'

const oldestNode = [20, 19]

/**
 * Makes a fresh clone ready to run: dependencies installed, everything built. Takes a tenth of a second when it is.
 *
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<void>} Rejects with a StartupError: one line (and the end of the output) for the person at the terminal.
 */
export async function prepare({ log }) {
  checkNode()
  assertWritable()
  if (!isInstalled()) await install(log)
  await build(log)
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  throw startupError(`Posthorn needs Node ${oldestNode.join('.')} or later; this is ${process.versions.node}`)
}
