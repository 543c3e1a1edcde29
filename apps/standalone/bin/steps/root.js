import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Returns why this user cannot write to the checkout, or undefined. */
export function whyReadOnly() {
  try {
    accessSync(root, constants.W_OK)
    return undefined
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code
  }
}
