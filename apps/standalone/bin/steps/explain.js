/** Errors of the file system are not bugs in the code. */
const refusals = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EDQUOT'])

/**
 * Prints an error, without a stack if it was expected, and exits with code 1.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function explain(error) {
  const { name, code, message } = /** @type {NodeJS.ErrnoException} */ (error)
  const foreseen = name === 'StartupError' || name === 'EnvMistakes' || refusals.has(code ?? '')
  if (foreseen) console.error(message)
  else console.error(error)
  process.exit(1)
}
