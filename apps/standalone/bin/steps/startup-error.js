/**
 * An expected failure at start. The same as `src/startup-error.ts`, which is not built yet at this point.
 *
 * @param {string} message
 */
export function startupError(message) {
  const error = new Error(message)
  error.name = 'StartupError'
  return error
}
