/**
 * A start that failed in a foreseen way, as `src/startup-error.ts` has it: that one is not built yet when we need it.
 *
 * @param {string} message
 */
export function startupError(message) {
  const error = new Error(message)
  error.name = 'StartupError'
  return error
}
