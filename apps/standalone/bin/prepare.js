import { build, isBuilt } from './steps/build.js'
import { install, isInstalled } from './steps/install.js'
import { root, whyReadOnly } from './steps/root.js'
import { startupError } from './steps/startup-error.js'

const oldestNode = [20, 19]

/**
 * Prepares a fresh clone: installs dependencies and builds everything. Takes a tenth of a second if nothing is missing. A
 * checkout that is read-only must be complete.
 *
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<void>} Rejects with a StartupError: one line for the terminal, and the end of the output.
 */
export async function prepare({ log }) {
  checkNode()
  const readOnly = whyReadOnly()
  if (readOnly !== undefined) return assertComplete(readOnly)
  if (!isInstalled()) await install(log)
  await build(log)
}

/** A checkout that this user cannot change is used as it was built. @param {string} why */
function assertComplete(why) {
  if (isInstalled() && isBuilt()) return
  throw startupError(
    `This user cannot write to ${root} (${why}), where Posthorn installs and builds itself. Run npm start there once as its owner`,
  )
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  throw startupError(`Posthorn needs Node ${oldestNode.join('.')} or later; this is ${process.versions.node}`)
}
