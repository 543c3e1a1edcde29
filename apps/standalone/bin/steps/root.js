import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startupError } from './startup-error.js'

/** The checkout. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url))

export function assertWritable() {
  try {
    accessSync(root, constants.W_OK)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    throw startupError(
      `This user cannot write to ${root} (${code}). Posthorn installs and builds itself there`,
    )
  }
}
