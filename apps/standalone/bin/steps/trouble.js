/**
 * Trouble that was foreseen, as `src/trouble.ts` has it: that one is not built yet when we need it.
 *
 * @param {string} message
 */
export function trouble(message) {
  const error = new Error(message)
  error.name = 'Trouble'
  return error
}
