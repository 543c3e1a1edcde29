/** What the file system refuses is nobody's mistake in the code. */
const refusals = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EDQUOT'])

/**
 * Prints what went wrong, for foreseen trouble without a stack, and ends with exit code 1.
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
