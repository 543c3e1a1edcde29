/**
 * An expected failure at start. Its message is one line for the person at the terminal: what is wrong
 * and what to do. It is printed without a stack. `bin/start.js` recognizes it by its name.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
