/**
 * A start that failed in a foreseen way: its message is one line for the person at the terminal, saying what is wrong
 * and what to do. Whoever prints it leaves the stack out. `bin/start.js` knows it by its name.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
